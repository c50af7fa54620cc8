import { guardDepth } from '../../descriptor/guard-depth.js'
import { isJSONObject, type JSONObject, type JSONValue } from '../../json/json-value.js'
import { type FieldError, invalid } from '../../validation/field-error.js'
import { FieldPath } from '../../validation/field-path.js'
import type { JSONSchemaProps } from '../json-schema-props.js'
import { newStructural } from '../structural/new-structural.js'
import type { Structural } from '../structural/structural.js'
import { Correlation } from '../validate/correlation.js'
import { CELEnvironment, type Program, variableValue } from './cel-environment.js'
import type { CELType } from './cel-types.js'
import {
  type CompiledRule,
  compileRule,
  failureOf,
  messageLimitText,
  ruleMessage,
  ruleText,
  shownMessage,
} from './compiled-rule.js'
import { Ratcheting } from './ratcheting.js'

/** The limits of Kubernetes: one unit is about one step of an evaluation. */
export const perCallLimit = 1_000_000
/** What all rules of one object may cost together. */
export const runtimeCostBudget = 10_000_000

/** How {@link CELValidator.validate} judges. */
export interface CELOptions {
  /** The object before the update. Rules that speak of `oldSelf` run only when there is one. */
  readonly old?: JSONValue | object
  readonly path?: FieldPath
  /** What all rules may cost. Default: {@link runtimeCostBudget}. */
  readonly costBudget?: number
  /** Let pass what was wrong before and has not changed. */
  readonly ratcheting?: boolean
}

/** The rules of a schema and of the schemas below it. */
interface Node {
  readonly schema: Structural
  readonly self: CELType | undefined
  rules: readonly CompiledRule[]
  items: Node | undefined
  additional: Node | undefined
  properties: Map<string, Node>
  allOf: Node[]
}

/** One value under judgement. */
interface Case {
  readonly value: JSONValue
  readonly old: JSONValue | undefined
  readonly path: FieldPath
  readonly ratcheting: Ratcheting
}

/** Runs the `x-kubernetes-validations` of a schema. Compile once, validate many. */
export class CELValidator {
  readonly #env = new CELEnvironment()
  readonly #root: Node | undefined

  constructor(schema: Structural, options: { readonly isResourceRoot?: boolean } = {}) {
    if (!hasRules(schema)) return
    const isRoot = options.isResourceRoot ?? true
    const types = collectTypes(schema, this.#env, isRoot)
    this.#root = this.#compile({ rules: schema, schema, types })
  }

  /** There are rules at all. */
  get hasRules(): boolean {
    return this.#root !== undefined
  }

  /** What is wrong with the rules themselves: `PATH: message`, as they stand in the schema. */
  compilationErrors(): readonly string[] {
    return this.#root === undefined ? [] : nodeErrors(this.#root)
  }

  /** Says which rules an object breaks. Stops when the rules together have cost too much. */
  validate(value: JSONValue | object, options: CELOptions = {}): FieldError[] {
    return this.judge(value, options).errors
  }

  /** The same, and what is left of the budget: negative when it was not enough. */
  judge(
    value: JSONValue | object,
    options: CELOptions = {},
  ): { readonly errors: FieldError[]; readonly remaining: number } {
    const { path = FieldPath.empty(), costBudget = runtimeCostBudget } = options
    if (this.#root === undefined) return { errors: [], remaining: costBudget }
    const run = new Run(this.#env, costBudget)
    const now = value as JSONValue
    const old = options.old as JSONValue | undefined
    const ratchets = options.ratcheting === true && old !== undefined
    const ratcheting = new Ratcheting(ratchets ? new Correlation(now, old, this.#root.schema) : undefined)
    const root = this.#root
    guardDepth(() => run.node(root, { value: now, old, path, ratcheting }))
    return { errors: run.errors, remaining: run.remaining }
  }

  #compile({ rules, schema, types }: { rules: Structural; schema: Structural; types: TypeTable }): Node | undefined {
    const self = types.get(schema)
    const context = self && { env: this.#env, self }
    const node: Node = {
      schema,
      self,
      rules: context === undefined ? [] : rules.rules.map((rule) => compileRule(rule, schema, context)),
      items: undefined,
      additional: undefined,
      properties: new Map(),
      allOf: [],
    }
    if (self === undefined) return undefined
    const below = (nested: Structural | undefined, structure: Structural | undefined) =>
      nested && structure && this.#compile({ rules: nested, schema: structure, types })
    node.items = below(rules.items, schema.items)
    node.additional = below(rules.additionalProperties?.schema, schema.additionalProperties?.schema)
    for (const [name, nested] of rules.properties) {
      const property = below(nested, schema.properties.get(name))
      if (property !== undefined) node.properties.set(name, property)
    }
    for (const nested of rules.schema.allOf ?? []) {
      const each = below(newStructural(nested as JSONSchemaProps), schema)
      if (each !== undefined) node.allOf.push(each)
    }
    const empty = node.items === undefined && node.additional === undefined && node.properties.size === 0
    return empty && node.rules.length === 0 && node.allOf.length === 0 ? undefined : node
  }
}

type TypeTable = ReadonlyMap<Structural, CELType>

/** A value, and what its rules see of it. */
interface Scope {
  readonly each: Case
  readonly variables: Variables
}

/** All types of a schema; they must be known before rules are compiled. */
function collectTypes(root: Structural, env: CELEnvironment, isResourceRoot: boolean): TypeTable {
  const types = new Map<Structural, CELType>()
  const visit = (schema: Structural | undefined, isRoot: boolean) => {
    if (schema === undefined) return
    const type = env.typeOf(schema, isRoot)
    if (type !== undefined) types.set(schema, type)
    visit(schema.items, false)
    visit(schema.additionalProperties?.schema, false)
    for (const property of schema.properties.values()) visit(property, false)
  }
  visit(root, isResourceRoot)
  return types
}

/** Reports whether there are rules in a schema or below it. */
export function hasRules(schema: Structural | undefined): boolean {
  if (schema === undefined) return false
  if (schema.rules.length > 0 || hasRules(schema.items) || hasRules(schema.additionalProperties?.schema)) return true
  return [...schema.properties.values()].some(hasRules)
}

function nodeErrors(node: Node): string[] {
  const own = node.rules.flatMap(({ error }) => (error === undefined ? [] : [error]))
  const below = [node.items, node.additional, ...node.properties.values(), ...node.allOf]
  return [...own, ...below.flatMap((each) => (each === undefined ? [] : nodeErrors(each)))]
}

class Run {
  readonly errors: FieldError[] = []
  readonly #env: CELEnvironment
  #left: number
  #stopped = false

  constructor(env: CELEnvironment, budget: number) {
    this.#env = env
    this.#left = budget
  }

  get remaining(): number {
    return this.#stopped ? -1 : this.#left
  }

  node(node: Node, each: Case): void {
    if (this.#stopped || each.value === null) return
    this.#rules(node, each)
    for (const nested of node.allOf) this.node(nested, { ...each, ratcheting: each.ratcheting.above() })
    if (Array.isArray(each.value)) this.#items(node, each, each.value)
    else if (typeof each.value === 'object' && each.value !== null) this.#members(node, each, each.value)
  }

  #items(node: Node, each: Case, list: readonly JSONValue[]): void {
    if (node.items === undefined) return
    const before = each.old === undefined ? undefined : new Correlation(each.value, each.old, node.schema)
    for (const [i, value] of list.entries()) {
      if (this.#stopped) return
      const ratcheting = each.ratcheting.index(i)
      this.node(node.items, { value, old: before?.oldItem(value), path: each.path.index(i), ratcheting })
    }
  }

  #members(node: Node, each: Case, object: JSONObject): void {
    for (const [name, value] of Object.entries(object)) {
      if (this.#stopped) return
      const property = node.properties.get(name)
      const next = property ?? (node.schema.properties.has(name) ? undefined : node.additional)
      if (next === undefined || value === undefined) continue
      const old = isJSONObject(each.old) && Object.hasOwn(each.old, name) ? each.old[name] : undefined
      const path = property === undefined ? each.path.key(name) : each.path.child(name)
      this.node(next, { value, old, path, ratcheting: each.ratcheting.key(name) })
    }
  }

  #rules(node: Node, each: Case): void {
    if (node.rules.length === 0 || node.self === undefined) return
    const variables = new Variables(this.#env, node.self, each)
    for (const compiled of node.rules) {
      if (this.#stopped) return
      this.#rule(compiled, node, { each, variables })
    }
  }

  #rule(compiled: CompiledRule, node: Node, scope: Scope): void {
    const { rule, program, error } = compiled
    const { path, old } = scope.each
    const { type } = node.schema
    if (error !== undefined) this.errors.push(invalid(path, type, `rule compile error: ${error}`))
    else if (this.#left <= 0) this.#stop(invalid(path, type, outOfBudget))
    else if (program !== undefined && !(program.usesOldSelf && old === undefined && rule.optionalOldSelf !== true)) {
      this.#evaluate(compiled, node, { ...scope, program })
    }
  }

  #evaluate(compiled: CompiledRule, node: Node, scope: Scope & { readonly program: Program }): void {
    const { rule } = compiled
    const { path } = scope.each
    const { type } = node.schema
    const outcome = scope.program.run(scope.variables.get(rule.optionalOldSelf === true), this.#limit())
    this.#left -= outcome.cost
    if (outcome.exceeded) this.#stop(invalid(path, type, this.#exceededText(compiled)))
    else if (outcome.error !== undefined) {
      this.errors.push(invalid(path, type, evaluationProblem(outcome.error, ruleText(rule))))
    } else if (outcome.value !== true) this.#failed(compiled, node, scope)
  }

  #limit(): number {
    return Math.min(perCallLimit, this.#left)
  }

  #exceededText({ rule }: CompiledRule): string {
    if (this.#left < 0) return outOfBudget
    const reason = 'no further validation rules will be run due to call cost exceeds limit for rule'
    return `'operation cancelled: actual cost limit exceeded': ${reason}: ${ruleText(rule)}`
  }

  #failed(compiled: CompiledRule, node: Node, { each, variables }: Scope): void {
    const { rule, message, fieldPath, program } = compiled
    const path = fieldPath === undefined ? each.path : each.path.child(fieldPath.toString())
    const { type } = node.schema
    let detail = ruleMessage(rule)
    if (message !== undefined) {
      const outcome = message.run(variables.get(rule.optionalOldSelf === true), this.#limit())
      this.#left -= outcome.cost
      if (outcome.exceeded) {
        this.#stop(invalid(path, type, messageLimitText(rule)))
        return
      }
      detail = shownMessage(outcome.value) ?? detail
    }
    if (program?.usesOldSelf !== true && each.ratcheting.forgives) return
    this.errors.push(failureOf(rule, path, { detail, value: each.value, type }))
  }

  #stop(error: FieldError): void {
    this.errors.push(error)
    this.#stopped = true
  }
}

const outOfBudget = 'validation failed due to running out of cost budget, no further validation rules will be run'

function evaluationProblem(error: string, rule: string): string {
  if (!error.startsWith('no such overload')) return `${error} evaluating rule: ${rule}`
  const reason = 'call arguments did not match a supported operator, function or macro signature for rule'
  return `'${error}': ${reason}: ${rule}`
}

/** `self` and `oldSelf` of one value, converted once for all its rules. */
class Variables {
  readonly #env: CELEnvironment
  readonly #type: CELType
  readonly #each: Case
  readonly #made = new Map<boolean, Readonly<Record<string, unknown>>>()

  constructor(env: CELEnvironment, type: CELType, each: Case) {
    this.#env = env
    this.#type = type
    this.#each = each
  }

  get(optionalOldSelf: boolean): Readonly<Record<string, unknown>> {
    const known = this.#made.get(optionalOldSelf)
    if (known !== undefined) return known
    const { value, old } = this.#each
    const self = variableValue(this.#type, value)
    const before = old === undefined || old === null ? undefined : variableValue(this.#type, old)
    const made = { self, oldSelf: optionalOldSelf ? this.#env.optional.of(before) : before }
    this.#made.set(optionalOldSelf, made)
    return made
  }
}
