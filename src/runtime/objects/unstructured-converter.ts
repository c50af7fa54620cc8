import { conversionTypeOf } from '../../conversion/conversion-type.js'
import { deepCopy } from '../../descriptor/deep-copy.js'
import { fromJSON } from '../../descriptor/from-json.js'
import { canonicalize } from '../../descriptor/to-canonical-json.js'
import type { JSONObject } from '../../json/json-value.js'
import type { ReadingMode } from '../interfaces.js'
import { StrictDecodingError } from '../strict-decoding-error.js'
import { unstructuredCopy } from './faithful-converter.js'
import { instantiate } from './instantiate.js'
import { marshalRaw } from './marshal-raw.js'
import { requireObject } from './require-object.js'
import { isTypedObject, type KindClass, type KubernetesObject } from './typed-object.js'
import { undeclaredFields } from './undeclared-fields.js'
import {
  type Unstructured,
  type UnstructuredList,
  unstructuredContent,
  unstructuredFromContent,
} from './unstructured.js'

/**
 * Makes an object of any kind unstructured. The result shares nothing with `object`.
 *
 * @param options.canonical - first bring a typed object to what Go would hold: zero values that Go writes appear, unknown
 * fields go. Otherwise its JSON stays as it is.
 */
export function toUnstructured(
  object: KubernetesObject,
  options: { readonly canonical?: boolean } = {},
): Unstructured | UnstructuredList {
  const type = conversionTypeOf(object) as KindClass | undefined
  if (options.canonical !== true || !isTypedObject(object) || type === undefined) {
    return unstructuredCopy(requireObject(object))
  }
  // Empty bytes are held, but not written.
  const held = canonicalize(type.descriptor, read(unstructuredContent(object), type, 'canonical'))
  return unstructuredFromContent(held as JSONObject)
}

/**
 * Reads an unstructured or plain object as an object of a class, which may differ from its declared kind. The result shares
 * nothing with `object`.
 *
 * @throws {@link StrictDecodingError} for unknown fields in mode `strict`.
 * @throws errors with the field path for values of the wrong type.
 */
export function fromUnstructured<T extends KubernetesObject>(
  object: KubernetesObject,
  type: KindClass<T>,
  options: { readonly mode?: ReadingMode } = {},
): T {
  const content = read(unstructuredContent(requireObject(object)), type, options.mode ?? 'faithful')
  if (options.mode === 'canonical') marshalRaw(type.descriptor, content)
  return instantiate(content, type)
}

function read(content: JSONObject, type: KindClass, mode: ReadingMode): JSONObject {
  const { value, findings } = fromJSON(type.descriptor, deepCopy(content), { mode })
  const all = mode === 'strict' ? [...findings, ...undeclaredFields(type, value)] : findings
  if (all.length > 0) throw new StrictDecodingError(all.map(({ path, message }) => ({ path, message })))
  return value as JSONObject
}
