import type { FieldDescriptor, FieldOptions, SchemaFacets, TypeDescriptor } from '../descriptor/types.js'
import { MachineryError } from '../errors/machinery-error.js'
import { compareStrings } from '../internal/compare-strings.js'
import type { StabilityLevel } from '../validation/field-error.js'
import type { FieldRule, RuleTarget, Subject } from './field-rule.js'
import { ItemUnion } from './item-union.js'
import { schemaRules, whenPresent } from './schema-rules.js'
import { parseTag, type Tag } from './tag.js'
import { uniqueRule } from './unique-rule.js'
import { enumRule, presence, valueRule } from './value-rules.js'

/** The rules of a field's tags and options. */
export interface FieldPlan {
  readonly rules: readonly FieldRule[]
  /** Rules for the items of a list, or the values of a map. */
  readonly values: readonly FieldRule[]
  /** Rules of the type of the items, which come after those of the list. */
  readonly elements: readonly FieldRule[]
  /** Rules for the keys of a map. */
  readonly keys: readonly FieldRule[]
  /** Rules for fields of the value: JSON name → rules. */
  readonly subfields: ReadonlyMap<string, readonly FieldRule[]>
  /** Rules for the item of a list with certain keys. */
  readonly items: readonly ItemPlan[]
  readonly unique: 'set' | 'map' | undefined
  /** Finds items that occur twice; absent where hand-written code looks for them. */
  readonly uniqueness: FieldRule | undefined
  readonly listMapKeys: readonly string[]
  /** Nothing below is looked at. */
  readonly opaque: boolean
}

/** Rules for the item with these keys. */
export interface ItemPlan {
  readonly keys: ReadonlyMap<string, string>
  readonly rules: readonly FieldRule[]
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

class Builder {
  readonly rules: FieldRule[] = []
  readonly values: FieldRule[] = []
  readonly elements: FieldRule[] = []
  readonly keys: FieldRule[] = []
  readonly subfields = new Map<string, FieldRule[]>()
  readonly items: ItemPlan[] = []
  readonly facts: Mutable<Pick<FieldPlan, 'unique' | 'uniqueness' | 'listMapKeys' | 'opaque'>>
  readonly #target: RuleTarget
  readonly #union = new ItemUnion()
  #customUnique = false

  constructor(target: RuleTarget, options: FieldOptions) {
    this.#target = target
    const { listType, listMapKeys = [] } = options
    const unique = listType === 'atomic' ? undefined : listType
    const uniqueness = unique === undefined ? undefined : uniqueRule
    this.facts = { unique, uniqueness, listMapKeys, opaque: false }
  }

  /** Adds the rules of a tag; tags for other tools are skipped. */
  tag(text: string, wrap: (rule: FieldRule) => FieldRule): void {
    const tag = tagOf(text)
    const nested = this.#nested(tag, wrap)
    if (nested !== undefined) return
    const rule = tag.name === 'enum' ? this.#enumRule() : valueRule(tag.name, tag.value)
    if (rule !== undefined) this.rules.push(wrap(rule))
    else this.#fact(tag, wrap)
  }

  #fact({ name, value }: Tag, wrap: (rule: FieldRule) => FieldRule): void {
    const { facts } = this
    if (name === 'opaqueType') facts.opaque = true
    else if (name === 'customUnique') this.#customUnique = true
    else if (name === 'listMapKey') facts.listMapKeys = [...new Set([...facts.listMapKeys, value])]
    else if ((name === 'unique' || name === 'listType') && (value === 'set' || value === 'map')) {
      facts.unique = value
      facts.uniqueness = wrap(uniqueRule)
    }
    if (this.#customUnique) facts.uniqueness = undefined
  }

  #enumRule(): FieldRule | undefined {
    const { type } = this.#target
    return 'enum' in type && type.enum !== undefined ? enumRule(type.enum) : undefined
  }

  /** Tags that apply another tag to something else, or under a condition. */
  #nested(tag: Tag, wrap: (rule: FieldRule) => FieldRule): true | undefined {
    const { name, args, value } = tag
    const part = args.get('') ?? ''
    const outer = wrapperOf(tag)
    if (outer !== undefined) {
      this.tag(value, (rule) => wrap(outer(rule)))
      return true
    }
    switch (name) {
      case 'eachVal':
        return this.#into(isEnum(value) ? this.elements : this.values, elementOf(this.#target), { value, wrap })
      case 'eachKey':
        return this.#into(this.keys, { type: { kind: 'string' }, pointer: false }, { value, wrap })
      case 'subfield':
        return this.#subfield(part, value, wrap)
      case 'item':
        return this.#item(args, value, wrap)
      default:
        return undefined
    }
  }

  #into(
    rules: FieldRule[],
    target: RuleTarget,
    { value, wrap }: { value: string; wrap: (rule: FieldRule) => FieldRule },
  ): true {
    const nested = new Builder(target, {})
    nested.tag(value, wrap)
    rules.push(...nested.rules)
    return true
  }

  #subfield(name: string, value: string, wrap: (rule: FieldRule) => FieldRule): true {
    const { type } = this.#target
    const field = type.kind === 'struct' ? type.propertyByName.get(name) : undefined
    if (field === undefined) throw new MachineryError('InvalidTag', `subfield(${name}): no such field`)
    const rules = this.subfields.get(name) ?? []
    this.subfields.set(name, rules)
    return this.#into(rules, field, { value, wrap })
  }

  #item(keys: ReadonlyMap<string, string>, value: string, wrap: (rule: FieldRule) => FieldRule): true {
    if (parseTag(value)?.name === 'zeroOrOneOfMember') {
      const rule = this.#union.add(keys)
      if (rule !== undefined) this.rules.push(wrap(rule))
      return true
    }
    const rules: FieldRule[] = []
    this.items.push({ keys, rules })
    return this.#into(rules, elementOf(this.#target), { value, wrap })
  }
}

/** A tag, with the conditions and levels around it. */
export interface ConditionalTag {
  readonly tag: Tag
  readonly wrap: (rule: FieldRule) => FieldRule
}

/**
 * Parses a tag that may be inside `alpha`, `beta`, `ifEnabled` and `ifDisabled`.
 *
 * @throws MachineryError `InvalidTag`.
 */
export function conditionalTag(text: string): ConditionalTag {
  const tag = tagOf(text)
  const outer = wrapperOf(tag)
  if (outer === undefined) return { tag, wrap: (rule) => rule }
  const inner = conditionalTag(tag.value)
  return { tag: inner.tag, wrap: (rule) => outer(inner.wrap(rule)) }
}

function tagOf(text: string): Tag {
  const tag = parseTag(text)
  if (tag === undefined) throw new MachineryError('InvalidTag', `not a validation tag: ${JSON.stringify(text)}`)
  return tag
}

function wrapperOf({ name, args }: Tag): ConditionalTag['wrap'] | undefined {
  const option = args.get('') ?? ''
  if (name === 'alpha' || name === 'beta') return (rule) => withStability(rule, name)
  if (name === 'ifEnabled' || name === 'ifDisabled') return (rule) => onlyIf(rule, option, name === 'ifEnabled')
  return undefined
}

/** The text of a tag, and what becomes of its rules. */
export interface WrappedTag {
  readonly text: string
  readonly wrap: (rule: FieldRule) => FieldRule
}

/** The rules of some tags only, without other rules of the field; values below are not checked. */
export function planOfTags(target: RuleTarget, tags: readonly WrappedTag[]): FieldPlan {
  const builder = new Builder(target, {})
  for (const { text, wrap } of tags) builder.tag(text, wrap)
  const { rules, values, elements, keys, subfields, items } = builder
  const none = { unique: undefined, uniqueness: undefined, listMapKeys: [], opaque: true }
  return { rules, values, elements, keys, subfields, items, ...none }
}

function elementOf({ type }: RuleTarget): RuleTarget {
  if (type.kind === 'list') return { type: type.element, pointer: type.pointerElements }
  if (type.kind === 'map') return { type: type.value, pointer: type.pointerValues }
  throw new MachineryError('InvalidTag', 'eachVal and item are for lists and maps')
}

function withStability(rule: FieldRule, stabilityLevel: StabilityLevel): FieldRule {
  return {
    ...rule,
    check: (subject) => {
      const { errors, stop = false } = rule.check(subject)
      return { errors: errors.map((error) => error.with({ stabilityLevel })), stop }
    },
  }
}

function onlyIf(rule: FieldRule, option: string, enabled: boolean): FieldRule {
  const applies = ({ operation }: Subject) => (operation.options?.[option] ?? false) === enabled
  return { ...rule, check: (subject) => (applies(subject) ? rule.check(subject) : { errors: [] }) }
}

const facetTags = [
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'format',
] as const

const plans = /* @__PURE__ */ new WeakMap<FieldDescriptor, FieldPlan>()

/**
 * The rules of a field, by its options, its facets and its tags.
 *
 * @throws MachineryError `InvalidTag`.
 */
export function fieldPlan(field: FieldDescriptor): FieldPlan {
  const known = plans.get(field)
  if (known !== undefined) return known
  const plan = makePlan(field, field.options)
  plans.set(field, plan)
  return plan
}

/** Reports whether a tag, or the tag in it, says that values are one of those that their type names. */
function isEnum(tag: string): boolean {
  return /(?:^|[=:])enum$/.test(tag)
}

/** The rules of a value by its type alone: of a list in a list. */
export function planOfType(target: RuleTarget): FieldPlan {
  return makePlan(target, {})
}

function makePlan(target: RuleTarget, options: FieldOptions): FieldPlan {
  const builder = new Builder(target, options)
  const same = (rule: FieldRule) => rule
  const tags = options.schema?.tags ?? []
  if (options.required !== undefined && !tags.some((tag) => tag === 'required' || tag === 'optional')) {
    builder.rules.push(presence[options.required ? 'required' : 'optional']!)
  }
  for (const tag of facetTagsOf(options.schema)) builder.tag(tag, whenPresent)
  builder.rules.push(...schemaRules(options.schema).map(whenPresent))
  // Go's generator takes tags by their names, and those of one name in the order of the source.
  for (const tag of tags.toSorted((a, b) => compareStrings(nameOf(a), nameOf(b)))) builder.tag(tag, same)
  for (const tag of facetTagsOf(options.schema?.items)) builder.tag(`eachVal=+k8s:${tag}`, same)
  builder.values.push(...schemaRules(options.schema?.items))
  if (!tags.some(isEnum)) addEnums(target, builder)
  const { rules, values, elements, keys, subfields, items } = builder
  return { rules, values, elements, keys, subfields, items, ...builder.facts }
}

function nameOf(tag: string): string {
  return /^(?:\+?k8s:)?([A-Za-z]*)/.exec(tag)?.[1] ?? ''
}

/** What types that are not read from Go say of their values. */
function addEnums({ type }: RuleTarget, { rules, elements }: Builder): void {
  const allowed = enumOf(type)
  if (allowed !== undefined) rules.push(enumRule(allowed))
  const inside = type.kind === 'list' ? type.element : type.kind === 'map' ? type.value : undefined
  const allowedInside = inside && enumOf(inside)
  if (allowedInside !== undefined) elements.push(enumRule(allowedInside))
}

/**
 * Facets that are also tags, as tags. OpenAPI formats are no rules here: those of `+k8s:format` have their own names.
 */
function facetTagsOf(facets: SchemaFacets | undefined): string[] {
  if (facets === undefined) return []
  const tags = facetTags.flatMap((name) => (facets[name] === undefined ? [] : [`${name}=${facets[name]}`]))
  return facets.immutable ? [...tags, 'immutable'] : tags
}

function enumOf(type: TypeDescriptor): readonly string[] | undefined {
  return 'enum' in type ? type.enum : undefined
}
