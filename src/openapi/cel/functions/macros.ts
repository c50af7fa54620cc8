import { optionalValues } from '../optional-values.js'
import { CELValueError, type FunctionLibrary } from './function-library.js'
import { compareOrdered } from './lists.js'

/*
 * Comprehensions with two variables (index and item, or key and value), `existsOne` and `sortBy`. The library has no
 * types for what macros work with; these are the parts used here.
 */

interface Node {
  readonly op: string
  readonly args: unknown
}

interface Type {
  readonly kind: string
  readonly name: string
  readonly keyType?: Type
  readonly valueType?: Type
}

interface Context {
  forkWithVariable(name: string, type: Type): Context
  reuse(parent: Context): Context
  setIterValue(value: unknown, evaluator: Evaluator): Context
}

interface Checker {
  readonly registry: {
    getListType(type: Type): Type
    getMapType(key: Type, value: Type): Type
    getOptionalType(type: Type): Type
  }
  check(node: Node, context: Context): Type
  getType(name: string): Type
  createError(code: string, message: string, node: Node): Error
}

interface Evaluator {
  run(node: Node, context: Context): unknown
}

interface MacroCall {
  readonly ast: Node
  readonly args: readonly Node[]
  readonly receiver: Node
}

interface Macro {
  readonly call: MacroCall
  first?: Context
  second?: Context
}

/** What a macro makes of the entries it goes through. */
interface Outcome {
  readonly type: (types: readonly Type[], checker: Checker) => Type
  readonly run: (entries: Iterable<unknown>, evaluate: (index: number) => unknown) => unknown
}

type Pair = readonly [key: unknown, value: unknown]

function pairsOf(range: unknown): Pair[] {
  if (Array.isArray(range)) return range.map((item: unknown, i) => [BigInt(i), item])
  return range instanceof Map ? [...range] : Object.entries(range as object)
}

function variableName(node: Node | undefined): string {
  return node?.op === 'id' ? (node.args as string) : ''
}

function macro(bodies: number, outcome: Outcome): (call: MacroCall) => object {
  return (call) => ({
    call,
    async: false,
    typeCheck(checker: Checker, self: Macro, context: Context): Type {
      const range = checker.check(call.receiver, context)
      const isMap = range.kind === 'map'
      const key = isMap ? range.keyType : checker.getType(range.kind === 'list' ? 'int' : 'dyn')
      const [keyName, valueName] = [variableName(call.args[0]), variableName(call.args[1])]
      if (keyName === '' || valueName === '' || (range.kind !== 'list' && !isMap && range.kind !== 'dyn')) {
        throw checker.createError('invalid_macro_argument', 'invalid comprehension', call.ast)
      }
      self.first = context.forkWithVariable(keyName, key as Type)
      self.second = self.first.forkWithVariable(valueName, range.valueType ?? checker.getType('dyn'))
      const types = call.args.slice(-bodies).map((node) => checker.check(node, self.second as Context))
      return outcome.type(types, checker)
    },
    evaluate(evaluator: Evaluator, self: Macro, context: Context): unknown {
      const pairs = pairsOf(evaluator.run(call.receiver, context))
      const nodes = call.args.slice(-bodies)
      let at: Context = context
      function* entries(): Generator<Pair> {
        for (const pair of pairs) {
          const first = (self.first as Context).reuse(context).setIterValue(pair[0], evaluator)
          at = (self.second as Context).reuse(first).setIterValue(pair[1], evaluator)
          yield pair
        }
      }
      return outcome.run(entries(), (index) => evaluator.run(nodes[index] as Node, at))
    },
  })
}

const bool = (_: readonly Type[], checker: Checker) => checker.getType('bool')

/** All or some of the entries: an error counts only when no entry decides. */
function quantifier(decisive: boolean): Outcome {
  return {
    type: bool,
    run: (entries, evaluate) => {
      let failure: unknown
      for (const _ of entries) {
        try {
          if (evaluate(0) === decisive) return decisive
        } catch (error) {
          failure ??= error
        }
      }
      if (failure !== undefined) throw failure
      return !decisive
    },
  }
}

const exactlyOne: Outcome = {
  type: bool,
  run: (entries, evaluate) => {
    let count = 0
    for (const _ of entries) if (evaluate(0) === true) count++
    return count === 1
  },
}

function listOf(filtered: boolean): Outcome {
  return {
    type: (types, checker) => checker.registry.getListType(types.at(-1) as Type),
    run: (entries, evaluate) => {
      const list: unknown[] = []
      for (const _ of entries) if (!filtered || evaluate(0) === true) list.push(evaluate(filtered ? 1 : 0))
      return list
    },
  }
}

function mapOf(filtered: boolean): Outcome {
  return {
    type: (types, checker) => checker.registry.getMapType(checker.getType('dyn'), types.at(-1) as Type),
    run: (entries, evaluate) => {
      const map = new Map<unknown, unknown>()
      for (const pair of entries) {
        if (!filtered || evaluate(0) === true) map.set((pair as Pair)[0], evaluate(filtered ? 1 : 0))
      }
      return map
    },
  }
}

const mapOfEntries = (filtered: boolean): Outcome => ({
  type: (types) => types.at(-1) as Type,
  run: (entries, evaluate) => {
    const map = new Map<unknown, unknown>()
    for (const _ of entries) {
      if (filtered && evaluate(0) !== true) continue
      for (const [key, value] of pairsOf(evaluate(filtered ? 1 : 0))) {
        if (map.has(key)) throw new CELValueError(`insert failed: key ${String(key)} already exists`)
        map.set(key, value)
      }
    }
    return map
  },
})

/** One variable that stands for a value: an item of a list, or what an optional holds. */
interface OneVariable {
  readonly type: (receiver: Type, body: Type, checker: Checker) => Type
  /** What the variable may stand for. */
  readonly variable: (receiver: Type) => Type | undefined
  readonly run: (receiver: unknown, evaluate: (value: unknown) => unknown) => unknown
}

function oneVariable(facts: OneVariable): (call: MacroCall) => object {
  return (call) => ({
    call,
    async: false,
    typeCheck(checker: Checker, self: Macro, context: Context): Type {
      const receiver = checker.check(call.receiver, context)
      const variable = facts.variable(receiver)
      const name = variableName(call.args[0])
      if (name === '' || variable === undefined) {
        throw checker.createError('invalid_macro_argument', 'invalid comprehension', call.ast)
      }
      self.first = context.forkWithVariable(name, variable)
      return facts.type(receiver, checker.check(call.args[1] as Node, self.first), checker)
    },
    evaluate(evaluator: Evaluator, self: Macro, context: Context): unknown {
      return facts.run(evaluator.run(call.receiver, context), (value) => {
        const inner = (self.first as Context).reuse(context).setIterValue(value, evaluator)
        return evaluator.run(call.args[1] as Node, inner)
      })
    },
  })
}

const sortBy: OneVariable = {
  variable: (receiver) => (receiver.kind === 'list' ? receiver.valueType : undefined),
  type: (receiver) => receiver,
  run: (receiver, evaluate) => {
    const keyed = (receiver as unknown[]).map((item) => ({ item, key: evaluate(item) }))
    return keyed.sort((a, b) => compareOrdered(a.key, b.key)).map(({ item }) => item)
  },
}

interface OptionalValue {
  hasValue(): boolean
  value(): unknown
}

function optionalMap(flat: boolean): OneVariable {
  return {
    variable: (receiver) => (receiver.kind === 'optional' ? receiver.valueType : undefined),
    type: (_, body, checker) => (flat ? body : checker.registry.getOptionalType(body)),
    run: (receiver, evaluate) => {
      const optional = receiver as OptionalValue
      if (!optional.hasValue()) return receiver
      return flat ? evaluate(optional.value()) : optionalValues.of(evaluate(optional.value()))
    },
  }
}

/** Macros that go through the entries of lists and maps with two variables. */
export const macros: FunctionLibrary = (env) => {
  env.registerFunction('list.all(ast, ast, ast): bool', macro(1, quantifier(false)))
  env.registerFunction('list.exists(ast, ast, ast): bool', macro(1, quantifier(true)))
  env.registerFunction('list.existsOne(ast, ast, ast): bool', macro(1, exactlyOne))
  env.registerFunction('list.exists_one(ast, ast, ast): bool', macro(1, exactlyOne))
  env.registerFunction('list.transformList(ast, ast, ast): list<dyn>', macro(1, listOf(false)))
  env.registerFunction('list.transformList(ast, ast, ast, ast): list<dyn>', macro(2, listOf(true)))
  env.registerFunction('list.transformMap(ast, ast, ast): map<dyn, dyn>', macro(1, mapOf(false)))
  env.registerFunction('list.transformMap(ast, ast, ast, ast): map<dyn, dyn>', macro(2, mapOf(true)))
  env.registerFunction('list.transformMapEntry(ast, ast, ast): map<dyn, dyn>', macro(1, mapOfEntries(false)))
  env.registerFunction('list.transformMapEntry(ast, ast, ast, ast): map<dyn, dyn>', macro(2, mapOfEntries(true)))
  env.registerFunction('list.sortBy(ast, ast): list<dyn>', oneVariable(sortBy))
  env.registerFunction('optional.optMap(ast, ast): optional<dyn>', oneVariable(optionalMap(false)))
  env.registerFunction('optional.optFlatMap(ast, ast): optional<dyn>', oneVariable(optionalMap(true)))
}
