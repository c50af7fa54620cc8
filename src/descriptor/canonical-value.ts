import { compareStrings } from '../internal/compare-strings.js'
import { isJSONObject, type JSONObject, type JSONValue, setOwn } from '../json/json-value.js'
import { sourceTexts } from '../json/source-texts.js'
import { canonicalScalar, notCanonical } from './canonical-scalar.js'
import { type CheckState, containsOnlyObjects, countKeys } from './check-json.js'
import { isGoStruct, Op, type PropertyPlan, type StructPlan, type TypePlan } from './json-plan.js'
import type { WaitingFieldSets } from './waiting-field-sets.js'
import { zeroOf } from './zero-value.js'

/** Findings that come with a canonical value. */
export interface CanonicalState extends CheckState {
  /** A value does not fit its type. The result is not usable; the exact reader finds the reason. */
  failed: boolean
  /**
   * `JSON.stringify` cannot write the result: a `bigint`, negative zero, keys that JavaScript orders by number, raw
   * JSON with a remembered text.
   */
  needsWriter: boolean
  /** Empty bytes stay where JSON leaves them out: Go holds them, and other formats write them. */
  readonly keepsEmptyBytes: boolean
  /** Where field sets that nobody has read go; without it they are read. */
  readonly waiting: WaitingFieldSets | undefined
}

/**
 * The initial state. `exact` is false if `JSON.parse` may have rounded numbers; `reading` gives the value that Go holds
 * rather than the one that it writes; `waiting` receives the texts of field sets that nobody has read.
 */
export function newCanonicalState(exact: boolean, reading = false, waiting?: WaitingFieldSets): CanonicalState {
  return {
    // Keys are counted for readers only.
    strict: reading,
    exact,
    bigint: false,
    keys: 0,
    integerList: false,
    rawText: false,
    failed: false,
    needsWriter: false,
    keepsEmptyBytes: reading,
    waiting,
  }
}

/**
 * The value as Go would write it: struct order, sorted maps, no unknown fields, zero values as `omitempty` has them,
 * scalars in their canonical form. What is canonical already is returned as it is; nothing is changed in place.
 */
export function canonicalOf(plan: TypePlan, value: JSONValue | undefined, state: CanonicalState): JSONValue {
  switch (plan.op) {
    case Op.string:
      if (typeof value === 'string') return value
      break
    case Op.struct:
      if (isJSONObject(value)) return canonicalStruct(plan.struct, value, state)
      break
    case Op.list:
      if (Array.isArray(value)) return canonicalList(plan.element!, value, state)
      break
    case Op.map:
      if (isJSONObject(value)) return canonicalMap(plan.element!, value, state)
      break
    case Op.raw:
      if (plan.type.kind !== 'fieldsV1') state.rawText ||= isJSONObject(value)
      else if (isPlainFieldSet(value, state)) return value
      return canonicalRaw(value, state)
    case Op.any:
      if (!hasSortedKeys(value ?? null)) state.needsWriter = true
      // The text may have been `-0`, an integer in Go, or `-0.0`.
      if (!state.exact && Object.is(value, -0)) state.failed = true
      return canonicalRaw(value, state)
    case Op.variant:
      if (value !== null && value !== undefined) return canonicalVariant(plan, value, state)
      break
    default:
      if (value !== null && value !== undefined) return scalar(plan, value, state)
  }
  if (value === null || value === undefined) {
    if (state.keepsEmptyBytes && refusesNull(plan)) state.failed = true
    return zeroOf(plan)
  }
  state.failed = true
  return null
}

/** Go's readers of these find no text in `null`. */
function refusesNull(plan: TypePlan): boolean {
  if (plan.nullable) return false
  return plan.op === Op.duration || plan.isOrBool
}

function scalar(plan: TypePlan, value: JSONValue, state: CanonicalState): JSONValue {
  const result = canonicalScalar(plan.op, value)
  if (result === notCanonical) {
    state.failed = true
    return null
  }
  if (typeof result === 'bigint' || Object.is(result, -0)) state.needsWriter = true
  return result
}

function canonicalStruct(plan: StructPlan, given: JSONObject, state: CanonicalState): JSONObject {
  const { waiting } = state
  const value = waiting !== undefined && plan.byName.has('fieldsV1') ? waiting.replacedIn(given) : given
  const keepsUnknown = plan.type.options.preserveUnknownFields === true
  let last: PropertyPlan = plan.start
  let count = 0
  let always = 0
  let same = true
  let replaced: Map<PropertyPlan, JSONValue> | undefined
  for (const key in value) {
    count++
    let property = last.next
    const member = value[key] as JSONValue
    if (property.name !== key) {
      const found = plan.byName.get(key)
      if (found === undefined) {
        // Dropped values are not checked: they may even hold infinite numbers. What is kept is counted where it is added.
        if (!keepsUnknown) countKeys(member, state)
        same = false
        continue
      }
      last.next = found
      property = found
    }
    if (property.index <= last.index) same = false
    last = property
    if (property.op === Op.string && typeof member === 'string') {
      if (property.always) always++
      else if (member === '' && !property.pointer) same = false
      continue
    }
    const canonical = canonicalOf(property.plan, member, state)
    if (canonical !== member) {
      replaced ??= new Map()
      replaced.set(property, canonical)
    }
    if (property.always) always++
    else if (isOmitted(property, canonical, state)) same = false
  }
  state.keys += count
  if (keepsUnknown) return addUnknown(rebuild({ plan, value, state }, replaced), { plan, value, state })
  if (!same || always !== plan.alwaysCount) return rebuild({ plan, value, state }, replaced)
  return replaced === undefined ? value : copyWith(value, replaced)
}

interface StructValue {
  readonly plan: StructPlan
  readonly value: JSONObject
  readonly state: CanonicalState
}

/** The struct, which has all its members in order, with other values for some. */
function copyWith(value: JSONObject, replaced: ReadonlyMap<PropertyPlan, JSONValue>): JSONObject {
  const copy = { ...value }
  for (const [{ name }, member] of replaced) if (Object.hasOwn(copy, name)) setOwn(copy, name, member)
  return copy
}

/** Creates the struct again, in order; members that `replaced` does not name are canonical already. */
function rebuild(
  { plan, value, state }: StructValue,
  replaced: ReadonlyMap<PropertyPlan, JSONValue> | undefined,
): JSONObject {
  const result: JSONObject = {}
  for (const property of presentProperties(plan, value)) {
    const { name } = property
    const given = Object.hasOwn(value, name) ? value[name] : undefined
    if (given === undefined) {
      if (property.always) setOwn(result, name, zeroOf(property.plan))
      continue
    }
    const member = replaced?.has(property) ? (replaced.get(property) as JSONValue) : given
    if (property.always || !isOmitted(property, member, state)) setOwn(result, name, member)
  }
  return result
}

/** The declared members that a value has, and those that are always written, in order. */
function presentProperties(plan: StructPlan, value: JSONObject): readonly PropertyPlan[] {
  if (plan.alwaysCount > 0) return plan.properties
  const members: PropertyPlan[] = []
  for (const key in value) {
    const property = plan.byName.get(key)
    if (property !== undefined) members.push(property)
  }
  return members.sort(byIndex)
}

function byIndex(a: PropertyPlan, b: PropertyPlan): number {
  return a.index - b.index
}

/** Undeclared members follow the declared ones, sorted, as in a map. */
function addUnknown(result: JSONObject, { plan, value, state }: StructValue): JSONObject {
  const unknown = Object.keys(value).filter((key) => !plan.byName.has(key) && value[key] !== undefined)
  // It may have lists of whole fractions, which are read with their text at hand.
  if (unknown.length > 0) state.integerList = true
  for (const key of unknown.sort(compareStrings)) setOwn(result, key, canonicalRaw(value[key], state))
  return result
}

/** Go's `omitempty` and `omitzero` for a canonical value. */
function isOmitted(property: PropertyPlan, value: JSONValue, { keepsEmptyBytes }: CanonicalState): boolean {
  if (property.pointer) return value === null
  switch (property.op) {
    case Op.string:
      return value === ''
    case Op.bool:
      return value === false
    case Op.list:
      return value === null || (!property.omitZero && (value as JSONValue[]).length === 0)
    case Op.map:
      return value === null || (!property.omitZero && isEmpty(value as JSONObject))
    case Op.bytes:
      return value === null || (value === '' && !keepsEmptyBytes)
    case Op.any:
      return value === null
    case Op.struct:
      return property.omitZero && isZeroStruct(property.plan.struct, value as JSONObject)
    default:
      return isGoStruct(property.op) ? isZeroScalar(value) : value === 0 || value === 0n
  }
}

function isEmpty(value: JSONObject): boolean {
  for (const _ in value) return false
  return true
}

/** For `omitzero`: a struct may have fields that are always written. */
function isZeroStruct(plan: StructPlan, value: JSONObject): boolean {
  for (const key in value) {
    const property = plan.byName.get(key)
    if (property === undefined) return false
    const member = value[key] as JSONValue
    const isZero =
      property.op === Op.struct && member !== null
        ? isZeroStruct(property.plan.struct, member as JSONObject)
        : member === zeroOf(property.plan)
    if (!isZero) return false
  }
  return true
}

/** For `omitzero`: zero times and raw values are `null`, a zero quantity is `"0"`, a zero duration `"0s"`. */
function isZeroScalar(value: JSONValue): boolean {
  return value === null || value === 0 || value === '0' || value === '0s' || value === false
}

function canonicalList(element: TypePlan, value: JSONValue[], state: CanonicalState): JSONValue[] {
  let result: JSONValue[] | undefined
  if (element.op === Op.int32 || element.op === Op.int64) state.integerList = true
  for (let i = 0; i < value.length; i++) {
    const member = value[i] as JSONValue
    if (element.op === Op.string && typeof member === 'string') {
      if (result !== undefined) result.push(member)
      continue
    }
    const canonical = canonicalOf(element, member, state)
    if (canonical !== member && result === undefined) result = value.slice(0, i)
    if (result !== undefined) result.push(canonical)
  }
  return result ?? value
}

function canonicalMap(element: TypePlan, value: JSONObject, state: CanonicalState): JSONObject {
  let last: string | undefined
  let count = 0
  let same = true
  let replaced: Map<string, JSONValue> | undefined
  for (const key in value) {
    count++
    if (last !== undefined && same && compareStrings(last, key) > 0) same = false
    last = key
    const member = value[key] as JSONValue
    if (element.op === Op.string && typeof member === 'string') continue
    const canonical = canonicalOf(element, member, state)
    if (canonical !== member) {
      replaced ??= new Map()
      replaced.set(key, canonical)
    }
  }
  state.keys += count
  return same && replaced === undefined ? value : rebuildMap(value, replaced, state)
}

function startsWithDigit(key: string): boolean {
  const unit = key.charCodeAt(0)
  return unit >= 48 && unit <= 57
}

function rebuildMap(
  value: JSONObject,
  replaced: ReadonlyMap<string, JSONValue> | undefined,
  state: CanonicalState,
): JSONObject {
  const result: JSONObject = {}
  const keys = Object.keys(value).sort(compareStrings)
  for (const key of keys) {
    if (value[key] !== undefined) setOwn(result, key, replaced?.has(key) ? replaced.get(key) : value[key])
  }
  // Only names that are integers take a place of their own.
  if (!keys.some((key) => startsWithDigit(key))) return result
  const held = Object.keys(result)
  if (held.some((key, i) => i > 0 && compareStrings(held[i - 1]!, key) > 0)) state.needsWriter = true
  return result
}

/** Reports whether a value is a field set in which nothing has to be counted, and of which no text is remembered. */
function isPlainFieldSet(value: JSONValue | undefined, { strict }: CanonicalState): value is JSONObject {
  return !strict && isJSONObject(value) && containsOnlyObjects(value) && !sourceTexts.has(value)
}

/** Raw JSON is kept unchanged; it only has to be valid JSON. */
function canonicalRaw(value: JSONValue | undefined, state: CanonicalState): JSONValue {
  if (!countKeys(value ?? null, state)) state.failed = true
  if (typeof value === 'object' && value !== null && sourceTexts.has(value)) state.needsWriter = true
  if (typeof value === 'bigint' || Object.is(value, -0)) state.needsWriter = true
  return value ?? null
}

/** Go holds objects without a type as maps, which it writes sorted. */
function hasSortedKeys(value: JSONValue): boolean {
  if (Array.isArray(value)) return value.every(hasSortedKeys)
  if (!isJSONObject(value)) return true
  let last: string | undefined
  for (const key in value) {
    // Stryker disable next-line EqualityOperator: no object has a key twice
    if (last !== undefined && compareStrings(last, key) > 0) return false
    if (!hasSortedKeys(value[key]!)) return false
    last = key
  }
  return true
}

/** Go holds an empty list in place of a schema, but writes it as `null`. */
function canonicalVariant(plan: TypePlan, value: JSONValue, state: CanonicalState): JSONValue {
  if (isJSONObject(value)) return canonicalStruct(plan.schema.struct, value, state)
  if (plan.isOrBool && typeof value === 'boolean') return value
  if (!plan.isOrBool && Array.isArray(value)) {
    if (value.length === 0) state.needsWriter = true
    return canonicalOf(plan.schemas, value, state)
  }
  state.failed = true
  return null
}
