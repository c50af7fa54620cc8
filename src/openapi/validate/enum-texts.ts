import type { JSONValue } from '../../json/json-value.js'
import { stringifyJSON } from '../../json/stringify-json.js'
import { FieldError, notSupported } from '../../validation/field-error.js'
import type { FieldPath } from '../../validation/field-path.js'

type Enum = readonly JSONValue[]

const keys = /* @__PURE__ */ new WeakMap<Enum, string>()
const details = /* @__PURE__ */ new WeakMap<Enum, string>()

/** Longer texts are compared by their length and a hash: there may be an error for every item of a long list. */
const longestKey = 1000

/** A key for the values of an enumeration: equal for equal ones. */
export function enumKey(values: Enum): string {
  const known = keys.get(values)
  if (known !== undefined) return known
  const text = stringifyJSON([...values])
  const key = text.length <= longestKey ? text : `#${text.length} ${hashOf(text)}`
  keys.set(values, key)
  return key
}

/** FNV-1a, twice over. */
function hashOf(text: string): string {
  let [a, b] = [0x811c9dc5, 0x01000193]
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193)
    b = Math.imul(b ^ text.charCodeAt(text.length - 1 - i), 0x01000193)
  }
  return `${a >>> 0} ${b >>> 0}`
}

/** The error of a value that an enumeration does not have; the list of those it has is written once. */
export function enumError(path: FieldPath, value: JSONValue, values: Enum): FieldError {
  const known = details.get(values)
  if (known === undefined) {
    const error = notSupported(path, value, values.map(enumValueText))
    details.set(values, error.detail)
    return error
  }
  return new FieldError({ type: 'FieldValueNotSupported', field: path.toString(), badValue: value, detail: known })
}

function enumValueText(value: JSONValue): string {
  return typeof value === 'string' ? value : stringifyJSON(value)
}
