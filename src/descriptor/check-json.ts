import { isCanonicalBase64 } from '../internal/base64.js'
import { Op, type PropertyPlan, type StructPlan, type TypePlan } from './json-plan.js'
import { isCanonicalMicroTime, isCanonicalTime, isPlainQuantity } from './scalar-shape.js'

/** What a check of parsed JSON found out besides its verdict. */
export interface CheckState {
  /** Unknown fields make the check fail; keys are counted everywhere, raw JSON included. */
  readonly strict: boolean
  /** How many object keys were seen; complete only when `strict`. */
  keys: number
  /** A list of integers was seen; `1.0` in it cannot be told from `1`. */
  integerList: boolean
  /** Raw JSON was seen of which Go keeps the text. */
  rawText: boolean
}

/**
 * Reports whether a parsed value is plainly what `plan` expects. False means that something needs a closer look, not that
 * it is wrong: the exact reader decides, and words the error.
 */
export function checkValue(plan: TypePlan, value: unknown, state: CheckState): boolean {
  switch (plan.op) {
    case Op.string:
      return typeof value === 'string' || value === null
    case Op.bool:
      return typeof value === 'boolean' || value === null
    case Op.int32:
      return (typeof value === 'number' && (value | 0) === value) || value === null
    case Op.int64:
      return Number.isSafeInteger(value) || value === null
    case Op.struct:
      return value === null || (isObject(value) && checkStruct(plan.struct, value, state))
    case Op.list:
      return value === null || (Array.isArray(value) && checkList(plan.element as TypePlan, value, state))
    case Op.map:
      return value === null || (isObject(value) && checkMap(plan.element as TypePlan, value, state))
    case Op.time:
      return (typeof value === 'string' && isCanonicalTime(value)) || value === null
    default:
      return checkRare(plan, value, state)
  }
}

function checkRare(plan: TypePlan, value: unknown, state: CheckState): boolean {
  switch (plan.op) {
    case Op.uint32:
    case Op.uint64:
      return (
        value === null ||
        (Number.isSafeInteger(value) &&
          (value as number) >= 0 &&
          (plan.op === Op.uint64 || (value as number) <= 0xffff_ffff))
      )
    case Op.float:
    case Op.double:
      return value === null || (typeof value === 'number' && Number.isFinite(value))
    case Op.raw:
      // Field sets hold no numbers, and are a large part of many objects.
      if (plan.type.kind === 'fieldsV1') return !state.strict || countKeys(value, state)
      state.rawText = true
      return countKeys(value, state)
    case Op.any:
      return countKeys(value, state)
    case Op.intOrString:
      return typeof value === 'string' || (typeof value === 'number' && (value | 0) === value) || value === null
    case Op.quantity:
      return (typeof value === 'string' && isPlainQuantity(value)) || value === null
    case Op.bytes:
      return (typeof value === 'string' && isCanonicalBase64(value)) || value === null
    case Op.microTime:
      return (typeof value === 'string' && isCanonicalMicroTime(value)) || value === null
    default:
      return false
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function checkStruct(plan: StructPlan, value: Record<string, unknown>, state: CheckState): boolean {
  let last: PropertyPlan = plan.start
  let count = 0
  for (const key in value) {
    count++
    let property = last.next
    if (property.name !== key) {
      const found = plan.byName.get(key)
      if (found === undefined) {
        if (state.strict || !countKeys(value[key], state)) return false
        continue
      }
      last.next = found
      property = found
    }
    last = property
    const member = value[key]
    if (typeof member === 'string') {
      if (property.op === Op.string) continue
    } else if (property.op === Op.struct && isObject(member)) {
      if (checkStruct(property.plan.struct, member, state)) continue
      return false
    }
    if (!checkValue(property.plan, member, state)) return false
  }
  state.keys += count
  return true
}

function checkList(element: TypePlan, value: unknown[], state: CheckState): boolean {
  if (element.op === Op.string) {
    for (let i = 0; i < value.length; i++) if (typeof value[i] !== 'string' && value[i] !== null) return false
    return true
  }
  if (element.op === Op.struct) {
    const { struct } = element
    for (let i = 0; i < value.length; i++) {
      const member = value[i]
      if (member !== null && !(isObject(member) && checkStruct(struct, member, state))) return false
    }
    return true
  }
  if (element.op === Op.int32 || element.op === Op.int64) state.integerList = true
  for (let i = 0; i < value.length; i++) if (!checkValue(element, value[i], state)) return false
  return true
}

function checkMap(element: TypePlan, value: Record<string, unknown>, state: CheckState): boolean {
  let count = 0
  if (element.op === Op.string) {
    for (const key in value) {
      count++
      const member = value[key]
      if (typeof member !== 'string' && member !== null) return false
    }
  } else {
    for (const key in value) {
      count++
      if (!checkValue(element, value[key], state)) return false
    }
  }
  state.keys += count
  return true
}

/** Counts the keys of untyped JSON. False when a number has become infinite. */
export function countKeys(value: unknown, state: CheckState): boolean {
  if (typeof value !== 'object') return typeof value !== 'number' || Number.isFinite(value)
  if (value === null) return true
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (!countKeys(value[i], state)) return false
    return true
  }
  let count = 0
  for (const key in value) {
    count++
    const member = (value as Record<string, unknown>)[key]
    if ((typeof member === 'object' || typeof member === 'number') && !countKeys(member, state)) return false
  }
  state.keys += count
  return true
}
