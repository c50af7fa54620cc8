import type { JSONObject, JSONValue } from '../../../descriptor/types.js'
import { setOwn } from '../../../json/json-value.js'
import { isZeroValue } from '../zero-value.js'
import { type FieldPlan, Reading, type StructPlan } from './struct-plan.js'

/** Objects of few fields fit into an empty one. */
export function createMessage(plan: StructPlan): JSONObject {
  return plan.fields.length <= 4 ? {} : new plan.create()
}

/** Sets a member, also one named as a property of all objects. */
export function setMember(target: JSONObject, field: FieldPlan, value: JSONValue): void {
  if (field.inherited) setOwn(target, field.name, value)
  else target[field.name] = value
}

/** A member that was read before. */
export function ownMember(target: JSONObject, field: FieldPlan): JSONValue | undefined {
  return Object.hasOwn(target, field.name) ? target[field.name] : undefined
}

/** Reports whether a value is one that canonical JSON omits. */
export function isEmptyMember(field: FieldPlan, value: JSONValue): boolean {
  return field.reading === Reading.int32 ? value === 0 : isZeroValue(field.type, value)
}

/** Adds the zero values that canonical JSON always has and the message omits. */
export function addZeroMembers(plan: StructPlan, target: JSONObject, seen: number): void {
  for (const field of plan.alwaysFields) {
    if ((seen & field.bit) !== 0 && !field.sharesBit) continue
    if (field.kind === 'inline') {
      if (ownMember(target, field) === undefined) addZeroMembers(field.plan, target, 0)
    } else if (!Object.hasOwn(target, field.name)) {
      setMember(target, field, field.zero())
    }
  }
}

/** Converts a value read before back to the shape of its message, so that a repeated field merges. */
export function unfoldMember(field: FieldPlan, message: JSONObject, held: JSONValue): void {
  if (field.kind === 'wrapped') {
    message.items = held
  } else if (typeof held === 'boolean') {
    message.allows = held
  } else if (Array.isArray(held)) {
    message[field.type.kind === 'variant' && field.type.shape === 'orArray' ? 'jSONSchemas' : 'property'] = held
  } else {
    message.schema = held
  }
}
