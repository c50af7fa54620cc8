import type { JSONObject, JSONValue } from '../json/json-value.js'
import { setOwn } from '../json/json-value.js'
import { deepCopy } from './deep-copy.js'
import { Op, type StructPlan, type TypePlan, typePlan } from './json-plan.js'
import type { TypeDescriptor } from './types.js'

/**
 * Fills in declared defaults (`+default`) in place, also below lists and maps, and inside of defaults. A field is filled when
 * it is absent or `null`; a struct field that is no pointer counts as present once a default below it applies.
 */
export function applyDefaults(type: TypeDescriptor, value: unknown): void {
  fill(typePlan(type), value as JSONValue | undefined)
}

function fill(plan: TypePlan, value: JSONValue | undefined): void {
  if (typeof value !== 'object' || value === null || !mayHaveDefaults(plan)) return
  if (plan.op === Op.struct) fillStruct(plan.struct, value as JSONObject)
  else if (plan.op === Op.list) for (const member of value as JSONValue[]) fill(plan.element as TypePlan, member)
  else if (plan.op === Op.map) for (const member of Object.values(value)) fill(plan.element as TypePlan, member)
  else if (plan.op === Op.variant && !Array.isArray(value)) fill(plan.schema, value)
  else if (plan.op === Op.variant) fill(plan.schemas, value)
}

function fillStruct(plan: StructPlan, value: JSONObject): void {
  for (const property of plan.properties) {
    const present = Object.hasOwn(value, property.name) ? value[property.name] : undefined
    const fallback = property.property.options.default
    if (present !== undefined && present !== null) fill(property.plan, present)
    else if (fallback !== undefined) setDefault(value, property.name, property.plan, deepCopy(fallback))
    else if (property.op === Op.struct && !property.pointer) fillAbsentStruct(value, property.name, property.plan)
  }
}

// biome-ignore lint/complexity/useMaxParams: where, what and of which type belong together
function setDefault(target: JSONObject, name: string, plan: TypePlan, value: JSONValue): void {
  fill(plan, value)
  setOwn(target, name, value)
}

/** Go's value structs are always there, so that defaults below them apply. */
function fillAbsentStruct(target: JSONObject, name: string, plan: TypePlan): void {
  if (!mayHaveDefaults(plan)) return
  const inner: JSONObject = {}
  fillStruct(plan.struct, inner)
  for (const _ in inner) {
    setOwn(target, name, inner)
    return
  }
}

const known: WeakMap<StructPlan, boolean> = /* @__PURE__ */ new WeakMap()

/** Reports whether a default is declared anywhere below; most types have none and are passed over. */
function mayHaveDefaults(plan: TypePlan): boolean {
  if (plan.op === Op.list || plan.op === Op.map) return mayHaveDefaults(plan.element as TypePlan)
  if (plan.op === Op.variant) return mayHaveDefaults(plan.schema)
  if (plan.op !== Op.struct) return false
  const answer = known.get(plan.struct)
  if (answer !== undefined) return answer
  const found = searchDefaults(plan.struct)
  known.set(plan.struct, found)
  return found
}

/** A search over the graph of types, each visited once: types may contain themselves. */
function searchDefaults(start: StructPlan): boolean {
  const seen = new Set<StructPlan>([start])
  for (const struct of seen) {
    for (const property of struct.properties) {
      if (property.property.options.default !== undefined) return true
      const inner = innermostStruct(property.plan)
      if (inner !== undefined) seen.add(inner)
    }
  }
  return false
}

function innermostStruct(plan: TypePlan): StructPlan | undefined {
  if (plan.op === Op.struct) return plan.struct
  if (plan.op === Op.variant) return plan.schema.struct
  return plan.element === undefined ? undefined : innermostStruct(plan.element)
}
