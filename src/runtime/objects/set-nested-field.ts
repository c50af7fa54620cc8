import { deepCopy } from '../../descriptor/deep-copy.js'
import type { JSONValue } from '../../descriptor/types.js'
import { MachineryError } from '../../errors/machinery-error.js'
import { isJSONObject, setOwn } from '../../json/json-value.js'
import { fieldsText } from './nested-field.js'

/**
 * Sets the value at a path of keys to a deep copy of `value`, making objects on the way. At least one key is needed.
 *
 * @throws {@link MachineryError} `NestedField` when something on the way is there and no object.
 */
export function setNestedField(object: object, value: JSONValue | object, ...fields: string[]): void {
  setWithoutCopy(object, deepCopy(value as JSONValue), fields)
}

/** Sets the list of strings at a path. @throws {@link MachineryError} `NestedField`. */
export function setNestedStringSlice(object: object, value: readonly string[], ...fields: string[]): void {
  setWithoutCopy(object, [...value], fields)
}

/** Sets the list at a path to a deep copy. @throws {@link MachineryError} `NestedField`. */
export function setNestedSlice(object: object, value: readonly (JSONValue | object)[], ...fields: string[]): void {
  setNestedField(object, value, ...fields)
}

/** Sets the map of strings at a path. @throws {@link MachineryError} `NestedField`. */
export function setNestedStringMap(object: object, value: Readonly<Record<string, string>>, ...fields: string[]): void {
  setNestedField(object, value, ...fields)
}

/** Sets the object at a path to a deep copy. @throws {@link MachineryError} `NestedField`. */
export function setNestedMap(object: object, value: object, ...fields: string[]): void {
  setNestedField(object, value, ...fields)
}

/** Removes the property at a path; nothing happens when the path leads nowhere. */
export function removeNestedField(object: object, ...fields: string[]): void {
  let target: unknown = object
  for (const field of fields.slice(0, -1)) {
    if (!isJSONObject(target) || !Object.hasOwn(target, field)) return
    target = target[field]
  }
  const last = fields.at(-1)
  if (last !== undefined && isJSONObject(target) && Object.hasOwn(target, last)) delete target[last]
}

function setWithoutCopy(object: object, value: JSONValue, fields: readonly string[]): void {
  const last = fields.at(-1)
  if (last === undefined) throw new MachineryError('NestedField', 'value cannot be set without a field')
  let target = object as Record<string, unknown>
  for (const [index, field] of fields.slice(0, -1).entries()) {
    if (!Object.hasOwn(target, field)) setOwn(target, field, {})
    const next = target[field]
    if (!isJSONObject(next)) {
      const path = fields.slice(0, index + 1)
      throw new MachineryError(
        'NestedField',
        `value cannot be set because ${fieldsText(path)} is not a map[string]interface{}`,
        { path: path.join('.') },
      )
    }
    target = next
  }
  setOwn(target, last, value)
}
