import { deepCopy } from '../../descriptor/deep-copy.js'
import { Op, type TypePlan, typePlan } from '../../descriptor/json-plan.js'
import type { TypeDescriptor } from '../../descriptor/types.js'
import { weakMemo } from '../../internal/weak-memo.js'
import { isJSONObject, type JSONValue } from '../../json/json-value.js'
import { marshalledRaw } from '../../json/raw-text.js'
/**
 * Normalizes the raw JSON below an object as Go's converter does for unstructured objects, in place: sorted members,
 * numbers in Go's notation, HTML characters escaped. No part of the object may be shared with another one.
 *
 * Source: `FromUnstructured` of k8s.io/apimachinery/pkg/runtime, which marshals types with their own unmarshaler.
 */
export function marshalRaw(type: TypeDescriptor, object: object): void {
  const plan = typePlan(type)
  if (containsRaw(plan)) marshalBelow(plan, object as JSONValue)
}

/** As {@link marshalRaw} for a copy of the object; the object itself where its type has no raw JSON. */
export function withMarshalledRaw<T extends object>(type: TypeDescriptor, object: T): T {
  if (!containsRaw(typePlan(type))) return object
  const copy = deepCopy(object)
  marshalRaw(type, copy)
  return copy
}

function marshalBelow(plan: TypePlan, value: JSONValue): void {
  if (Array.isArray(value)) {
    const element = plan.op === Op.variant ? plan.schema : plan.element
    if (element === undefined || !containsRaw(element)) return
    for (const [i, member] of value.entries()) value[i] = marshalled(element, member)
  } else if (isJSONObject(value)) {
    const struct = plan.op === Op.variant ? plan.schema.struct : plan.op === Op.struct ? plan.struct : undefined
    for (const [name, member] of Object.entries(value)) {
      const below = struct === undefined ? plan.element : struct.byName.get(name)?.plan
      if (below !== undefined && containsRaw(below)) value[name] = marshalled(below, member)
    }
  }
}

function marshalled(plan: TypePlan, value: JSONValue): JSONValue {
  if (plan.op === Op.raw) return isJSONObject(value) ? marshalledRaw(value) : value
  marshalBelow(plan, value)
  return value
}

/** Reports whether values of a type can have raw JSON somewhere below; sets of fields do not count. */
const containsRaw = /* @__PURE__ */ weakMemo((plan: TypePlan): boolean => findsRaw(plan, new Set()))

function findsRaw(plan: TypePlan, seen: Set<TypePlan>): boolean {
  if (plan.op === Op.raw) return plan.type.kind !== 'fieldsV1'
  if (seen.has(plan)) return false
  seen.add(plan)
  return plansBelow(plan).some((below) => findsRaw(below, seen))
}

function plansBelow(plan: TypePlan): readonly TypePlan[] {
  if (plan.op === Op.variant) return [plan.schema]
  if (plan.op === Op.struct) return [...plan.struct.byName.values()].map((property) => property.plan)
  return plan.element === undefined ? [] : [plan.element]
}
