import type { FunctionLibrary } from './function-library.js'

/*
 * Comprehensions with two variables (index and item, or key and value), `existsOne` and `sortBy`. The library has no types for
 * what macros work with; these are the parts used here.
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
  readonly registry: { getListType(type: Type): Type; getMapType(key: Type, value: Type): Type }
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

/** Macros that go through the entries of lists and maps with two variables. */
export const twoVariableMacros: FunctionLibrary = (env) => {
  env.registerFunction('list.all(ast, ast, ast): bool', macro(1, quantifier(false)))
  env.registerFunction('list.exists(ast, ast, ast): bool', macro(1, quantifier(true)))
  env.registerFunction('list.existsOne(ast, ast, ast): bool', macro(1, exactlyOne))
  env.registerFunction('list.exists_one(ast, ast, ast): bool', macro(1, exactlyOne))
  env.registerFunction('list.transformList(ast, ast, ast): list<dyn>', macro(1, listOf(false)))
  env.registerFunction('list.transformList(ast, ast, ast, ast): list<dyn>', macro(2, listOf(true)))
  env.registerFunction('list.transformMap(ast, ast, ast): map<dyn, dyn>', macro(1, mapOf(false)))
  env.registerFunction('list.transformMap(ast, ast, ast, ast): map<dyn, dyn>', macro(2, mapOf(true)))
}
