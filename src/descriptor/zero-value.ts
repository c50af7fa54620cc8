import type { JSONObject, JSONValue } from '../json/json-value.js'
import { Op, type StructPlan, type TypePlan, typePlan } from './json-plan.js'
import type { TypeDescriptor } from './types.js'

/**
 * The JSON of Go's zero value of a type, a new one on each call: `{}` with the fields Go always writes for a struct,
 * `null` for lists, maps, bytes, times and raw JSON, `"0"` for a quantity.
 */
export function zeroValue(type: TypeDescriptor): JSONValue {
  return zeroOf(typePlan(type))
}

/** {@link zeroValue} of a prepared type; `null` for pointers. */
export function zeroOf(plan: TypePlan): JSONValue {
  if (plan.nullable) return null
  switch (plan.op) {
    case Op.string:
      return ''
    case Op.bool:
      return false
    case Op.quantity:
      return '0'
    case Op.duration:
      return '0s'
    case Op.struct:
      return zeroStruct(plan.struct)
    case Op.variant:
      return plan.isOrBool ? false : null
    case Op.time:
    case Op.microTime:
      return null
    default:
      return 0
  }
}

function zeroStruct(plan: StructPlan): JSONObject {
  const zero: JSONObject = {}
  for (const property of plan.properties) if (property.always) zero[property.name] = zeroOf(property.plan)
  return zero
}

/**
 * Reports whether a JSON value is Go's zero value of its type: absent, `null`, `""`, `0`, `false`, an empty list or map, a
 * struct of which all fields are.
 */
export function isZero(type: TypeDescriptor, value: unknown): boolean {
  return isZeroOf(typePlan(type), value)
}

function isZeroOf(plan: TypePlan, value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (plan.op === Op.any || plan.op === Op.raw) return false
  // Empty text is another value than the number 0 to Go's IntOrString.
  if (value === '') return plan.op !== Op.intOrString
  if (value === 0 || value === 0n || value === false) return true
  if (Array.isArray(value)) return value.length === 0
  if (typeof value === 'object')
    return plan.op === Op.struct ? isZeroStruct(plan.struct, value) : isEmptyObject(plan, value)
  if (plan.op === Op.quantity) return value === '0'
  return plan.op === Op.duration && value === '0s'
}

function isZeroStruct(plan: StructPlan, value: object): boolean {
  return Object.entries(value).every(([name, member]) => {
    const property = plan.byName.get(name)
    if (property === undefined) return member === undefined
    return property.pointer ? member === undefined || member === null : isZeroOf(property.plan, member)
  })
}

function isEmptyObject(plan: TypePlan, value: object): boolean {
  return plan.op === Op.map && Object.keys(value).length === 0
}
