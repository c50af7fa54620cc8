import type { StructDescriptor, StructProperty } from '../descriptor/types.js'
import { quote } from '../internal/quote.js'
import { type JSONValue, stringOrEmpty } from '../json/json-value.js'
import { type FieldError, invalid } from '../validation/field-error.js'
import type { StructSubject } from './struct-subject.js'
import { parseTag } from './tag.js'
import { isSet, property } from './values.js'

/** Fields of which one, or at most one, may be set. */
interface Union {
  readonly kind: 'union' | 'zeroOrOneOf'
  readonly discriminator: string | undefined
  readonly members: readonly { readonly field: StructProperty; readonly value: string }[]
}

/** Checks the unions of a struct. An update that sets and clears no member is let pass. */
export function unionErrors(subject: StructSubject): FieldError[] {
  return unionsOf(subject.struct).flatMap((union) =>
    union.discriminator === undefined ? plainErrors(union, subject) : discriminatedErrors(union, subject),
  )
}

const known = /* @__PURE__ */ new WeakMap<StructDescriptor, readonly Union[]>()

function unionsOf(struct: StructDescriptor): readonly Union[] {
  const found = known.get(struct)
  if (found !== undefined) return found
  const unions = [...declaredUnions(struct), ...zeroOrOneOf(struct)]
  known.set(struct, unions)
  return unions
}

function declaredUnions(struct: StructDescriptor): Union[] {
  return (struct.options.unions ?? []).map(({ discriminator, members }) => ({
    kind: 'union',
    discriminator,
    members: Object.entries(members).flatMap(([name, value]) => {
      const field = struct.propertyByName.get(name)
      return field === undefined ? [] : [{ field, value }]
    }),
  }))
}

function zeroOrOneOf(struct: StructDescriptor): Union[] {
  const byName = new Map<string, { field: StructProperty; value: string }[]>()
  for (const field of struct.properties) {
    for (const text of field.options.schema?.tags ?? []) {
      const tag = innermost(text)
      if (tag?.name !== 'zeroOrOneOfMember') continue
      const name = tag.args.get('union') ?? ''
      byName.set(name, [...(byName.get(name) ?? []), { field, value: field.name }])
    }
  }
  return [...byName.values()].map((members) => ({ kind: 'zeroOrOneOf', discriminator: undefined, members }))
}

/** The tag inside `alpha(…)=` and `beta(…)=`. */
function innermost(text: string): ReturnType<typeof parseTag> {
  const tag = parseTag(text)
  return tag?.name === 'alpha' || tag?.name === 'beta' ? innermost(tag.value) : tag
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
