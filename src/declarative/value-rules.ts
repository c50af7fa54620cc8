import { quote } from '../internal/quote.js'
import { utf8Length } from '../internal/utf8-length.js'
import type { JSONValue } from '../json/json-value.js'
import {
  type FieldError,
  forbidden,
  invalid,
  notSupported,
  required,
  tooFew,
  tooLong,
  tooLongCharacters,
  tooMany,
  tooShort,
} from '../validation/field-error.js'
import { stringFormats } from '../validation/string-formats.js'
import { type FieldRule, rule, type Subject } from './field-rule.js'
import { entriesOf, heldValue, isSet, sameValue } from './values.js'

/** Makes the rule of a tag about a value itself; undefined for other tags. */
export function valueRule(name: string, value: string): FieldRule | undefined {
  const make = byNumber[name]
  if (make !== undefined) return make(Number(value))
  switch (name) {
    case 'format':
      return rule((subject) => withText(subject, (text) => stringFormats.get(value)?.(subject.path, text) ?? []))
    case 'neq':
      return rule((subject) => neq(subject, value))
    case 'immutable':
      return rule(immutable, true)
    case 'monotonic':
      return rule(monotonic)
    case 'customValidation':
      return rule((subject) => subject.operation.custom?.[value]?.(subject) ?? [])
    case 'update':
      return rule((subject) => update(subject, value), !value.endsWith('Item'))
    default:
      return presence[name]
  }
}

/** Presence: required values are present, forbidden ones absent, and optional ones are checked only if present. */
export const presence: Readonly<Record<string, FieldRule>> = {
  required: rule((subject) => (isSet(subject.value, subject) ? [] : [required(subject.path, '')]), true),
  forbidden: {
    shortCircuit: true,
    check: (subject) =>
      isSet(subject.value, subject) ? { errors: [forbidden(subject.path, '')] } : { errors: [], stop: true },
  },
  optional: { shortCircuit: true, check: (subject) => ({ errors: [], stop: !isSet(subject.value, subject) }) },
}

const byNumber: Readonly<Record<string, (limit: number) => FieldRule>> = {
  minimum: (limit) => rule((subject) => compared(subject, (value) => value < limit, atLeast(limit))),
  maximum: (limit) => rule((subject) => compared(subject, (value) => value > limit, atMost(limit))),
  maxLength: (limit) =>
    rule((subject) =>
      withText(subject, (text) =>
        Array.from(text).length > limit ? [tooLongCharacters(subject.path, limit).withOrigin('maxLength')] : [],
      ),
    ),
  minLength: (limit) =>
    rule((subject) =>
      withText(subject, (text) =>
        Array.from(text).length < limit ? [tooShort(subject.path, text, limit).withOrigin('minLength')] : [],
      ),
    ),
  maxBytes: (limit) =>
    rule((subject) =>
      withText(subject, (text) =>
        utf8Length(text) > limit ? [tooLong(subject.path, limit).withOrigin('maxBytes')] : [],
      ),
    ),
  maxItems: (limit) => sizeRule('maxItems', (size) => size > limit, limit),
  minItems: (limit) => sizeRule('minItems', (size) => size < limit, limit),
  maxProperties: (limit) => sizeRule('maxProperties', (size) => size > limit, limit),
  minProperties: (limit) => sizeRule('minProperties', (size) => size < limit, limit),
}

const atLeast = (limit: number) => ({ origin: 'minimum', detail: `must be greater than or equal to ${limit}` })
const atMost = (limit: number) => ({ origin: 'maximum', detail: `must be less than or equal to ${limit}` })

function sizeRule(origin: string, exceeds: (size: number) => boolean, limit: number): FieldRule {
  const error = origin.startsWith('max') ? tooMany : tooFew
  return rule(({ path, value }) => {
    const size = Array.isArray(value) ? value.length : entriesOf(value).length
    return exceeds(size) ? [error(path, size, limit).withOrigin(origin)] : []
  }, true)
}

function compared(
  subject: Subject,
  wrong: (value: number | bigint) => boolean,
  { origin, detail }: { origin: string; detail: string },
): FieldError[] {
  const value = heldValue(subject.value, subject)
  if ((typeof value !== 'number' && typeof value !== 'bigint') || !wrong(value)) return []
  return [invalid(subject.path, value, detail).withOrigin(origin)]
}

function withText(subject: Subject, check: (text: string) => FieldError[]): FieldError[] {
  const value = heldValue(subject.value, subject)
  return typeof value === 'string' ? check(value) : []
}

/** Text must be one of those that its type names. */
export function enumRule(allowed: readonly string[]): FieldRule {
  const known = new Set(allowed)
  const sorted = [...known].sort()
  return rule((subject) =>
    withText(subject, (text) => (known.has(text) ? [] : [notSupported(subject.path, text, sorted)])),
  )
}

function neq(subject: Subject, disallowed: string): FieldError[] {
  const value = heldValue(subject.value, subject)
  if (value === null || typeof value === 'object' || String(value) !== disallowed) return []
  const shown = typeof value === 'string' ? quote(value) : String(value)
  return [invalid(subject.path, value, `must not be equal to ${shown}`).withOrigin('neq')]
}

function immutable({ operation, path }: Subject): FieldError[] {
  if (operation.type !== 'Update') return []
  // Values that have not changed were let pass before.
  return [invalid(path, null, 'field is immutable').withOrigin('immutable')]
}

function monotonic({ operation, path, value, old }: Subject): FieldError[] {
  if (operation.type !== 'Update' || !isNumber(value) || !isNumber(old) || value >= old) return []
  return [invalid(path, value, `may not be decreased from ${old}`).withOrigin('monotonic')]
}

function isNumber(value: JSONValue | undefined): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}

const updateProblems: Readonly<Record<string, string>> = {
  NoSet: 'field cannot be set once created',
  NoUnset: 'field cannot be cleared once set',
  NoModify: 'field cannot be modified once set',
}

function update(subject: Subject, constraint: string): FieldError[] {
  const { operation, path, value, old, type, pointer, correlated } = subject
  if (operation.type !== 'Update') return []
  const nilable = pointer || type.kind === 'list' || type.kind === 'map'
  if (!correlated && !nilable) return []
  if (constraint.endsWith('Item')) return itemUpdate(subject, constraint)
  const struct = type.kind === 'struct' && !pointer
  const [now, before] = [struct || isSet(value, subject), struct || isSet(old, subject)]
  const broken = { NoSet: now && !before, NoUnset: !now && before, NoModify: now && before }[constraint]
  if (!broken || (constraint === 'NoModify' && sameValue(subject, value, old))) return []
  return [invalid(path, null, updateProblems[constraint]!).withOrigin('update')]
}

function itemUpdate({ path, value, old, type, identity }: Subject, constraint: string): FieldError[] {
  if (type.kind !== 'list') return mapUpdate({ path, value, old }, constraint)
  const [now, before] = [value, old].map((each) => (Array.isArray(each) ? each : []))
  const target = { type: type.element, pointer: type.pointerElements }
  const matches = (a: JSONValue, b: JSONValue) =>
    identity === undefined ? sameValue(target, a, b) : identity(a) === identity(b)
  const missing = (item: JSONValue, list: readonly JSONValue[]) => !list.some((each) => matches(each, item))
  const [items, others] = constraint === 'NoAddItem' ? [now, before] : [before, now]
  return (items ?? []).flatMap((item, i) => {
    if (!missing(item, others ?? [])) return []
    const added = constraint === 'NoAddItem'
    const error = added ? forbidden(path.index(i), 'item may not be added') : forbidden(path, 'item may not be removed')
    return [error.withOrigin('update')]
  })
}

function mapUpdate({ path, value, old }: Pick<Subject, 'path' | 'value' | 'old'>, constraint: string): FieldError[] {
  const [items, others] = constraint === 'NoAddItem' ? [value, old] : [old, value]
  const known = new Set(entriesOf(others).map(([key]) => key))
  const word = constraint === 'NoAddItem' ? 'added' : 'removed'
  return entriesOf(items)
    .filter(([key]) => !known.has(key))
    .map(([key]) => forbidden(path.key(key), `item may not be ${word}`).withOrigin('update'))
}
