import { equalBytes } from '../internal/bytes.js'
import { isJSONObject, type JSONObject, type JSONValue } from '../json/json-value.js'
import { quantityEquals } from '../resource/quantity-json.js'
import { decodeBase64 } from '../scalar/base64.js'
import { parseDuration } from '../scalar/duration.js'
import { parseMicroTime } from '../scalar/micro-time.js'
import { parseTime } from '../scalar/time.js'
import { guardDepth } from './guard-depth.js'
import { Op, type StructPlan, type TypePlan, typePlan } from './json-plan.js'
import type { TypeDescriptor } from './types.js'
import { isZero } from './zero-value.js'

/**
 * Compares two values of a type by meaning, as apimachinery's `equality.Semantic.DeepEqual`: quantities by amount, times by
 * instant, `null`, absent and empty lists and maps alike, an absent field like its zero value unless it is a pointer.
 * Unknown fields count as untyped JSON. The order of keys does not matter.
 *
 * @throws MachineryError `TooDeep` for values nested deeper than the stack allows.
 */
export function deepEqual(type: TypeDescriptor, a: unknown, b: unknown): boolean {
  return guardDepth(() => equal(typePlan(type), a as Value, b as Value))
}

type Value = JSONValue | undefined

function equal(plan: TypePlan, a: Value, b: Value): boolean {
  if (a === b) return true
  switch (plan.op) {
    case Op.struct:
      if (plan.nullable && (isNil(a) || isNil(b))) return isNil(a) && isNil(b)
      return equalStructs(plan.struct, a as JSONObject, b as JSONObject)
    case Op.list:
      return equalLists(plan.element!, a, b)
    case Op.map:
      return equalMaps(plan.element!, a, b)
    case Op.variant:
      return equalVariants(plan, a, b)
    case Op.raw:
    case Op.any:
      return equalUntyped(a ?? null, b ?? null)
    default:
      return equalScalars(plan, a, b)
  }
}

function isNil(value: Value): value is null | undefined {
  return value === null || value === undefined
}

function equalStructs(plan: StructPlan, a: JSONObject | null | undefined, b: JSONObject | null | undefined): boolean {
  const left = a ?? {}
  const right = b ?? {}
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const property = plan.byName.get(key)
    const x = Object.hasOwn(left, key) ? left[key] : undefined
    const y = Object.hasOwn(right, key) ? right[key] : undefined
    if (property === undefined ? !equalUntyped(x, y) : !equal(property.plan, x, y)) return false
  }
  return true
}

function equalLists(element: TypePlan, a: Value, b: Value): boolean {
  const left = Array.isArray(a) ? a : []
  const right = Array.isArray(b) ? b : []
  return left.length === right.length && left.every((member, i) => equal(element, member, right[i]))
}

function equalMaps(element: TypePlan, a: Value, b: Value): boolean {
  const left = (a ?? {}) as JSONObject
  const right = (b ?? {}) as JSONObject
  const keys = Object.keys(left)
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && equal(element, left[key], right[key]))
  )
}

function equalVariants(plan: TypePlan, a: Value, b: Value): boolean {
  if (isListOrNil(a) && isListOrNil(b)) return equalLists(plan.schemas.element!, a, b)
  return isJSONObject(a) && isJSONObject(b) && equal(plan.schema, a, b)
}

function isListOrNil(value: Value): boolean {
  return isNil(value) || Array.isArray(value)
}

function equalScalars(plan: TypePlan, a: Value, b: Value): boolean {
  if (plan.nullable && plan.op !== Op.bytes && (isNil(a) || isNil(b))) return isNil(a) && isNil(b)
  if (isZero(plan.type, a) && isZero(plan.type, b)) return true
  const zero = zeroTexts[plan.op] ?? null
  return equalPresent(plan, a ?? zero, b ?? zero)
}

/** The absent value of the types whose zero has several notations. */
const zeroTexts: Readonly<Partial<Record<Op, string>>> = {
  [Op.quantity]: '0',
  [Op.time]: '0001-01-01T00:00:00Z',
  [Op.microTime]: '0001-01-01T00:00:00.000000Z',
  [Op.duration]: '0s',
  [Op.bytes]: '',
}

function equalPresent(plan: TypePlan, a: JSONValue, b: JSONValue): boolean {
  if (plan.op === Op.quantity) return attempt(() => quantityEquals(a, b))
  return typeof a === 'string' && typeof b === 'string' ? equalTexts(plan, a, b) : sameInteger(a, b)
}

function sameInteger(a: Value, b: Value): boolean {
  return isInteger(a) && isInteger(b) && BigInt(a) === BigInt(b)
}

function isInteger(value: Value): value is number | bigint {
  return typeof value === 'bigint' || Number.isInteger(value)
}

function equalTexts(plan: TypePlan, a: string, b: string): boolean {
  switch (plan.op) {
    case Op.time:
      return attempt(() => sameInstant(parseTime(a), parseTime(b)))
    case Op.microTime:
      return attempt(() => sameInstant(parseMicroTime(a), parseMicroTime(b)))
    case Op.duration:
      return attempt(() => parseDuration(a) === parseDuration(b))
    case Op.bytes:
      return attempt(() => equalBytes(decodeBase64(a), decodeBase64(b)))
    default:
      return false
  }
}

function sameInstant(a: { seconds: number; nanos: number }, b: { seconds: number; nanos: number }): boolean {
  return a.seconds === b.seconds && a.nanos === b.nanos
}

/** Text that cannot be parsed is equal only if it is identical, which was tested before. */
function attempt(compare: () => boolean): boolean {
  try {
    return compare()
  } catch {
    return false
  }
}

/** Compares untyped JSON: same values in any order of keys; `undefined` members count as absent. */
function equalUntyped(a: Value, b: Value): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return sameInteger(a, b)
  if (Array.isArray(a) !== Array.isArray(b)) return false
  if (Array.isArray(a) && Array.isArray(b) && a.length === b.length)
    return a.every((item, i) => equalUntyped(item, b[i]))
  let missing = 0
  for (const key of Object.keys(a)) {
    const member = (a as JSONObject)[key]
    if (member === undefined) continue
    if (!Object.hasOwn(b, key) || !equalUntyped(member, (b as JSONObject)[key])) return false
    missing--
  }
  for (const key of Object.keys(b)) if ((b as JSONObject)[key] !== undefined) missing++
  return missing === 0
}
