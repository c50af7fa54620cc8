import type { CELNode } from './cel-syntax.js'
import type { CELProblem } from './cel-tokens.js'
import { accumulatorName, type CallExpr, copyExpr, type Expr, type FoldExpr } from './expression.js'
import { readLiteral } from './read-literal.js'

type Call = CELNode & { readonly op: 'call' }
/** A call of a macro on `target`. */
interface MacroCall {
  readonly make: Maker
  readonly name: string
  readonly target: Expr
  readonly args: readonly Expr[]
}
type Expand = (call: MacroCall) => Expr

/** Macros that only some environments have. */
export interface MacroOptions {
  /** There is `cel.bind(name, value, result)`. */
  readonly bindings?: boolean | undefined
}

/** Expands the macros of a parsed expression; problems are in Go's wording. */
export function expandMacros(
  root: CELNode,
  options: MacroOptions = {},
): { readonly expr: Expr; readonly problems: readonly CELProblem[] } {
  const problems: CELProblem[] = []
  return { expr: new Expander(problems, options).expand(root), problems }
}

class Expander {
  readonly #problems: CELProblem[]
  readonly #options: MacroOptions

  constructor(problems: CELProblem[], options: MacroOptions) {
    this.#problems = problems
    this.#options = options
  }

  expand(node: CELNode): Expr {
    switch (node.op) {
      case 'literal':
        return this.#literal(node)
      case 'name':
        return { op: 'name', at: node.at, name: node.name }
      case 'select':
        return this.#select(node)
      case 'call':
        return this.#call(node)
      case 'list': {
        const items = node.items.map((item) => this.expand(item.node))
        return { op: 'list', at: node.at, items, optional: node.items.map(({ optional }) => optional) }
      }
      case 'map': {
        const entries = node.entries.map(([{ node: key, optional }, value]) => {
          return { key: this.expand(key), value: this.expand(value), optional }
        })
        return { op: 'map', at: node.at, entries }
      }
      case 'message': {
        const fields = node.fields.map((field) => ({ ...field, value: this.expand(field.value) }))
        return { op: 'struct', at: node.at, name: node.name, fields }
      }
    }
  }

  #literal({ at, type, value }: CELNode & { op: 'literal' }): Expr {
    const read = readLiteral(type, value)
    if ('problem' in read) this.#problems.push({ at, message: read.problem })
    return { op: 'constant', at, value: 'value' in read ? read.value : null }
  }

  #select({ at, fieldAt, of, field, optional }: CELNode & { op: 'select' }): Expr {
    const operand = this.expand(of)
    if (!optional) return { op: 'select', at, operand, field, test: false }
    const name: Expr = { op: 'constant', at: fieldAt, value: field }
    return { op: 'call', at, name: '_?._', target: undefined, args: [operand, name] }
  }

  #call({ at, name, target, args }: Call): Expr {
    const of = target && this.expand(target)
    const given = args.map((arg) => this.expand(arg))
    const make = new Maker(at)
    const key = `${name}/${given.length}`
    const expand = of === undefined ? undefined : macros.get(key)
    try {
      if (of !== undefined && expand !== undefined) return expand({ make, name, target: of, args: given })
      if (of === undefined && key === 'has/1') return has(make, given[0]!)
      const isOfCEL = of?.op === 'name' && of.name === 'cel'
      if (this.#options.bindings === true && isOfCEL && key === 'bind/3') return bind(make, given)
    } catch (error) {
      if (!(error instanceof MacroProblem)) throw error
      this.#problems.push(error.problem)
      return { op: 'constant', at, value: null }
    }
    return { op: 'call', at, name, target: of, args: given }
  }
}

class MacroProblem extends Error {
  readonly problem: CELProblem

  constructor(at: number, message: string) {
    super(message)
    this.problem = { at, message }
  }
}

/** Makes the parts of an expanded macro; Go places all of them at the call. */
class Maker {
  constructor(readonly at: number) {}

  constant(value: boolean | number): Expr {
    return { op: 'constant', at: this.at, value }
  }

  name(name: string): Expr {
    return { op: 'name', at: this.at, name }
  }

  get result(): Expr {
    return this.name(accumulatorName)
  }

  list(...items: Expr[]): Expr {
    return { op: 'list', at: this.at, items, optional: items.map(() => false) }
  }

  call(name: string, ...args: Expr[]): CallExpr {
    return { op: 'call', at: this.at, name, target: undefined, args }
  }

  member(name: string, target: Expr, ...args: Expr[]): CallExpr {
    return { op: 'call', at: this.at, name, target, args }
  }

  fold(parts: Omit<FoldExpr, 'op' | 'at' | 'type'>): Expr {
    return { op: 'fold', at: this.at, ...parts }
  }

  /** Binds a value to a name in an expression, as a loop that never runs. */
  bind(name: string, value: Expr, result: Expr): Expr {
    const never = { range: this.list(), variable: '#unused', second: undefined, condition: this.constant(false) }
    return this.fold({ ...never, accumulator: name, init: value, step: this.name(name), result })
  }
}

function has(make: Maker, field: Expr): Expr {
  if (field.op !== 'select' || field.test) throw new MacroProblem(field.at, 'invalid argument to has() macro')
  return { op: 'select', at: make.at, operand: field.operand, field: field.field, test: true }
}

function bind(make: Maker, args: readonly Expr[]): Expr {
  const [variable, value, result] = args as [Expr, Expr, Expr]
  if (variable.op === 'name') return make.bind(variable.name, value, result)
  throw new MacroProblem(variable.at, 'cel.bind() variable names must be simple identifiers')
}

const noName = 'argument must be a simple name'

function variable(expr: Expr, message: string): string {
  if (expr.op !== 'name') throw new MacroProblem(expr.at, message)
  if (expr.name === accumulatorName || expr.name === '__result__') {
    throw new MacroProblem(expr.at, 'iteration variable overwrites accumulator variable')
  }
  return expr.name
}

type Variables = Pick<FoldExpr, 'variable' | 'second'>

function one({ args }: MacroCall, message = noName): Variables {
  return { variable: variable(args[0]!, message), second: undefined }
}

function two({ args }: MacroCall): Variables {
  const [first, second] = args as [Expr, Expr]
  for (const each of [first, second]) if (each.op !== 'name') throw new MacroProblem(each.at, noName)
  const names = [first, second].map((each) => (each as { name: string }).name)
  if (names[0] === names[1]) throw new MacroProblem(second.at, `duplicate variable name: ${names[0]}`)
  return { variable: variable(first, noName), second: variable(second, noName) }
}

function fold(
  { make, target }: MacroCall,
  variables: Variables,
  parts: Pick<FoldExpr, 'init' | 'condition' | 'step'>,
): Expr {
  return make.fold({ ...variables, ...parts, range: target, accumulator: accumulatorName, result: make.result })
}

function all(call: MacroCall, variables: Variables): Expr {
  const { make } = call
  const condition = make.call('@not_strictly_false', make.result)
  const step = make.call('_&&_', make.result, call.args.at(-1)!)
  return fold(call, variables, { init: make.constant(true), condition, step })
}

function exists(call: MacroCall, variables: Variables): Expr {
  const { make } = call
  const condition = make.call('@not_strictly_false', make.call('!_', make.result))
  const step = make.call('_||_', make.result, call.args.at(-1)!)
  return fold(call, variables, { init: make.constant(false), condition, step })
}

function existsOne({ make, target, args }: MacroCall, variables: Variables): Expr {
  const more = make.call('_+_', make.result, make.constant(1))
  const step = make.call('_?_:_', args.at(-1)!, more, make.result)
  const result = make.call('_==_', make.result, make.constant(1))
  const parts = { range: target, accumulator: accumulatorName, init: make.constant(0), condition: make.constant(true) }
  return make.fold({ ...variables, ...parts, step, result })
}

/** A list of what is added in each round. */
function collect(call: MacroCall, variables: Variables, { added, filter }: { added: Expr; filter: Expr | undefined }) {
  const { make } = call
  const step = filtered(make, filter, make.call('_+_', make.result, make.list(added)))
  return fold(call, variables, { init: make.list(), condition: make.constant(true), step })
}

function filtered(make: Maker, filter: Expr | undefined, step: Expr): Expr {
  return filter === undefined ? step : make.call('_?_:_', filter, step, make.result)
}

function map(call: MacroCall): Expr {
  const { args } = call
  const filter = args.length === 3 ? args[1] : undefined
  return collect(call, one(call, 'argument is not an identifier'), { added: args.at(-1)!, filter })
}

function filter(call: MacroCall): Expr {
  const [added, test] = call.args as [Expr, Expr]
  return collect(call, one(call, 'argument is not an identifier'), { added, filter: test })
}

function transformList(call: MacroCall): Expr {
  const { args } = call
  return collect(call, two(call), { added: args.at(-1)!, filter: args.length === 4 ? args[2] : undefined })
}

function transformMap(call: MacroCall): Expr {
  const { make, name, args } = call
  const variables = two(call)
  const value = args.at(-1)!
  const parts = name === 'transformMapEntry' ? [value] : [make.name(variables.variable), value]
  const inserted = make.call('cel.@mapInsert', make.result, ...parts)
  const step = filtered(make, args.length === 4 ? args[2] : undefined, inserted)
  return fold(call, variables, { init: { op: 'map', at: make.at, entries: [] }, condition: make.constant(true), step })
}

function sortBy(call: MacroCall): Expr {
  const { make, target } = call
  if (!['list', 'select', 'name', 'fold', 'call'].includes(target.op)) {
    const kinds = 'a list, identifier, comprehension, call or select expression'
    throw new MacroProblem(target.at, `sortBy can only be applied to ${kinds}`)
  }
  const input = '@__sortBy_input__'
  const keys = map({ ...call, target: make.name(input) })
  return make.bind(input, target, make.member('@sortByAssociatedKeys', make.name(input), keys))
}

function optional({ make, target, args, name }: MacroCall): Expr {
  const [variableName, result] = args as [Expr, Expr]
  if (variableName.op !== 'name') {
    throw new MacroProblem(variableName.at, `${name}() variable name must be a simple identifier`)
  }
  const value = make.member('value', copyExpr(target))
  const bound = make.bind(variableName.name, value, result)
  const then = name === 'optMap' ? make.call('optional.of', bound) : bound
  return make.call('_?_:_', make.member('hasValue', target), then, make.call('optional.none'))
}

const macros: ReadonlyMap<string, Expand> = /* @__PURE__ */ new Map<string, Expand>([
  ['all/2', (call) => all(call, one(call))],
  ['all/3', (call) => all(call, two(call))],
  ['exists/2', (call) => exists(call, one(call))],
  ['exists/3', (call) => exists(call, two(call))],
  ['exists_one/2', (call) => existsOne(call, one(call))],
  ['exists_one/3', (call) => existsOne(call, two(call))],
  ['existsOne/3', (call) => existsOne(call, two(call))],
  ['map/2', map],
  ['map/3', map],
  ['filter/2', filter],
  ['transformList/3', transformList],
  ['transformList/4', transformList],
  ['transformMap/3', transformMap],
  ['transformMap/4', transformMap],
  ['transformMapEntry/3', transformMap],
  ['transformMapEntry/4', transformMap],
  ['sortBy/2', sortBy],
  ['optMap/2', optional],
  ['optFlatMap/2', optional],
])
