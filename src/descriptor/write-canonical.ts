import { compareStrings } from '../internal/compare-strings.js'
import { formatNumber } from '../json/format-number.js'
import type { JSONObject, JSONValue } from '../json/json-value.js'
import { quoteJSON } from '../json/quote-json.js'
import { compactText, rememberedText } from '../json/raw-text.js'
import { stringifyJSON } from '../json/stringify-json.js'
import { Op, type TypePlan } from './json-plan.js'

/**
 * Writes a canonical value piece by piece, for the few that `JSON.stringify` cannot write: with `bigint`, negative
 * zero, map keys that JavaScript orders by number, raw JSON with a remembered text, or an empty list in place of a
 * schema.
 */
export function writeCanonical(plan: TypePlan, value: JSONValue): string {
  if (value === null) return 'null'
  switch (plan.op) {
    case Op.struct:
      return writeStruct(plan, value as JSONObject)
    case Op.list:
      return `[${(value as JSONValue[]).map((member) => writeCanonical(plan.element!, member)).join(',')}]`
    case Op.map:
      return writeMap(plan.element!, value as JSONObject)
    case Op.variant:
      return writeVariant(plan, value)
    case Op.raw:
      return writeRaw(value)
    case Op.any:
      return stringifyJSON(value)
    case Op.string:
      return quoteJSON(value as string)
    default:
      return typeof value === 'string' ? quoteJSON(value) : number(value)
  }
}

/** Raw JSON as it was read, where that is known. */
function writeRaw(value: JSONValue): string {
  const text = typeof value === 'object' && value !== null ? rememberedText(value) : undefined
  return text === undefined ? stringifyJSON(value, { keys: 'kept' }) : compactText(text)
}

function number(value: JSONValue): string {
  return typeof value === 'number' ? formatNumber(value) : String(value)
}

function writeStruct(plan: TypePlan, value: JSONObject): string {
  const members = Object.entries(value).map(([name, member]) => {
    const property = plan.struct.byName.get(name)
    const text = property === undefined ? stringifyJSON(member) : writeCanonical(property.plan, member)
    return `${quoteJSON(name)}:${text}`
  })
  return `{${members.join(',')}}`
}

function writeMap(element: TypePlan, value: JSONObject): string {
  const keys = Object.keys(value).sort(compareStrings)
  return `{${keys.map((key) => `${quoteJSON(key)}:${writeCanonical(element, value[key]!)}`).join(',')}}`
}

function writeVariant(plan: TypePlan, value: JSONValue): string {
  if (typeof value === 'boolean') return String(value)
  if (!Array.isArray(value)) return writeCanonical(plan.schema, value)
  return value.length === 0 ? 'null' : writeCanonical(plan.schemas, value)
}
