import type { JSONObject, JSONValue } from '../json/json-value.js'
import { guardDepth } from './guard-depth.js'
import { Op, type TypePlan, typePlan } from './json-plan.js'
import type { StructProperty, TypeDescriptor } from './types.js'

/** A value met on a {@link walk}. */
export interface WalkStep {
  readonly value: JSONValue
  readonly type: TypeDescriptor
  /** Go's notation: `spec.containers[0].image`; keys of maps are not quoted. Empty for the root. */
  readonly path: string
  /** The field of the value; absent for the root, for list elements and for map values. */
  readonly property?: StructProperty
}

/** Called for each value, parents first. Return `false` to leave out what is below. */
export type WalkVisitor = (step: WalkStep) => boolean | undefined

/** Visits a value and everything below it that its type describes, in order. Unknown fields are not visited. */
export function walk(type: TypeDescriptor, value: unknown, visitor: WalkVisitor): void {
  guardDepth(() => visit(typePlan(type), { value: value as JSONValue, type, path: '' }, visitor))
}

function visit(plan: TypePlan, step: WalkStep, visitor: WalkVisitor): void {
  if (visitor(step) === false) return
  const { value } = step
  if (typeof value !== 'object' || value === null) return
  if (plan.op !== Op.variant) visitMembers(plan, step, visitor)
  else visitMembers(Array.isArray(value) ? plan.schemas : plan.schema, step, visitor)
}

/** Visits what is in a list, map or struct. */
function visitMembers(plan: TypePlan, { value, path }: WalkStep, visitor: WalkVisitor): void {
  if (plan.op === Op.list && Array.isArray(value)) {
    const element = plan.element!
    for (const [i, member] of value.entries())
      visit(element, { value: member, type: element.type, path: `${path}[${i}]` }, visitor)
  } else if (plan.op === Op.struct || plan.op === Op.map) {
    for (const [name, member] of Object.entries(value as JSONObject)) visitMember(plan, { name, member, path }, visitor)
  }
}

function visitMember(
  plan: TypePlan,
  at: { name: string; member: JSONValue; path: string },
  visitor: WalkVisitor,
): void {
  if (at.member === undefined) return
  const path = at.path === '' ? at.name : `${at.path}.${at.name}`
  const property = plan.op === Op.struct ? plan.struct.byName.get(at.name) : undefined
  const target = plan.op === Op.struct ? property?.plan : plan.element
  if (target === undefined) return
  const step = { value: at.member, type: target.type, path }
  visit(target, property === undefined ? step : { ...step, property: property.property }, visitor)
}
