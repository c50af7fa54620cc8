import { guardDepth } from '../descriptor/guard-depth.js'
import type {
  FieldDescriptor,
  ListDescriptor,
  MapDescriptor,
  StructDescriptor,
  StructProperty,
} from '../descriptor/types.js'
import { appendAll } from '../internal/append-all.js'
import type { JSONValue } from '../json/json-value.js'
import type { FieldError } from '../validation/field-error.js'
import { FieldPath } from '../validation/field-path.js'
import { dependencyErrors } from './dependency-rules.js'
import { type FieldPlan, fieldPlan, planOfType } from './field-plan.js'
import type { DeclaredOperation, FieldRule, RuleTarget, Subject } from './field-rule.js'
import { hasKeys } from './item-union.js'
import { modeRules } from './mode-rules.js'
import type { StructSubject } from './struct-subject.js'
import { unionErrors } from './union-rules.js'
import { entriesOf, heldValue, itemIdentity, property, sameValue } from './values.js'

/**
 * Checks a value against the validation tags of its type (`+k8s:required`, `+k8s:maxItems=32`, …), with Go's messages and
 * order: unions, then the fields in the order of declaration. In an update, unchanged fields are not checked again.
 *
 * @throws MachineryError `InvalidTag` for invalid tags, `TooDeep` for values nested deeper than the stack allows.
 */
export function validateDeclared(
  struct: StructDescriptor,
  value: object,
  context: { readonly operation: DeclaredOperation; readonly old?: object | undefined; readonly path?: FieldPath },
): FieldError[] {
  const { operation, old, path = FieldPath.empty() } = context
  return guardDepth(() =>
    structErrors({ operation, struct, path, value: value as JSONValue, old: old as JSONValue | undefined }),
  )
}

function structErrors(subject: StructSubject): FieldError[] {
  const { struct, path, value, old, operation } = subject
  const errors = [...unionErrors(subject), ...dependencyErrors(subject), ...modeErrors(subject)]
  for (const field of checkedFields(struct)) {
    const each: Subject = {
      operation,
      path: path.child(field.name),
      value: property(value, field.name),
      old: property(old, field.name),
      type: field.type,
      pointer: field.pointer,
      correlated: old !== undefined,
    }
    appendAll(errors, fieldErrors(field, each))
  }
  return errors
}

const checked = /* @__PURE__ */ new WeakMap<StructDescriptor, readonly StructProperty[]>()

/** The fields that have rules, or may have rules below. */
function checkedFields(struct: StructDescriptor): readonly StructProperty[] {
  const known = checked.get(struct)
  if (known !== undefined) return known
  const fields = struct.properties.filter((field) => {
    const { rules, values, elements, keys, subfields, items, unique, opaque } = fieldPlan(field)
    const counts = [rules.length, values.length, elements.length, keys.length, subfields.size, items.length]
    if (counts.some((count) => count > 0) || unique !== undefined) return true
    return !opaque && ['struct', 'list', 'map'].includes(field.type.kind)
  })
  checked.set(struct, fields)
  return fields
}

/** Checks fields by the rules of the current mode. An update that changes neither the mode nor the field passes. */
function modeErrors({ struct, path, value, old, operation }: StructSubject): FieldError[] {
  const mode = (object: JSONValue | undefined, field: StructProperty) =>
    String(heldValue(property(object, field.name), field))
  return modeRules(struct).flatMap(({ discriminator, member, plans, otherwise }) => {
    const [now, before] = [property(value, member.name), property(old, member.name)]
    const correlated = old !== undefined && old !== null
    const chosen = mode(value, discriminator)
    if (correlated && operation.type === 'Update' && chosen === mode(old, discriminator)) {
      if (sameValue(member, now, before)) return []
    }
    const { type, pointer } = member
    const subject = { operation, path: path.child(member.name), value: now, old: before, type, pointer, correlated }
    const plan = plans.get(chosen) ?? otherwise
    const { errors, stop } = applyRules(plan.rules, subject)
    return stop ? errors : [...errors, ...subfieldErrors(plan, subject), ...insideErrors(plan, subject)]
  })
}

function fieldErrors(field: FieldDescriptor, given: Subject): FieldError[] {
  const { operation, value, old, correlated } = given
  if (correlated && operation.type === 'Update' && sameValue(field, value, old)) return []
  const plan = fieldPlan(field)
  const subject = withIdentity(given, plan)
  const { errors, stop } = applyRules(plan.rules, subject)
  if (stop) return errors
  return [...errors, ...subfieldErrors(plan, subject), ...insideErrors(plan, subject)]
}

function withIdentity(subject: Subject, plan: FieldPlan): Subject {
  if (subject.type.kind !== 'list') return subject
  return { ...subject, identity: itemIdentity(subject.type, plan.unique, plan.listMapKeys) }
}

/** First the rules that can end it, all of them; then the others. */
function applyRules(rules: readonly FieldRule[], subject: Subject): { errors: FieldError[]; stop: boolean } {
  const errors: FieldError[] = []
  let stop = false
  for (const rule of rules.filter(({ shortCircuit }) => shortCircuit)) {
    const found = rule.check(subject)
    for (const error of found.errors) errors.push(error.with({ shortCircuit: true }))
    stop ||= found.stop === true || found.errors.length > 0
  }
  if (stop) return { errors, stop }
  for (const rule of rules) if (!rule.shortCircuit) appendAll(errors, rule.check(subject).errors)
  return { errors, stop }
}

function subfieldErrors({ subfields }: FieldPlan, subject: Subject): FieldError[] {
  const { type, value, old, path, operation } = subject
  if (type.kind !== 'struct') return []
  return [...subfields].flatMap(([name, rules]) => {
    const field = type.propertyByName.get(name) as FieldDescriptor
    const [now, before] = [property(value, name), property(old, name)]
    const correlated = old !== undefined && old !== null
    if (correlated && operation.type === 'Update' && sameValue(field, now, before)) return []
    const { pointer, type: fieldType } = field
    const each = { operation, path: path.child(name), value: now, old: before, type: fieldType, pointer, correlated }
    return applyRules(rules, each).errors
  })
}

function insideErrors(plan: FieldPlan, subject: Subject): FieldError[] {
  const { type, value, old, path, operation, pointer } = subject
  if (type.kind === 'list') return listErrors(plan, subject, type)
  if (type.kind === 'map') return mapErrors(plan, subject, type)
  if (type.kind !== 'struct' || plan.opaque) return []
  if (value === undefined || value === null) {
    // Go has a struct where JSON has none, unless it is a pointer.
    if (pointer) return []
  }
  const before = subject.correlated && !pointer ? {} : undefined
  return structErrors({ operation, struct: type, path, value: value ?? {}, old: old ?? before })
}

function listErrors(plan: FieldPlan, subject: Subject, type: ListDescriptor): FieldError[] {
  const { value, path, operation } = subject
  const list = Array.isArray(value) ? value : []
  const errors: FieldError[] = []
  const target = { type: type.element, pointer: type.pointerElements }
  const each = (item: JSONValue, index: number): Subject | undefined => {
    if (item === null && target.pointer) return undefined
    const old = oldItem(item, subject)
    if (operation.type === 'Update' && old !== undefined && sameValue(target, item, old)) return undefined
    return { operation, path: path.index(index), value: item, old, ...target, correlated: old !== undefined }
  }
  const pending = list.flatMap((item, i) => each(item, i) ?? [])
  for (const item of pending) appendAll(errors, applyRules(plan.values, item).errors)
  for (const itemPlan of plan.items) {
    const item = pending.find(({ value: each }) => hasKeys(each, itemPlan.keys))
    if (item !== undefined) appendAll(errors, applyRules(itemPlan.rules, item).errors)
  }
  if (plan.uniqueness !== undefined) appendAll(errors, plan.uniqueness.check(subject).errors)
  for (const item of pending) appendAll(errors, elementErrors(target, item, plan))
  return errors
}

function oldItem(item: JSONValue, { old, identity }: Subject): JSONValue | undefined {
  if (identity === undefined || !Array.isArray(old)) return undefined
  const key = identity(item)
  return old.find((each) => identity(each) === key)
}

function mapErrors(plan: FieldPlan, subject: Subject, type: MapDescriptor): FieldError[] {
  const { value, old, path, operation } = subject
  const target = { type: type.value, pointer: type.pointerValues }
  const errors: FieldError[] = []
  for (const [key] of entriesOf(value)) {
    if (plan.keys.length === 0 || (operation.type === 'Update' && property(old, key) !== undefined)) continue
    const text = { type: { kind: 'string' as const }, pointer: false }
    errors.push(
      ...applyRules(plan.keys, { operation, path, value: key, old: undefined, ...text, correlated: false }).errors,
    )
  }
  const pending = entriesOf(value).flatMap(([key, each]): Subject[] => {
    const before = property(old, key)
    if (operation.type === 'Update' && before !== undefined && sameValue(target, each, before)) return []
    const correlated = before !== undefined
    return [{ operation, path: path.key(key), value: each, old: before, ...target, correlated }]
  })
  for (const each of pending) errors.push(...applyRules(plan.values, each).errors)
  for (const each of pending) errors.push(...elementErrors(target, each, plan))
  return errors
}

/** The rules of the type of an item. */
function elementErrors({ type }: RuleTarget, subject: Subject, plan: FieldPlan): FieldError[] {
  const { operation, path, value, old } = subject
  if (plan.elements.length > 0) return applyRules(plan.elements, subject).errors
  if (plan.opaque) return []
  if (type.kind === 'struct') return structErrors({ operation, struct: type, path, value: value ?? {}, old })
  return type.kind === 'list' || type.kind === 'map'
    ? insideErrors(planOfType({ type, pointer: subject.pointer }), subject)
    : []
}
