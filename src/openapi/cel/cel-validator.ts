import { guardDepth } from '../../descriptor/guard-depth.js'
import { isJSONObject, type JSONObject, type JSONValue } from '../../json/json-value.js'
import { type FieldError, invalid } from '../../validation/field-error.js'
import { FieldPath } from '../../validation/field-path.js'
import type { Structural } from '../structural/structural.js'
import { Correlation } from '../validate/correlation.js'
import { perCallLimit } from './evaluate/compiled-program.js'
import type { Bindings, CELEvaluation, CELProgram } from './program.js'
import { Ratcheting } from './ratcheting.js'
import {
  evaluationProblem,
  failureOf,
  messageLimitText,
  messageOutOfBudget,
  outOfBudget,
  ruleMessage,
  shownMessage,
} from './rule-messages.js'
import type { CompiledRule } from './schema/compile-rule.js'
import { RuleNode, type RuleObserver } from './schema/rule-node.js'
import { schemaType } from './schema/schema-type.js'
import { none, OptionalValue, type Value } from './values/value.js'

/** Cost limit of all rules for one object. */
export const runtimeCostBudget = 10_000_000

/** Options of {@link CELValidator.validate}. */
export interface CELOptions {
  /** The object before the update. Rules that use `oldSelf` run only with it. */
  readonly old?: JSONValue | object
  readonly path?: FieldPath
  /** Cost limit of all rules. Default: {@link runtimeCostBudget}. */
  readonly costBudget?: number
  /** Let pass what was wrong before and has not changed. */
  readonly ratcheting?: boolean
  /** Gets each error that {@link ratcheting} let pass. */
  readonly onTolerated?: ((error: FieldError) => void) | undefined
}

const unobserved: RuleObserver = (_work, run) => run()

/** One value under judgement. */
interface Case {
  readonly value: JSONValue
  readonly old: JSONValue | undefined
  readonly path: FieldPath
  readonly ratcheting: Ratcheting
}

/** Runs the `x-kubernetes-validations` of a schema. Compile once, validate many; rules are compiled when first used. */
export class CELValidator {
  /** The schema has rules. */
  readonly hasRules: boolean
  readonly #schema: Structural
  readonly #isResourceRoot: boolean
  readonly #observe: RuleObserver
  #made: { readonly node: RuleNode | undefined } | undefined

  constructor(
    schema: Structural,
    options: { readonly isResourceRoot?: boolean; readonly observe?: RuleObserver | undefined } = {},
  ) {
    this.#schema = schema
    this.#observe = options.observe ?? unobserved
    this.#isResourceRoot = options.isResourceRoot ?? true
    this.hasRules = hasRules(schema)
  }

  /** Errors of the rules themselves: `PATH: message`, in the order of the schema. */
  compilationErrors(): readonly string[] {
    const root = this.#root()
    return root === undefined ? [] : root.errors()
  }

  /** Returns the errors of the rules that an object violates. Stops when the cost limit is exceeded. */
  validate(value: JSONValue | object, options: CELOptions = {}): FieldError[] {
    return this.judge(value, options).errors
  }

  /** The same, and what is left of the budget: negative when it was not enough. */
  judge(
    value: JSONValue | object,
    options: CELOptions = {},
  ): { readonly errors: FieldError[]; readonly remaining: number } {
    const { path = FieldPath.empty(), costBudget = runtimeCostBudget } = options
    const root = this.#root()
    if (root === undefined) return { errors: [], remaining: costBudget }
    const run = new Run(costBudget, options.onTolerated)
    const now = value as JSONValue
    const old = options.old as JSONValue | undefined
    const ratchets = options.ratcheting === true && old !== undefined
    const ratcheting = new Ratcheting(ratchets ? new Correlation(now, old, root.schema) : undefined)
    this.#observe('evaluation', () => guardDepth(() => run.node(root, { value: now, old, path, ratcheting })))
    return { errors: run.errors, remaining: run.remaining }
  }

  #root(): RuleNode | undefined {
    if (!this.hasRules) return undefined
    this.#made ??= { node: this.#node() }
    return this.#made.node
  }

  #node(): RuleNode | undefined {
    const [schema, isResourceRoot, observe] = [this.#schema, this.#isResourceRoot, this.#observe]
    const type = schemaType(schema, isResourceRoot)
    return type && new RuleNode({ rules: schema, schema, type, isResourceRoot, observe })
  }
}

/** Reports whether there are rules in a schema or below it. */
export function hasRules(schema: Structural | undefined): boolean {
  if (schema === undefined || !schema.mayHaveRules) return false
  if (schema.rules.length > 0 || hasRules(schema.items) || hasRules(schema.additionalProperties?.schema)) return true
  return [...schema.properties.values()].some(hasRules)
}

/** A value, and what its rules see of it. */
interface Scope {
  readonly each: Case
  readonly variables: Variables
}

class Run {
  readonly errors: FieldError[] = []
  readonly #onTolerated: CELOptions['onTolerated']
  #left: number
  #stopped = false

  constructor(budget: number, onTolerated: CELOptions['onTolerated']) {
    this.#left = budget
    this.#onTolerated = onTolerated
  }

  get remaining(): number {
    return this.#stopped ? -1 : this.#left
  }

  node(node: RuleNode, each: Case): void {
    if (this.#stopped || each.value === null) return
    this.#rules(node, each)
    for (const nested of node.allOf) this.node(nested, { ...each, ratcheting: each.ratcheting.above() })
    if (Array.isArray(each.value)) this.#items(node, each, each.value)
    else if (typeof each.value === 'object' && each.value !== null) this.#members(node, each, each.value)
  }

  #items(node: RuleNode, each: Case, list: readonly JSONValue[]): void {
    if (node.items === undefined) return
    const before = each.old === undefined ? undefined : new Correlation(each.value, each.old, node.schema)
    for (const [i, value] of list.entries()) {
      if (this.#stopped) return
      const ratcheting = each.ratcheting.index(i)
      this.node(node.items, { value, old: before?.oldItem(value), path: each.path.index(i), ratcheting })
    }
  }

  #members(node: RuleNode, each: Case, object: JSONObject): void {
    for (const [name, value] of Object.entries(object)) {
      if (this.#stopped) return
      const property = node.property(name)
      const next = property ?? (node.schema.properties.has(name) ? undefined : node.additional)
      if (next === undefined || value === undefined) continue
      const old = isJSONObject(each.old) && Object.hasOwn(each.old, name) ? each.old[name] : undefined
      const path = property === undefined ? each.path.key(name) : each.path.child(name)
      this.node(next, { value, old, path, ratcheting: each.ratcheting.key(name) })
    }
  }

  #rules(node: RuleNode, each: Case): void {
    if (node.rules.length === 0) return
    if (this.#left <= 0) {
      this.#stop(invalid(each.path, node.schema.type, outOfBudget))
      return
    }
    const variables = new Variables(node, each)
    for (const compiled of node.rules) {
      if (this.#stopped) return
      this.#rule(compiled, node, { each, variables })
    }
  }

  #rule(compiled: CompiledRule, node: RuleNode, scope: Scope): void {
    const { rule, program, error, usesOldSelf } = compiled
    const { path, old } = scope.each
    const { type } = node.schema
    if (error !== undefined) this.errors.push(invalid(path, type, `rule compile error: ${error}`))
    if (program === undefined || (usesOldSelf && isAbsent(old) && rule.optionalOldSelf !== true)) return
    const outcome = this.#run(program, scope.variables.get(rule.optionalOldSelf === true))
    if (outcome === undefined) this.#stop(invalid(path, type, outOfBudget))
    else if (outcome.error !== undefined) {
      const problem = invalid(path, type, evaluationProblem(outcome.error, rule))
      if (outcome.exceeded === true) this.#stop(problem)
      else this.errors.push(problem)
    } else if (outcome.value !== true) this.#failed(compiled, node, scope)
  }

  /** Evaluates; undefined when that cost more than was left. */
  #run(program: CELProgram, bindings: Bindings): CELEvaluation | undefined {
    const outcome = program.evaluate(bindings, { costLimit: perCallLimit })
    if (outcome.cost > this.#left) return undefined
    this.#left -= outcome.cost
    return outcome
  }

  #failed(compiled: CompiledRule, node: RuleNode, { each, variables }: Scope): void {
    const { rule, message, fieldPath, usesOldSelf } = compiled
    const path = fieldPath === undefined ? each.path : each.path.child(fieldPath.toString())
    const { type } = node.schema
    const forgiven = !usesOldSelf && each.ratcheting.tolerates
    const report = (error: FieldError) => void (forgiven ? this.#onTolerated?.(error) : this.errors.push(error))
    let detail = ruleMessage(rule)
    if (message !== undefined) {
      const outcome = this.#run(message, variables.forMessage(rule.optionalOldSelf === true))
      if (outcome === undefined || outcome.exceeded === true) {
        const text = outcome === undefined ? messageOutOfBudget : messageLimitText(rule)
        report(invalid(path, type, text))
        this.#stopped = true
        return
      }
      detail = shownMessage(outcome.value as Value | undefined) ?? detail
    }
    report(failureOf(rule, path, { detail, value: each.value, type }))
  }

  #stop(error: FieldError): void {
    this.errors.push(error)
    this.#stopped = true
  }
}

function isAbsent(old: JSONValue | undefined): boolean {
  return old === undefined || old === null
}

/** `self` and `oldSelf` of one value. */
class Variables {
  readonly #node: RuleNode
  readonly #each: Case

  constructor(node: RuleNode, each: Case) {
    this.#node = node
    this.#each = each
  }

  get(optionalOldSelf: boolean): Bindings {
    if (!optionalOldSelf || !this.#node.usesOldSelf) return this.#plain()
    const { value, old } = this.#each
    return { self: value, oldSelf: isAbsent(old) ? none : new OptionalValue(this.#node.toValue(old)) }
  }

  /** Messages see the old value itself, even where the rule has an optional one. */
  forMessage(optionalOldSelf: boolean): Bindings {
    const bindings = this.#plain()
    return optionalOldSelf && 'oldSelf' in bindings
      ? { ...bindings, oldSelf: this.#node.toValue(bindings.oldSelf) }
      : bindings
  }

  #plain(): Bindings {
    const { value, old } = this.#each
    return isAbsent(old) || !this.#node.usesOldSelf ? { self: value } : { self: value, oldSelf: old }
  }
}
