import type { Node } from 'web-tree-sitter'
import { unquoteGo } from '../go-types/read-type-expression.js'
import { hasForm, type PolicyList, type PolicyStruct, type PolicyValue } from './policy-value.js'

/** A call of a function that the policy is put together with, such as `addControllerRole`, and the gates around it. */
export interface PolicyCall {
  readonly name: string
  readonly args: readonly PolicyValue[]
  readonly gates: readonly string[]
}

/** A Go file: what it imports by local name. */
interface FileScope {
  readonly imports: ReadonlyMap<string, string>
}

interface Declared {
  readonly node: Node
  readonly file: FileScope
}

/** What a function knows while it runs. */
interface Frame {
  readonly file: FileScope
  readonly values: Map<string, PolicyValue>
  /** The gates of the `if` statements around. */
  gates: readonly string[]
  result?: PolicyValue
}

/** What the evaluator asks of its surroundings. */
export interface PolicyEnvironment {
  /** The text of a constant of another package. */
  constant(importPath: string, name: string): string
  /** Called for `addX(…)`. */
  onCall(call: PolicyCall): void
}

/**
 * Runs the functions of Go that put a policy together, for all states of feature gates at once: `if` keeps its gates with what
 * is appended under it. It knows the statements that the policy is written in, and refuses others.
 */
export class PolicyEvaluator {
  readonly #environment: PolicyEnvironment
  readonly #functions = new Map<string, Declared>()
  readonly #values = new Map<string, Declared>()

  constructor(environment: PolicyEnvironment) {
    this.#environment = environment
  }

  /** Takes the declarations of a file. */
  add(root: Node): void {
    const file: FileScope = { imports: importsOf(root) }
    for (const node of present(root.namedChildren)) {
      if (node.type === 'function_declaration') {
        this.#functions.set(node.childForFieldName('name')?.text ?? '', { node, file })
      }
      if (node.type !== 'var_declaration' && node.type !== 'const_declaration') continue
      for (const spec of present(node.descendantsOfType(['var_spec', 'const_spec']))) {
        this.#values.set(spec.childForFieldName('name')?.text ?? '', { node: spec, file })
      }
    }
  }

  /** Runs a function without arguments; gives what it returns. */
  run(name: string, gates: readonly string[] = []): PolicyValue | undefined {
    const declared = this.#functions.get(name)
    if (declared === undefined) throw new Error(`there is no function ${name}`)
    return this.#runBody(declared.node, { file: declared.file, values: new Map(), gates })
  }

  #runBody(owner: Node, frame: Frame): PolicyValue | undefined {
    this.#statements(field(owner, 'body'), frame)
    return frame.result
  }

  #statements(block: Node, frame: Frame): void {
    for (const list of present(block.namedChildren)) {
      for (const statement of present(list.namedChildren)) this.#statement(statement, frame)
    }
  }

  #statement(node: Node, frame: Frame): void {
    switch (node.type) {
      case 'comment':
        break
      case 'short_var_declaration':
      case 'assignment_statement':
        this.#assign(field(node, 'left'), field(node, 'right'), frame)
        break
      case 'if_statement':
        this.#branch(node, frame)
        break
      case 'return_statement': {
        const [values] = present(node.namedChildren)
        const first = values?.namedChild(0)
        if (first) frame.result = this.#value(first, frame)
        break
      }
      case 'expression_statement':
        this.#value(only(node), frame)
        break
      default:
        throw new Error(`statement not known: ${node.text}`)
    }
  }

  #assign(left: Node, right: Node, frame: Frame): void {
    const target = only(left)
    const value = this.#value(only(right), frame)
    if (target.type === 'identifier') {
      frame.values.set(target.text, value)
      return
    }
    const operand = field(target, 'operand')
    const owner = this.#value(operand, frame)
    const name = field(target, 'field').text
    if (hasForm(owner, 'struct')) owner.fields.set(name, value)
    else if (hasForm(owner, 'chain')) {
      const call = { name: `set${name}`, args: { form: 'list', items: [{ gates: [], value }] } } as const
      frame.values.set(operand.text, { form: 'chain', calls: [...owner.calls, call] })
    } else throw new Error(`not a struct: ${target.text}`)
  }

  #branch(node: Node, frame: Frame): void {
    if (node.childForFieldName('alternative') !== null) throw new Error(`else is not known: ${node.text}`)
    const around = frame.gates
    frame.gates = [...new Set([...around, ...gatesOf(field(node, 'condition'))])]
    this.#statements(field(node, 'consequence'), frame)
    frame.gates = around
  }

  #value(node: Node, frame: Frame): PolicyValue {
    switch (node.type) {
      case 'interpreted_string_literal':
        return unquoteGo(node.text)
      case 'identifier':
        return this.#named(node.text, frame)
      case 'selector_expression':
        return this.#selected(node, frame)
      case 'binary_expression':
        return `${this.#text(field(node, 'left'), frame)}${this.#text(field(node, 'right'), frame)}`
      case 'unary_expression':
        return this.#value(field(node, 'operand'), frame)
      case 'literal_element':
        return this.#value(only(node), frame)
      case 'composite_literal':
        return this.#composite(field(node, 'body'), field(node, 'type').type === 'slice_type', frame)
      case 'literal_value':
        return this.#composite(node, false, frame)
      case 'call_expression':
        return this.#call(node, frame)
      default:
        throw new Error(`expression not known: ${node.text}`)
    }
  }

  #text(node: Node, frame: Frame): string {
    const value = this.#value(node, frame)
    if (typeof value !== 'string') throw new Error(`not a text: ${node.text}`)
    return value
  }

  #named(name: string, frame: Frame): PolicyValue {
    const local = frame.values.get(name)
    if (local !== undefined) return local
    const declared = this.#values.get(name)
    if (declared === undefined) throw new Error(`there is no ${name}`)
    const value = only(field(declared.node, 'value'))
    return this.#value(value, { file: declared.file, values: new Map(), gates: [] })
  }

  #selected(node: Node, frame: Frame): PolicyValue {
    const operand = field(node, 'operand')
    const name = field(node, 'field').text
    const path = frame.values.has(operand.text) ? undefined : frame.file.imports.get(operand.text)
    if (path !== undefined) return this.#environment.constant(path, name)
    const owner = this.#value(operand, frame)
    const value = hasForm(owner, 'struct') ? owner.fields.get(name) : undefined
    if (value === undefined) throw new Error(`nothing known of ${node.text}`)
    return value
  }

  #composite(body: Node, isList: boolean, frame: Frame): PolicyValue {
    const elements = present(body.namedChildren).filter(({ type }) => type !== 'comment')
    if (isList || elements[0]?.type === 'literal_element') {
      return { form: 'list', items: elements.map((each) => ({ gates: [], value: this.#value(each, frame) })) }
    }
    const made: PolicyStruct = { form: 'struct', fields: new Map() }
    for (const element of elements) {
      const [key, value] = present(element.namedChildren).filter(({ type }) => type !== 'comment')
      if (key === undefined || value === undefined) throw new Error(`element not known: ${element.text}`)
      const isText = key.text.startsWith('"')
      made.fields.set(isText ? unquoteGo(key.text) : key.text, this.#value(value, frame))
    }
    return made
  }

  #call(node: Node, frame: Frame): PolicyValue {
    const callee = field(node, 'function')
    if (callee.type === 'func_literal') return this.#runBody(callee, { ...frame }) ?? nothing
    if (callee.type === 'selector_expression') return this.#chained(node, callee, frame)
    const args = () => this.#arguments(node, frame)
    if (callee.text === 'append') return appended(args(), frame.gates)
    if (callee.text.startsWith('add')) {
      // The first arguments of some are where the result is kept.
      const values = args().items.map(({ value }) => value)
      this.#environment.onCall({ name: callee.text, args: values, gates: frame.gates })
      return nothing
    }
    return this.run(callee.text) ?? nothing
  }

  /** `package.NewRule(…)` begins a chain; methods continue it, and what ends in `OrDie` checks it. */
  #chained(node: Node, callee: Node, frame: Frame): PolicyValue {
    const operand = field(callee, 'operand')
    const call = { name: field(callee, 'field').text, args: this.#arguments(node, frame) }
    if (operand.type === 'identifier') return { form: 'chain', calls: [call] }
    const before = this.#value(operand, frame)
    if (!hasForm(before, 'chain')) throw new Error(`not a chain of calls: ${node.text}`)
    return call.name.endsWith('OrDie') ? before : { form: 'chain', calls: [...before.calls, call] }
  }

  #arguments(node: Node, frame: Frame): PolicyList {
    const given = present(field(node, 'arguments').namedChildren).filter(({ type }) => type !== 'comment')
    const items = given.flatMap((each) => {
      if (each.type !== 'variadic_argument') return [{ gates: [], value: this.#value(each, frame) }]
      const list = this.#value(only(each), frame)
      if (!hasForm(list, 'list')) throw new Error(`not a list: ${each.text}`)
      return list.items
    })
    return { form: 'list', items }
  }
}

const nothing: PolicyValue = { form: 'struct', fields: new Map() }

function appended({ items }: PolicyList, gates: readonly string[]): PolicyList {
  const [list, ...more] = items
  if (!hasForm(list?.value, 'list')) throw new Error('append needs a list')
  const added = more.map(({ gates: own, value }) => ({ gates: [...new Set([...gates, ...own])], value }))
  return { form: 'list', items: [...list.value.items, ...added] }
}

/** The gates of a condition: calls of `Enabled(package.Gate)`, joined by `&&`. */
function gatesOf(condition: Node): string[] {
  if (condition.type === 'binary_expression' && field(condition, 'operator').text === '&&') {
    return [...gatesOf(field(condition, 'left')), ...gatesOf(field(condition, 'right'))]
  }
  const asked = /\.Enabled\(\s*\w+\.(\w+)\s*\)$/.exec(condition.text)?.[1]
  if (asked === undefined || condition.type !== 'call_expression') throw new Error(`no gate: ${condition.text}`)
  return [asked]
}

function importsOf(root: Node): Map<string, string> {
  const imports = new Map<string, string>()
  for (const spec of present(root.descendantsOfType('import_spec'))) {
    const path = unquoteGo(field(spec, 'path').text)
    imports.set(spec.childForFieldName('name')?.text ?? path.split('/').at(-1) ?? path, path)
  }
  return imports
}

function field(node: Node, name: string): Node {
  const found = node.childForFieldName(name)
  if (found === null) throw new Error(`no ${name}: ${node.text}`)
  return found
}

function only(node: Node): Node {
  const [first, ...rest] = present(node.namedChildren).filter(({ type }) => type !== 'comment')
  if (first === undefined || rest.length > 0) throw new Error(`one expression is expected: ${node.text}`)
  return first
}

function present(nodes: readonly (Node | null)[]): Node[] {
  return nodes.filter((node) => node !== null)
}
