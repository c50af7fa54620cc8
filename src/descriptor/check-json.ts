import { isBase64Text } from '../internal/base64-text.js'
import { isContainer, isJSONObject } from '../json/json-value.js'
import { Op, type PropertyPlan, type StructPlan, type TypePlan } from './json-plan.js'
import { isAnyQuantity, isDurationText, isMicroTimeText, isTimeText } from './scalar-shape.js'

/** Settings and findings of a check of parsed JSON. */
export interface CheckState {
  /** Unknown fields make the check fail; keys are counted everywhere, raw JSON included. */
  readonly strict: boolean
  /** The numbers equal those of the text: none was rounded, and integers outside ±(2^53−1) are `bigint`. */
  readonly exact: boolean
  /** Fields of 64 bits may hold a `bigint`. */
  readonly bigint: boolean
  /** How many object keys were seen; complete only when `strict`. */
  keys: number
  /** The value has a list of integers; parsing does not distinguish `1.0` in it from `1`. */
  integerList: boolean
  /** Raw JSON was seen of which Go keeps the text. */
  rawText: boolean
}

/** A state to begin with. */
export function newCheckState(facts: Partial<CheckState> = {}): CheckState {
  const { strict = false, exact = false, bigint = false } = facts
  return { strict, exact, bigint, keys: 0, integerList: false, rawText: false }
}

/**
 * Reports whether a parsed value fits `plan`. If the state does not mark numbers as exact, false may also mean that one of
 * them may have been rounded.
 */
export function checkValue(plan: TypePlan, value: unknown, state: CheckState): boolean {
  switch (plan.op) {
    case Op.string:
      return typeof value === 'string' || value === null
    case Op.bool:
      return typeof value === 'boolean' || value === null
    case Op.int32:
      return isInt32(value) || value === null
    case Op.int64:
      return Number.isSafeInteger(value) || value === null || isWideInteger(plan.op, value, state)
    case Op.struct:
      return value === null || (isJSONObject(value) && checkStruct(plan.struct, value, state))
    case Op.list:
      return value === null || (Array.isArray(value) && checkList(plan.element!, value, state))
    case Op.map:
      return value === null || (isJSONObject(value) && checkMap(plan.element!, value, state))
    case Op.raw:
      if (plan.type.kind !== 'fieldsV1') state.rawText ||= isJSONObject(value)
      else if (!state.strict && containsOnlyObjects(value)) return true
      return countKeys(value, state)
    case Op.any:
      return countKeys(value, state)
    default:
      return typeof value === 'string' ? checkText(plan, value) : checkRare(plan, value, state)
  }
}

/** Scalars with a meaning, written as text: what the exact parsers take, word for word. */
function checkText(plan: TypePlan, text: string): boolean {
  switch (plan.op) {
    case Op.time:
      return isTimeText(text)
    case Op.quantity:
      return isAnyQuantity(text)
    case Op.intOrString:
      return true
    case Op.bytes:
      return isBase64Text(text)
    case Op.microTime:
      return isMicroTimeText(text)
    case Op.duration:
      return isDurationText(text)
    // Stryker disable next-line ConditionalExpression: nothing is no
    default:
      return false
  }
}

/** Checks the types that are neither strings nor frequent. */
function checkRare(plan: TypePlan, value: unknown, state: CheckState): boolean {
  switch (plan.op) {
    case Op.variant:
      return checkVariant(plan, value, state)
    case Op.duration:
      // Go finds no duration in the text that null leaves empty.
      return value === null && plan.nullable
    case Op.uint32:
      return value === null || (Number.isInteger(value) && (value as number) >>> 0 === value)
    case Op.uint64:
      return (
        value === null ||
        (Number.isSafeInteger(value) && (value as number) >= 0) ||
        isWideInteger(plan.op, value, state)
      )
    case Op.float:
    case Op.double:
      return value === null || isFloat(plan.op, value)
    case Op.intOrString:
      return value === null || isInt32(value)
    case Op.quantity:
      return value === null || isExactNumber(value, state)
    case Op.bytes:
      return value === null || (Array.isArray(value) && value.every(isByte))
    default:
      return value === null
  }
}

function isInt32(value: unknown): boolean {
  return typeof value === 'number' && (value | 0) === value
}

function isByte(value: unknown): boolean {
  return value === null || (Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 255)
}

function isWideInteger(op: Op, value: unknown, state: CheckState): boolean {
  if (typeof value !== 'bigint' || !state.bigint) return false
  return (op === Op.int64 ? BigInt.asIntN(64, value) : BigInt.asUintN(64, value)) === value
}

/** Integers beyond ±(2^53−1) round as they do in Go. */
function isFloat(op: Op, value: unknown): boolean {
  if (typeof value !== 'number' && typeof value !== 'bigint') return false
  return Number.isFinite(op === Op.float ? Math.fround(Number(value)) : Number(value))
}

/** Also for integers in untyped JSON and in quantities: the value equals the text. */
function isExactNumber(value: unknown, { exact }: CheckState): boolean {
  if (typeof value !== 'number') return exact && typeof value === 'bigint'
  return exact ? Number.isFinite(value) : Math.abs(value) <= Number.MAX_SAFE_INTEGER
}

/** Variants that are nil when they are pointers only; see `JSONSchemaPropsOrBool` and its like. */
function checkVariant(plan: TypePlan, value: unknown, state: CheckState): boolean {
  if (isJSONObject(value)) return checkStruct(plan.schema.struct, value, state)
  if (plan.isOrBool) return typeof value === 'boolean' || (value === null && plan.nullable)
  return Array.isArray(value) ? checkValue(plan.schemas, value, state) : countKeys(value, state)
}

function checkStruct(plan: StructPlan, value: Record<string, unknown>, state: CheckState): boolean {
  let last: PropertyPlan = plan.start
  let count = 0
  for (const key in value) {
    const member = value[key]
    count++
    let property = last.next
    if (property.name !== key) {
      const found = plan.byName.get(key)
      if (found === undefined) {
        if ((state.strict && !plan.type.options.preserveUnknownFields) || !countKeys(member, state)) return false
        // It may have lists of whole fractions, which are read with their text at hand.
        state.integerList = true
        continue
      }
      last.next = found
      property = found
    }
    last = property
    if (typeof member === 'string') {
      if (property.op === Op.string) continue
    } else if (property.op === Op.struct && isJSONObject(member)) {
      if (checkStruct(property.plan.struct, member, state)) continue
      return false
    }
    if (!checkValue(property.plan, member, state)) return false
  }
  state.keys += count
  return true
}

function checkList(element: TypePlan, value: unknown[], state: CheckState): boolean {
  const { op } = element
  if (op === Op.int32 || op === Op.int64) state.integerList = true
  for (let i = 0; i < value.length; i++) {
    const member = value[i]
    if (op === Op.struct && isJSONObject(member)) {
      if (!checkStruct(element.struct, member, state)) return false
    } else if (!(op === Op.string && typeof member === 'string') && !checkValue(element, member, state)) return false
  }
  return true
}

function checkMap(element: TypePlan, value: Record<string, unknown>, state: CheckState): boolean {
  let count = 0
  for (const key in value) {
    count++
    const member = value[key]
    if (typeof member === 'string' && element.op === Op.string) continue
    if (!checkValue(element, member, state)) return false
  }
  state.keys += count
  return true
}

/** Field sets are a large part of many objects, and have objects all the way down. */
export function containsOnlyObjects(value: unknown): boolean {
  if (typeof value !== 'object') return false
  for (const key in value) if (!containsOnlyObjects((value as Record<string, unknown>)[key])) return false
  return true
}

/** Counts the keys of untyped JSON. Returns false when a number may differ from the text. */
export function countKeys(value: unknown, state: CheckState): boolean {
  if (typeof value === 'number') return isExactNumber(value, state)
  if (!isContainer(value)) return true
  if (Array.isArray(value)) return value.every((member) => countKeys(member, state))
  let count = 0
  for (const key in value) {
    count++
    const member = (value as Record<string, unknown>)[key]
    // Stryker disable next-line all: spares a call for what is no number and has no keys
    if (typeof member !== 'string' && typeof member !== 'boolean' && !countKeys(member, state)) return false
  }
  state.keys += count
  return true
}
