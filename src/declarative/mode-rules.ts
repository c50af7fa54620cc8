import type { StructDescriptor, StructProperty } from '../descriptor/types.js'
import { MachineryError } from '../errors/machinery-error.js'
import { compareStrings } from '../internal/compare-strings.js'
import { conditionalTag, type FieldPlan, planOfTags, type WrappedTag } from './field-plan.js'
import { presence } from './value-rules.js'

/** A field whose rules depend on the value of another one. */
export interface ModeRule {
  readonly discriminator: StructProperty
  readonly member: StructProperty
  /** The rules for each mode. */
  readonly plans: ReadonlyMap<string, FieldPlan>
  /** The rule for all other modes: the field must not be set. */
  readonly otherwise: FieldPlan
}

const known = /* @__PURE__ */ new WeakMap<StructDescriptor, readonly ModeRule[]>()

/**
 * The rules of `+k8s:modeDiscriminator` and `+k8s:ifMode` in a struct.
 *
 * @throws MachineryError `InvalidTag` for modes without a discriminator.
 */
export function modeRules(struct: StructDescriptor): readonly ModeRule[] {
  const found = known.get(struct)
  if (found !== undefined) return found
  const rules = [...groupsOf(struct)]
    .sort(([a], [b]) => compareStrings(a, b))
    .flatMap(([name, group]) => rulesOf(name, group))
  known.set(struct, rules)
  return rules
}

interface Group {
  discriminator: StructProperty | undefined
  readonly members: Map<StructProperty, (WrappedTag & { readonly mode: string })[]>
}

function groupsOf(struct: StructDescriptor): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>()
  const groupOf = (name: string): Group => {
    const group = groups.get(name) ?? { discriminator: undefined, members: new Map() }
    groups.set(name, group)
    return group
  }
  for (const field of struct.properties) {
    for (const text of field.options.schema?.tags ?? []) {
      const { tag, wrap } = conditionalTag(text)
      const name = tag.args.get('modality') ?? 'default'
      if (tag.name === 'modeDiscriminator') groupOf(name).discriminator = field
      if (tag.name !== 'ifMode') continue
      const mode = tag.args.get('mode') ?? tag.args.get('')
      if (mode === undefined) throw new MachineryError('InvalidTag', `${field.name}: ifMode without a mode`)
      const { members } = groupOf(name)
      members.set(field, [...(members.get(field) ?? []), { mode, text: tag.value, wrap }])
    }
  }
  return groups
}

function rulesOf(name: string, { discriminator, members }: Group): ModeRule[] {
  const sorted = [...members].sort(([a], [b]) => compareStrings(a.name, b.name))
  return sorted.map(([member, tags]) => {
    if (discriminator === undefined) {
      throw new MachineryError('InvalidTag', `${member.name}: no modeDiscriminator for modality ${name}`)
    }
    const modes = [...new Set(tags.map(({ mode }) => mode))]
    const plans = modes.map((mode) => {
      const ofMode = tags.filter((each) => each.mode === mode)
      return [mode, planOfTags(member, ofMode)] as const
    })
    const forbidden = tags.at(-1)?.wrap(presence.forbidden!) ?? presence.forbidden!
    const otherwise: FieldPlan = { ...planOfTags(member, []), rules: [forbidden] }
    return { discriminator, member, plans: new Map(plans), otherwise }
  })
}
