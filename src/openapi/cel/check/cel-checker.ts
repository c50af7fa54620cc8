import { parseDuration } from '../../../scalar/duration.js'
import { parseTime } from '../../../scalar/time.js'
import { compilePattern } from '../../regular-expression.js'
import { type Overload, overloadsOf } from './cel-functions.js'
import { checkMacro } from './cel-macros.js'
import { qualifiedName } from './cel-parser.js'
import {
  type Bindings,
  dynType,
  isAssignable,
  isOpen,
  listType,
  mapType,
  namedType,
  type StaticType,
  substitute,
  typeText,
} from './cel-static-type.js'
import type { CELItem, CELNode } from './cel-syntax.js'
import type { CELProblem } from './cel-tokens.js'

/** What an expression may speak of. */
export interface CELScope {
  /** Variable, perhaps with dots, → its type. */
  readonly variables: ReadonlyMap<string, StaticType>
  /** The type of a message such as `Object{…}`; undefined for names that are no type. */
  readonly messageType?: (name: string) => StaticType | undefined
}

/** Finds the type of an expression, and what does not fit. */
export class CELChecker {
  readonly problems: CELProblem[] = []
  /** What fails as soon as the program is made: conversions of literals that cannot be. */
  readonly failures: string[] = []
  readonly #scope: CELScope
  readonly #locals: Map<string, StaticType>[] = []
  #mixed = false

  constructor(scope: CELScope) {
    this.#scope = scope
  }

  /** The type of an expression; `dyn` where there is a problem. */
  typeOf(node: CELNode): StaticType {
    switch (node.op) {
      case 'literal':
        return namedType(node.type)
      case 'name':
        return this.#nameType(node.name) ?? this.#undeclared(node.name, node.at)
      case 'select':
        return this.#selectType(node)
      case 'call':
        return checkMacro(this, node) ?? this.#callType(node)
      case 'list':
        return listType(this.#common(node.items))
      case 'map':
        return mapType(
          this.#common(node.entries.map(([{ node: key }]) => ({ node: key, optional: false }))),
          this.#common(node.entries.map(([{ optional }, value]) => ({ node: value, optional }))),
        )
      case 'message':
        return this.#messageType(node)
    }
  }

  /** Adds a problem; the type of what has one. */
  problem(at: number, message: string): StaticType {
    this.problems.push({ at, message })
    return dynType
  }

  /** Finds the type of an expression with variables of its own. */
  within(variables: readonly (readonly [string, StaticType])[], node: CELNode): StaticType {
    this.#locals.push(new Map(variables))
    const type = this.typeOf(node)
    this.#locals.pop()
    return type
  }

  #nameType(spelled: string): StaticType | undefined {
    const name = spelled.replace(/^\./, '')
    for (const scope of this.#locals.toReversed()) {
      const found = scope.get(name)
      if (found !== undefined) return found
    }
    return (
      this.#scope.variables.get(name) ?? (typeNames.has(name) ? { name: 'type', params: [namedType(name)] } : undefined)
    )
  }

  #undeclared(name: string, at: number): StaticType {
    return this.problem(at, `undeclared reference to '${name}' (in container '')`)
  }

  #selectType(node: CELNode & { op: 'select' }): StaticType {
    const name = qualifiedName(node)
    const variable = name === undefined ? undefined : this.#scope.variables.get(name)
    if (variable !== undefined) return variable
    const of = this.typeOf(node.of)
    const optional = node.optional || of.name === 'optional_type'
    const owner = of.name === 'optional_type' ? (of.params?.[0] ?? dynType) : of
    const type = this.#fieldType(owner, node)
    return optional ? { name: 'optional_type', params: [type] } : type
  }

  #fieldType(owner: StaticType, { field, at }: CELNode & { op: 'select' }): StaticType {
    if (isOpen(owner)) return dynType
    if (owner.name === 'map') return owner.params?.[1] ?? dynType
    const type = owner.fields?.get(field) ?? owner.fields?.get('*')
    if (type !== undefined) return type
    if (owner.fields !== undefined) return this.problem(at, `undefined field '${field}'`)
    return this.problem(at, `type '${typeText(owner)}' does not support field selection`)
  }

  /** The type that all have; none is known of an empty list. Only what is formatted may be mixed. */
  #common(items: readonly CELItem[]): StaticType {
    const types = items.map(({ node, optional }) => optionalValue(this.typeOf(node), optional))
    const [first, ...others] = types
    if (first === undefined) return dynType
    const at = others.findIndex((type) => !isOpen(first) && !isOpen(type) && typeText(type) !== typeText(first))
    if (at >= 0 && !this.#mixed) {
      const { node } = items[at + 1] as CELItem
      const [wanted, found] = [typeText(first), typeText(others[at] as StaticType)]
      return this.problem(node.at, `expected type '${wanted}' but found '${found}'`)
    }
    return others.every((type) => typeText(type) === typeText(first)) ? first : dynType
  }

  #callType(node: CELNode & { op: 'call' }): StaticType {
    const { name, target, at } = node
    const spaced = target === undefined ? undefined : qualifiedName(target)
    const qualified = spaced === undefined ? undefined : `${spaced}.${name}`
    const global = qualified === undefined ? undefined : overloadsOf(qualified)
    const args = [...(target === undefined || global !== undefined ? [] : [target]), ...node.args]
    if (target === undefined && (name === '_&&_' || name === '_||_')) return this.#logicalType(args)
    const types = this.#argumentTypes(name, args)
    const overloads = global ?? overloadsOf(name)
    if (overloads === undefined) return this.#undeclared(name, at)
    const member = target !== undefined && global === undefined
    const result = resultOf(overloads, types, member)
    if (result === undefined) {
      const applied = member
        ? `${typeText(types[0] as StaticType)}.(${types.slice(1).map(typeText).join(', ')})`
        : `(${types.map(typeText).join(', ')})`
      const shown = global === undefined ? name : (qualified as string)
      return this.problem(at, `found no matching overload for '${shown}' applied to '${applied}'`)
    }
    this.#checkLiteral(name, node)
    return result
  }

  #argumentTypes(name: string, args: readonly CELNode[]): StaticType[] {
    const mixed = this.#mixed
    this.#mixed ||= name === 'format'
    const types = args.map((arg) => this.typeOf(arg))
    this.#mixed = mixed
    return types
  }

  #logicalType(args: readonly CELNode[]): StaticType {
    for (const arg of args) {
      const type = this.typeOf(arg)
      if (type.name !== 'bool' && !isOpen(type)) {
        this.problem(arg.at, `expected type 'bool' but found '${typeText(type)}'`)
      }
    }
    return namedType('bool')
  }

  /** Patterns, durations and times that are literals are looked at before anything runs. */
  #checkLiteral(name: string, node: CELNode & { op: 'call' }): void {
    const literal = name === 'matches' && node.target === undefined ? node.args[1] : node.args[0]
    if (literal?.op !== 'literal' || literal.type !== 'string') return
    const text = stringValue(literal.value)
    const problem = literalProblem(name, text)
    if (problem !== undefined) this.problem(literal.at, problem)
    const failure = constantFailure(name, text)
    if (failure !== undefined) this.failures.push(failure)
  }

  #messageType(node: CELNode & { op: 'message' }): StaticType {
    const type = this.#scope.messageType?.(node.name)
    if (type === undefined) {
      for (const field of node.fields) this.typeOf(field.value)
      return this.#undeclared(node.name, node.at)
    }
    for (const { name, at, value } of node.fields) {
      const given = this.typeOf(value)
      const wanted = type.fields?.get(name) ?? type.fields?.get('*')
      if (wanted === undefined) this.problem(at, `undefined field '${name}'`)
      else if (!isAssignable(wanted, given, new Map())) {
        const detail = `expected type of field '${name}' is '${typeText(wanted)}' but provided type is '${typeText(given)}'`
        this.problem(at, detail)
      }
    }
    return type
  }
}

function literalProblem(name: string, text: string): string | undefined {
  if (name === 'matches') return compilePattern(text) instanceof Error ? 'invalid matches argument' : undefined
  if (name === 'duration') return reads(() => parseDuration(text)) ? undefined : 'invalid duration argument'
  if (name === 'timestamp') return reads(() => parseTime(text)) ? undefined : 'invalid timestamp argument'
  return undefined
}

const conversions: Readonly<Record<string, RegExp>> = {
  int: /^[+-]?[0-9]+$/,
  uint: /^[0-9]+$/,
  double:
    /^[+-]?(?:[0-9]+\.?[0-9]*(?:[eE][+-]?[0-9]+)?|\.[0-9]+(?:[eE][+-]?[0-9]+)?|inf(?:inity)?|nan|0[xX][0-9a-fA-F.]+[pP][+-]?[0-9]+)$/i,
  bool: /^(?:1|t|T|true|TRUE|True|0|f|F|false|FALSE|False)$/,
}

function constantFailure(name: string, text: string): string | undefined {
  const form = conversions[name]
  if (form !== undefined) return form.test(text) ? undefined : `type conversion error from 'string' to '${name}'`
  if (name !== 'find' && name !== 'findAll') return undefined
  const pattern = compilePattern(text)
  return pattern instanceof Error ? pattern.message : undefined
}

function reads(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}

/** The text between the quotes, as it is written. */
function stringValue(literal: string): string {
  return /^[rR]?(?:"""|'''|"|')([\s\S]*?)(?:"""|'''|"|')$/.exec(literal)?.[1] ?? ''
}

const typeNames: ReadonlySet<string> = /* @__PURE__ */ new Set(
  'bool bytes double int list map null_type string type uint'.split(' '),
)

function optionalValue(type: StaticType, optional: boolean): StaticType {
  return optional && type.name === 'optional_type' ? (type.params?.[0] ?? dynType) : type
}

/** What a call gives: `dyn` when several forms fit that give different types. */
function resultOf(
  overloads: readonly Overload[],
  types: readonly StaticType[],
  member: boolean,
): StaticType | undefined {
  const results = overloads.flatMap((overload) => {
    if (overload.member !== member || overload.args.length !== types.length) return []
    const bindings: Bindings = new Map()
    const fits = overload.args.every((arg, i) => isAssignable(arg, types[i] as StaticType, bindings))
    return fits ? [substitute(overload.result, bindings)] : []
  })
  const [first, ...others] = results
  if (first === undefined) return undefined
  return others.every((type) => typeText(type) === typeText(first)) ? first : dynType
}
