import type { StructDescriptor, StructProperty } from '../descriptor/types.js'
import { quote } from '../internal/quote.js'
import { type JSONValue, stringOrEmpty } from '../json/json-value.js'
import { type FieldError, invalid } from '../validation/field-error.js'
import { type ConditionalTag, conditionalTag } from './field-plan.js'
import { rule, type Subject } from './field-rule.js'
import type { StructSubject } from './struct-subject.js'
import { isSet, property } from './values.js'

/** Fields of which one, or at most one, may be set. */
interface Union {
  readonly kind: 'union' | 'zeroOrOneOf'
  readonly discriminator: string | undefined
  readonly members: readonly Member[]
  readonly wrap: ConditionalTag['wrap']
}

interface Member {
  readonly field: StructProperty
  readonly value: string
}

/** Checks the unions of a struct. An update that sets and clears no member is let pass. */
export function unionErrors(subject: StructSubject): FieldError[] {
  return unionsOf(subject.struct).flatMap((union) => {
    const errors = () =>
      union.discriminator === undefined ? plainErrors(union, subject) : discriminatedErrors(union, subject)
    const { operation, path, value, old, struct } = subject
    const whole: Subject = { operation, path, value, old, type: struct, pointer: false, correlated: old !== undefined }
    return union.wrap(rule(errors)).check(whole).errors
  })
}

const known = /* @__PURE__ */ new WeakMap<StructDescriptor, readonly Union[]>()

function unionsOf(struct: StructDescriptor): readonly Union[] {
  const found = known.get(struct)
  if (found !== undefined) return found
  const tagged = taggedUnions(struct)
  const declared = tagged.some(({ kind }) => kind === 'union') ? [] : declaredUnions(struct)
  const unions = [...declared, ...tagged]
  known.set(struct, unions)
  return unions
}

/** Unions of types that were not read from tags of Go. */
function declaredUnions(struct: StructDescriptor): Union[] {
  return (struct.options.unions ?? []).map(({ discriminator, members }) => ({
    kind: 'union',
    discriminator,
    members: Object.entries(members).flatMap(([name, value]) => {
      const field = struct.propertyByName.get(name)
      return field === undefined ? [] : [{ field, value }]
    }),
    wrap: (check) => check,
  }))
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

function taggedUnions(struct: StructDescriptor): Union[] {
  const unions = new Map<string, Mutable<Union> & { members: Member[] }>()
  for (const field of struct.properties) {
    for (const text of field.options.schema?.tags ?? []) {
      const { tag, wrap } = conditionalTag(text)
      const { name, args } = tag
      if (name !== 'unionMember' && name !== 'unionDiscriminator' && name !== 'zeroOrOneOfMember') continue
      const kind = name === 'zeroOrOneOfMember' ? 'zeroOrOneOf' : 'union'
      const key = `${kind} ${args.get('union') ?? ''}`
      const union = unions.get(key) ?? { kind, discriminator: undefined, members: [], wrap }
      unions.set(key, union)
      union.wrap = wrap
      if (name === 'unionDiscriminator') union.discriminator = field.name
      else union.members.push({ field, value: args.get('memberName') ?? goName(field.name) })
    }
  }
  return [...unions.values()]
}

/** The name of a field in Go, which names the member of a union with a discriminator unless a tag does. */
function goName(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

function memberIsSet(object: JSONValue | undefined, field: StructProperty): boolean {
  return isSet(property(object, field.name), field)
}

function unchanged({ members, discriminator }: Union, { operation, value, old }: StructSubject): boolean {
  if (operation.type !== 'Update' || old === undefined) return false
  if (discriminator !== undefined && memberText(value, discriminator) !== memberText(old, discriminator)) return false
  return members.every(({ field }) => memberIsSet(value, field) === memberIsSet(old, field))
}

function plainErrors(union: Union, subject: StructSubject): FieldError[] {
  const { path, value } = subject
  if (unchanged(union, subject)) return []
  const set = union.members.filter(({ field }) => memberIsSet(value, field)).map(({ field }) => field.name)
  const all = union.members.map(({ field }) => `\`${field.name}\``).join(', ')
  const exactly = union.kind === 'union' ? 'exactly' : 'at most'
  if (set.length > 1) {
    const detail = `must specify ${exactly} one of: ${all}`
    return [invalid(path, `{${set.join(', ')}}`, detail).withOrigin(union.kind)]
  }
  if (set.length === 1 || union.kind !== 'union') return []
  return [invalid(path, '', `must specify one of: ${all}`).withOrigin('union')]
}

function discriminatedErrors(union: Union, subject: StructSubject): FieldError[] {
  const { path, value } = subject
  const { discriminator = '' } = union
  if (unchanged(union, subject)) return []
  const chosen = memberText(value, discriminator)
  return union.members.flatMap(({ field, value: name }) => {
    const set = memberIsSet(value, field)
    if (set === (chosen === name)) return []
    const detail = set
      ? `may only be specified when \`${discriminator}\` is ${quote(name)}`
      : `must be specified when \`${discriminator}\` is ${quote(chosen)}`
    return [invalid(path.child(field.name), '', detail).withOrigin('union')]
  })
}

function memberText(object: JSONValue | undefined, name: string): string {
  return stringOrEmpty(property(object, name))
}
