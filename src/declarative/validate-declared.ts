import { guardDepth } from '../descriptor/guard-depth.js'
import { canonicalize } from '../descriptor/to-canonical-json.js'
import type {
  FieldDescriptor,
  ListDescriptor,
  MapDescriptor,
  StructDescriptor,
  StructProperty,
} from '../descriptor/types.js'
import { appendAll } from '../internal/append-all.js'
import type { JSONValue } from '../json/json-value.js'
import { stringifyJSON } from '../json/stringify-json.js'
import type { ValidationOperation } from '../runtime/scheme/validation-function.js'
import { duplicate, type FieldError } from '../validation/field-error.js'
import { FieldPath } from '../validation/field-path.js'
import { dependencyErrors } from './dependency-rules.js'
import { type FieldPlan, fieldPlan } from './field-plan.js'
import type { FieldRule, RuleTarget, Subject } from './field-rule.js'
import { modeRules } from './mode-rules.js'
import type { StructSubject } from './struct-subject.js'
import { unionErrors } from './union-rules.js'
import { enumRule } from './value-rules.js'
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
  context: { readonly operation: ValidationOperation; readonly old?: object | undefined; readonly path?: FieldPath },
): FieldError[] {
  const { operation, old, path = FieldPath.empty() } = context
  return guardDepth(() =>
    structErrors({ operation, struct, path, value: value as JSONValue, old: old as JSONValue | undefined }),
  )
}

function structErrors(subject: StructSubject): FieldError[] {
  const { struct, path, value, old, operation } = subject
  const errors = [...unionErrors(subject), ...dependencyErrors(subject), ...modeErrors(subject)]
  for (const field of struct.properties) {
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
  const { value, path, operation, identity } = subject
  const list = Array.isArray(value) ? value : []
  const errors = identity === undefined ? [] : duplicates(type, list, { identity, path })
  const target = { type: type.element, pointer: type.pointerElements }
  const each = (item: JSONValue, index: number): Subject | undefined => {
    if (item === null && target.pointer) return undefined
    const old = oldItem(item, subject)
    if (operation.type === 'Update' && old !== undefined && sameValue(target, item, old)) return undefined
    return { operation, path: path.index(index), value: item, old, ...target, correlated: old !== undefined }
  }
  const pending = list.flatMap((item, i) => each(item, i) ?? [])
  for (const itemPlan of plan.items) {
    for (const item of pending) {
      if (hasKeys(item.value, itemPlan.keys)) errors.push(...applyRules(itemPlan.rules, item).errors)
    }
  }
  for (const item of pending) appendAll(errors, applyRules(plan.values, item).errors)
  for (const item of pending) appendAll(errors, elementErrors(target, item, plan))
  return errors
}

function oldItem(item: JSONValue, { old, identity }: Subject): JSONValue | undefined {
  if (identity === undefined || !Array.isArray(old)) return undefined
  const key = identity(item)
  return old.find((each) => identity(each) === key)
}

function hasKeys(item: JSONValue | undefined, keys: ReadonlyMap<string, string>): boolean {
  return [...keys].every(([name, value]) => String(property(item, name)) === value)
}

function duplicates(
  { element }: ListDescriptor,
  list: readonly JSONValue[],
  { identity, path }: { readonly identity: (item: JSONValue) => string; readonly path: FieldPath },
): FieldError[] {
  const seen = new Set<string>()
  return list.flatMap((item, i) => {
    const key = identity(item)
    if (seen.has(key)) {
      const error = duplicate(path.index(i), item)
      // Go writes the whole struct, in the order of its fields.
      const struct = element.kind === 'struct' && item !== null
      return [struct ? error.with({ valueText: stringifyJSON(canonicalize(element, item), { keys: 'kept' }) }) : error]
    }
    seen.add(key)
    return []
  })
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
  if (plan.opaque) return []
  const { operation, path, value, old } = subject
  if (type.kind === 'struct') return structErrors({ operation, struct: type, path, value: value ?? {}, old })
  if (type.kind === 'list' || type.kind === 'map') return insideErrors(noPlan, subject)
  return 'enum' in type && type.enum !== undefined ? applyRules([enumRule(type.enum)], subject).errors : []
}

const noPlan: FieldPlan = {
  rules: [],
  values: [],
  keys: [],
  subfields: /* @__PURE__ */ new Map(),
  items: [],
  unique: undefined,
  listMapKeys: [],
  opaque: false,
}
