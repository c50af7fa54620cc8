import { weakMemo } from '../internal/weak-memo.js'
import { isContainer, type JSONObject, type JSONValue, setOwn } from '../json/json-value.js'
import { deepCopy } from './deep-copy.js'
import { guardDepth } from './guard-depth.js'
import { Op, type StructPlan, type TypePlan, typePlan } from './json-plan.js'
import type { TypeDescriptor } from './types.js'

/**
 * Applies declared defaults (`+default`) in place, also below lists and maps and within defaults. A field gets its default
 * when it is absent or `null`. A struct field that is not a pointer counts as present once a default below it applies.
 */
export function applyDefaults(type: TypeDescriptor, value: unknown): void {
  guardDepth(() => fill(typePlan(type), value as JSONValue | undefined))
}

function fill(plan: TypePlan, value: JSONValue | undefined): void {
  if (!isContainer(value)) return
  if (plan.op === Op.struct) fillStruct(plan.struct, value as JSONObject)
  else if (plan.op === Op.variant) fill(Array.isArray(value) ? plan.schemas : plan.schema, value)
  else if (plan.element !== undefined) fillMembers(plan.element, value as JSONObject)
}

/** Null among structs is the empty struct in Go, into which defaults go. Lists have members as well. */
function fillMembers(plan: TypePlan, value: JSONObject): void {
  if (!mayHaveDefaults(plan)) return
  for (const name of Object.keys(value)) {
    if (value[name] !== null) fill(plan, value[name])
    else if (plan.op === Op.struct && !plan.nullable) fillEmpty(plan, value, name)
  }
}

function fillStruct(plan: StructPlan, value: JSONObject): void {
  for (const property of propertiesWithDefaults(plan)) {
    const present = value[property.name]
    if (present !== undefined && present !== null && Object.hasOwn(value, property.name)) fill(property.plan, present)
    else fillAbsent(property, value)
  }
}

function fillAbsent(property: StructPlan['properties'][number], value: JSONObject): void {
  const fallback = property.property.options.default
  if (fallback !== undefined) {
    const filled = deepCopy(fallback)
    fill(property.plan, filled)
    setOwn(value, property.name, filled)
    // Go's value structs are always there, so that defaults below them apply.
  } else if (property.op === Op.struct && !property.pointer) fillEmpty(property.plan, value, property.name)
}

/** Sets a member to the empty struct with its defaults filled in, if there are any. */
function fillEmpty(plan: TypePlan, target: JSONObject, name: string): void {
  const filled: JSONObject = {}
  fill(plan, filled)
  if (Object.keys(filled).length > 0) setOwn(target, name, filled)
}

/** The properties that have a default or something with defaults below; most have not and are passed over. */
const propertiesWithDefaults: (struct: StructPlan) => StructPlan['properties'] = /* @__PURE__ */ weakMemo(
  (struct: StructPlan) =>
    struct.properties.filter(({ property, plan }) => property.options.default !== undefined || mayHaveDefaults(plan)),
)

/** Reports whether a default is declared anywhere below. */
function mayHaveDefaults(plan: TypePlan): boolean {
  const struct = innermostStruct(plan)
  return struct !== undefined && declaresDefaults(struct)
}

/** A search over the graph of types, each visited once: types may contain themselves. */
const declaresDefaults: (start: StructPlan) => boolean = /* @__PURE__ */ weakMemo((start: StructPlan) => {
  const seen = new Set<StructPlan>([start])
  for (const struct of seen) {
    for (const property of struct.properties) {
      if (property.property.options.default !== undefined) return true
      const inner = innermostStruct(property.plan)
      if (inner !== undefined) seen.add(inner)
    }
  }
  return false
})

function innermostStruct(plan: TypePlan): StructPlan | undefined {
  if (plan.op === Op.struct) return plan.struct
  const inner = plan.op === Op.variant ? plan.schema : plan.element
  return inner && innermostStruct(inner)
}
