import { canonicalize } from '../descriptor/to-canonical-json.js'
import type { JSONValue } from '../json/json-value.js'
import { stringifyJSON } from '../json/stringify-json.js'
import { duplicate, type FieldError } from '../validation/field-error.js'
import { type FieldRule, rule, type Subject } from './field-rule.js'

/** No two items of a list have the same identity. */
export const uniqueRule: FieldRule = /* @__PURE__ */ rule(duplicates)

function duplicates({ value, path, type, identity }: Subject): FieldError[] {
  if (!Array.isArray(value) || type.kind !== 'list' || identity === undefined) return []
  const { element } = type
  const seen = new Set<string>()
  return value.flatMap((item: JSONValue, i) => {
    const key = identity(item)
    if (seen.has(key)) {
      const error = duplicate(path.index(i), item)
      // Go writes the whole struct, in the order of its fields.
      const struct = element.kind === 'struct' && item !== null
      return [struct ? error.with({ valueText: stringifyJSON(canonicalize(element, item), { keys: 'kept' }) }) : error]
    }
    seen.add(key)
    return []
  })
}
