import { deepCopy } from '../descriptor/deep-copy.js'
import { MachineryError } from '../errors/machinery-error.js'
import { isJSONObject, type JSONObject, type JSONValue } from '../json/json-value.js'
import { assignOwn } from '../runtime/objects/assign-own.js'
import { goTypeName } from '../runtime/objects/go-value-text.js'
import type { KubernetesObject } from '../runtime/objects/typed-object.js'
import { groupVersionKindOf } from '../runtime/scheme/kind-access.js'
import { managedFieldsOf } from './field-manager/object-metadata.js'
import type { TypeConverter } from './field-manager/type-converter.js'
import { fieldSetFromFieldsV1 } from './field-path/fields-v1.js'
import { inContext } from './merge/wrap-error.js'
import type { ParseableType } from './typed/parseable-type.js'
import type { TypedValue } from './typed/typed-value.js'

/** Whose fields are extracted. */
export interface ExtractOptions {
  readonly fieldManager: string
  /** Set for what was applied through a subresource, such as `status`. Default: the resource itself. */
  readonly subresource?: string
}

/**
 * The configuration that a manager applied to an object, in a form that can be applied again: only the fields that the
 * manager owns, and `apiVersion` and `kind`. Shares nothing with `object`.
 *
 * @param type - the source of the types: a type converter, or the type itself.
 * @returns `undefined` if the manager applied nothing, or lost all of it to other managers.
 * @throws ValidationErrors, MachineryError `InvalidFieldsV1`.
 */
export function extractApplyConfiguration(
  object: KubernetesObject,
  type: TypeConverter | ParseableType,
  options: ExtractOptions,
): JSONObject | undefined {
  const typed = inContext('error converting obj to typed', () => toTyped(object, type))
  const entry = entryOf(object, options)
  if (entry === undefined) return undefined
  const fields = inContext('error marshalling FieldsV1 to JSON', () => fieldSetFromFieldsV1(entry.fieldsV1 ?? {}))
  const extracted = deepCopy(typed.extractItems(fields.leaves()).value)
  if (!isJSONObject(extracted)) throw notAMap(options.fieldManager, extracted)
  const { kind, apiVersion } = groupVersionKindOf(object).toAPIVersionAndKind()
  if (!Object.hasOwn(extracted, 'kind') && kind !== '') Object.assign(extracted, { apiVersion, kind })
  return extracted
}

/** Writes the result of {@link extractApplyConfiguration} into `applyConfiguration`, if there is one. */
export function extractInto(
  object: KubernetesObject,
  type: TypeConverter | ParseableType,
  options: ExtractOptions & { readonly applyConfiguration: object },
): void {
  const extracted = extractApplyConfiguration(object, type, options)
  if (extracted === undefined) return
  const target = options.applyConfiguration
  assignOwn(target, extracted)
}

function toTyped(object: KubernetesObject, type: TypeConverter | ParseableType): TypedValue {
  return 'objectToTyped' in type ? type.objectToTyped(object) : type.fromObject(object)
}

/** The entry of what the manager applied. */
function entryOf(object: KubernetesObject, { fieldManager, subresource = '' }: ExtractOptions): JSONObject | undefined {
  const entries = managedFieldsOf(object)
  if (!Array.isArray(entries)) return undefined
  return entries.filter(isJSONObject).find((entry) => {
    const mine = entry.manager === fieldManager && entry.operation === 'Apply'
    return mine && (entry.subresource ?? '') === subresource
  })
}

function notAMap(manager: string, value: JSONValue): MachineryError {
  return new MachineryError(
    'InvalidObject',
    `unable to convert managed fields for ${manager} to unstructured, expected map, got ${goTypeName(value)}`,
  )
}
