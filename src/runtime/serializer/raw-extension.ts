import type { JSONValue } from '../../descriptor/types.js'
import type { KindRegistry, ReadingMode } from '../interfaces.js'
import { MissingKindError } from '../objects/missing-kind-error.js'
import { isTypedObject, type KubernetesObject } from '../objects/typed-object.js'
import { isUnstructured, isUnstructuredClass, Unstructured } from '../objects/unstructured.js'
import { fromUnstructured } from '../objects/unstructured-converter.js'
import { groupVersionKindOf } from '../scheme/kind-access.js'
import { NotRegisteredError } from '../scheme/not-registered-error.js'

/**
 * Makes the JSON of a `RawExtension` an object of its registered class, which is still that JSON: assign the result to the
 * field. `null` and objects that have a class already are returned as they are.
 *
 * @throws {@link MissingKindError}, {@link NotRegisteredError}, and errors about the contents.
 */
export function decodeRawExtension(
  value: JSONValue | KubernetesObject | undefined,
  registry: KindRegistry,
  options: { readonly mode?: ReadingMode } = {},
): KubernetesObject | undefined {
  if (value === null || value === undefined) return undefined
  if (isTypedObject(value) || isUnstructured(value)) return value
  if (typeof value !== 'object' || Array.isArray(value)) throw new MissingKindError(String(value))
  const gvk = groupVersionKindOf(value)
  if (gvk.kind === '') throw new MissingKindError('unstructured object has no kind')
  const type = registry.classFor(gvk)
  if (type === undefined) throw new NotRegisteredError(registry.name, { gvk })
  return isUnstructuredClass(type) ? new Unstructured(value) : fromUnstructured(value, type, options)
}
