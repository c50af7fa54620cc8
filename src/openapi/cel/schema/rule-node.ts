import { newStructural } from '../../structural/new-structural.js'
import type { Structural } from '../../structural/structural.js'
import { storedDeclarations } from '../check/declarations.js'
import { escapePropertyName } from '../escape.js'
import type { StaticType } from '../values/cel-static-type.js'
import type { ToValue } from '../values/typed-value.js'
import { type CompiledRule, compileRule } from './compile-rule.js'
import { schemaType } from './schema-type.js'
import { schemaValue } from './schema-value.js'

/** Runs each compilation and evaluation of rules, so that it can measure their time. */
export type RuleObserver = <T>(work: 'compilation' | 'evaluation', run: () => T) => T

/** What a {@link RuleNode} is made of. */
export interface RuleSource {
  /** The schema that has the rules. */
  readonly rules: Structural
  /** The schema that says what values are. */
  readonly schema: Structural
  readonly type: StaticType
  readonly isResourceRoot: boolean
  readonly observe: RuleObserver
}

/** The rules of a schema and of the schemas below it. They are compiled on first use. */
export class RuleNode {
  readonly #source: RuleSource
  readonly #properties = new Map<string, RuleNode | undefined>()
  #toValue: ToValue | undefined
  #rules: readonly CompiledRule[] | undefined
  #items: { readonly node: RuleNode | undefined } | undefined
  #additional: { readonly node: RuleNode | undefined } | undefined
  #allOf: readonly RuleNode[] | undefined

  constructor(source: RuleSource) {
    this.#source = source
  }

  /** Says what values are. */
  get schema(): Structural {
    return this.#source.schema
  }

  /** Reads a value for rules. */
  get toValue(): ToValue {
    const { schema, isResourceRoot } = this.#source
    this.#toValue ??= schemaValue(schema, isResourceRoot)
    return this.#toValue
  }

  /** The rules of the schema itself. */
  get rules(): readonly CompiledRule[] {
    const { rules, observe } = this.#source
    if (rules.rules.length === 0) return none
    this.#rules ??= observe('compilation', () => this.#compile())
    return this.#rules
  }

  /** Some rule of the schema itself uses `oldSelf`. */
  get usesOldSelf(): boolean {
    return this.rules.some(({ usesOldSelf }) => usesOldSelf)
  }

  /** The rules of items. */
  get items(): RuleNode | undefined {
    const { rules, schema, type } = this.#source
    this.#items ??= { node: this.#below(rules.items, schema.items, type.params?.[0]) }
    return this.#items.node
  }

  /** The rules of properties that have no schema of their own. */
  get additional(): RuleNode | undefined {
    const { rules, schema, type } = this.#source
    const structure = schema.additionalProperties?.schema
    this.#additional ??= { node: this.#below(rules.additionalProperties?.schema, structure, type.params?.[1]) }
    return this.#additional.node
  }

  /** The rules of a property. */
  property(name: string): RuleNode | undefined {
    const { rules, schema, type } = this.#source
    const nested = rules.properties.get(name)
    if (nested === undefined || !nested.mayHaveRules) return undefined
    if (!this.#properties.has(name)) {
      const field = type.fields?.get(escapePropertyName(name) ?? '')
      this.#properties.set(name, this.#below(nested, schema.properties.get(name), field))
    }
    return this.#properties.get(name)
  }

  /** The rules that `allOf` has for the same values. */
  get allOf(): readonly RuleNode[] {
    this.#allOf ??= (this.#source.rules.schema.allOf ?? []).flatMap((each) => {
      const rules = newStructural(each)
      return rules.mayHaveRules ? [new RuleNode({ ...this.#source, rules })] : []
    })
    return this.#allOf
  }

  /** The errors of the rules themselves, and of all below, in the order of the schema. */
  errors(): string[] {
    const own = this.rules.flatMap(({ error }) => (error === undefined ? [] : [error]))
    const properties = [...this.#source.rules.properties.keys()].map((name) => this.property(name))
    const below = [this.items, this.additional, ...properties, ...this.allOf]
    return [...own, ...below.flatMap((each) => each?.errors() ?? [])]
  }

  #compile(): readonly CompiledRule[] {
    const { rules, schema, type } = this.#source
    const context = { schema, type, toValue: this.toValue, functions: storedDeclarations }
    return rules.rules.map((rule) => compileRule(rule, context))
  }

  #below(
    rules: Structural | undefined,
    schema: Structural | undefined,
    known: StaticType | undefined,
  ): RuleNode | undefined {
    if (rules === undefined || schema === undefined || !rules.mayHaveRules) return undefined
    const isResourceRoot = schema.embeddedResource
    const type = known ?? schemaType(schema, isResourceRoot)
    return type && new RuleNode({ rules, schema, type, isResourceRoot, observe: this.#source.observe })
  }
}

const none: readonly CompiledRule[] = []
