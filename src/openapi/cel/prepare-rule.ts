import { appendAll } from '../../internal/append-all.js'
import { compilePattern } from '../regular-expression.js'
import { combineAssociative, equalAssociative } from './associative-lists.js'
import type { Budget } from './budget.js'
import { ownPrefix } from './functions/function-library.js'

/** A node of the library's syntax trees; it works with them where `evaluate` is. */
export interface RuleNode {
  readonly op: string
  args: unknown
  readonly start: number
  readonly end: number
  evaluate: (evaluator: unknown, node: unknown, context: unknown) => unknown
}

/** Functions of the library for which there is one that behaves as Go's. */
const replaced: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'matches',
  'indexOf',
  'lastIndexOf',
  'substring',
  'split',
  'trim',
  'lowerAscii',
  'upperAscii',
])

/** Global functions of which the same is true. */
const replacedConversions: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'int',
  'uint',
  'double',
  'bool',
  'duration',
  'timestamp',
])

/** Functions of the library that Kubernetes does not have. */
const absent: ReadonlySet<string> = /* @__PURE__ */ new Set(['json', 'hex', 'base64', 'at'])

/** Nodes that cost by the size of what they look at or make. */
const sized: ReadonlySet<string> = /* @__PURE__ */ new Set(['==', '!=', 'in', '+', 'call', 'rcall'])

/**
 * Makes a parsed rule call our functions, and every step of it charge the budget.
 *
 * @returns whether the rule speaks of `oldSelf`, and which of its parts are constant.
 */
export function prepareRule(root: unknown, budget: Budget): PreparedRule {
  let usesOldSelf = false
  const constants: RuleNode[] = []
  for (const node of nodesOf(root)) {
    if (node.op === 'id' && node.args === 'oldSelf') usesOldSelf = true
    if (node.op === 'id' && node.args === 'cel') throw undeclared(node)
    if (node.op === 'call' && isConstantConversion(node)) constants.push(node)
    if (node.op === 'rcall') checkConstantPattern(node)
    if (node.op === 'call' || node.op === 'rcall') rename(node)
    if (node.op === 'call') reviseHas(node)
    if (node.op === 'rcall') admitMixedArguments(node)
    instrument(node, budget)
  }
  return { usesOldSelf, constants }
}

/** What is known of a rule that is ready to run. */
export interface PreparedRule {
  readonly usesOldSelf: boolean
  /** Conversions of literals. Go makes them when it compiles: one that fails is an error of the rule. */
  readonly constants: readonly RuleNode[]
}

function isConstantConversion(node: RuleNode): boolean {
  const [name, args = []] = node.args as [string, RuleNode[]?]
  return replacedConversions.has(name) && args.length > 0 && args.every(({ op }) => op === 'value')
}

const patternFunctions: ReadonlySet<string> = /* @__PURE__ */ new Set(['matches', 'find', 'findAll'])

function checkConstantPattern(node: RuleNode): void {
  const [name, , [pattern] = []] = node.args as [string, RuleNode, RuleNode[]?]
  if (!patternFunctions.has(name) || pattern?.op !== 'value' || typeof pattern.args !== 'string') return
  const compiled = compilePattern(pattern.args)
  if (!(compiled instanceof Error)) return
  const summary = name === 'matches' ? 'invalid matches argument' : compiled.message
  throw Object.assign(new Error(summary), { code: 'invalid_argument', summary, range: { start: pattern.start } })
}

/** The library knows a namespace that Kubernetes does not. */
function undeclared(node: RuleNode): Error {
  const facts = { code: 'unknown_variable', summary: 'Unknown variable: cel', range: { start: node.start } }
  return Object.assign(new Error(facts.summary), facts)
}

function* nodesOf(root: unknown): Generator<RuleNode> {
  const pending: unknown[] = [root]
  const seen = new Set<unknown>()
  while (pending.length > 0) {
    const value = pending.pop()
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    if (isNode(value)) {
      yield value
      pending.push(value.args)
    } else appendAll(pending, Object.values(value))
  }
}

function isNode(value: object): value is RuleNode {
  return 'op' in value && typeof value.op === 'string' && 'args' in value && 'start' in value
}

function rename(node: RuleNode): void {
  const args = node.args as [string, ...unknown[]]
  if (replaced.has(args[0]) || (node.op === 'call' && replacedConversions.has(args[0]))) args[0] = ownPrefix + args[0]
  else if (node.op === 'rcall' && absent.has(args[0])) args[0] = `absent_${args[0]}`
}

/** The library swaps a node's `evaluate` when it first runs; the accessor keeps ours in front. */
function instrument(node: RuleNode, budget: Budget): void {
  let inner = node.evaluate
  const step: RuleNode['evaluate'] = sized.has(node.op)
    ? (evaluator, self, context) => {
        budget.charge(1)
        const result = inner.call(node, evaluator, self, context)
        if (typeof result === 'string' || Array.isArray(result)) budget.chargeSize(result.length)
        return result
      }
    : (evaluator, self, context) => {
        budget.charge(1)
        return inner.call(node, evaluator, self, context)
      }
  Object.defineProperty(node, 'evaluate', {
    get: () => step,
    set: (next: RuleNode['evaluate']) => {
      inner = chargingOperands(node, next, budget)
    },
  })
}

/** The parts of the library's evaluator and checker that are used here. */
interface Evaluator {
  run(node: unknown, context: unknown): unknown
  tryEval(node: unknown, context: unknown): unknown
  debugType(value: unknown): { fieldLazy(value: unknown, name: unknown, node: unknown, evaluator: unknown): unknown }
}

interface Checker {
  check(node: unknown, context: unknown): unknown
  getType(name: string): unknown
  createError(code: string, message: string, node: unknown): Error
}

/** The library's `has` takes plain names only; Go's takes any expression that ends in a field. */
function reviseHas(node: RuleNode): void {
  const [name, [field] = []] = node.args as [string, RuleNode[]?]
  const { macro } = (node as { readonly meta?: { readonly macro?: Record<string, unknown> } }).meta ?? {}
  if (name !== 'has' || macro === undefined || field === undefined) return
  macro.typeCheck = (checker: Checker, _: unknown, context: unknown): unknown => {
    if (field.op !== '.') throw checker.createError('invalid_macro_argument', 'invalid argument to has() macro', field)
    checker.check(field, context)
    return checker.getType('bool')
  }
  macro.evaluate = (evaluator: Evaluator, _: unknown, context: unknown): unknown => {
    const [owner, property] = field.args as [RuleNode, string]
    const value = evaluator.run(owner, context)
    return evaluator.debugType(value).fieldLazy(value, property, field, evaluator) !== undefined
  }
}

/** The list that `format` takes may hold values of different types, as no other may. */
function admitMixedArguments(node: RuleNode): void {
  const [name, , [list] = []] = node.args as [string, RuleNode, RuleNode[]?]
  if (name !== 'format' || list?.op !== 'list' || (list.args as RuleNode[]).length === 0) return
  const check = (checker: Checker, self: RuleNode, context: unknown): unknown => {
    for (const item of self.args as RuleNode[]) checker.check(item, context)
    return checker.getType('list<dyn>')
  }
  ;(list as RuleNode & { setMeta(key: string, value: unknown): void }).setMeta('check', check)
}

interface Binary extends RuleNode {
  readonly left: RuleNode
  readonly right: RuleNode
  readonly handle: (left: unknown, right: unknown, node: unknown, evaluator: unknown) => unknown
}

/** Puts what Go does in place of what the library does where they differ. */
function chargingOperands(node: RuleNode, next: RuleNode['evaluate'], budget: Budget): RuleNode['evaluate'] {
  if (node.op === '&&' || node.op === '||') return logical(node as Binary, node.op === '||')
  // Comparisons cost by what their operands hold.
  if (node.op !== '==' && node.op !== '!=' && node.op !== 'in' && node.op !== '+') return next
  return (evaluator, _, context) => {
    const { left, right, handle } = node as Binary
    const { run } = evaluator as Evaluator
    const [a, b] = [run.call(evaluator, left, context), run.call(evaluator, right, context)]
    budget.chargeSize(node.op === 'in' ? lengthOf(b) * 10 : Math.min(lengthOf(a), lengthOf(b)))
    return compareAssociative(node.op, [a, b], budget) ?? handle(a, b, node, evaluator)
  }
}

/** An operand that decides makes up for an error in the other one; of two errors the left one counts. */
function logical(node: Binary, decisive: boolean): RuleNode['evaluate'] {
  return (evaluator, _, context) => {
    const { tryEval } = evaluator as Evaluator
    const left = tryEval.call(evaluator, node.left, context)
    if (left === decisive) return left
    const right = tryEval.call(evaluator, node.right, context)
    if (right === decisive) return right
    for (const value of [left, right]) if (value instanceof Error) throw value
    if (typeof left !== 'boolean' || typeof right !== 'boolean') throw new Error('no such overload')
    return !decisive
  }
}

/** Lists of type `set` and `map` have no order and no duplicates. */
function compareAssociative(operator: string, [a, b]: readonly [unknown, unknown], budget: Budget): unknown {
  if (operator === 'in' || !Array.isArray(a) || !Array.isArray(b)) return undefined
  if (operator === '+') return combineAssociative(a, b, budget)
  const equal = equalAssociative(a, b, budget)
  return equal === undefined ? undefined : equal === (operator === '==')
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0
}
