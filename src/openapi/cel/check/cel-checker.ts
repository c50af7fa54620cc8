import type { CELProblem } from '../syntax/cel-tokens.js'
import type { MacroOptions } from '../syntax/expand-macros.js'
import {
  type CallExpr,
  type Expr,
  type FoldExpr,
  type ListExpr,
  type MapExpr,
  type NameExpr,
  qualifiedName,
  type SelectExpr,
  type StructExpr,
} from '../syntax/expression.js'
import {
  boolType,
  dynType,
  errorType,
  hasParameter,
  intType,
  isDyn,
  isOpen,
  isParameter,
  isSameType,
  listType,
  mapType,
  messageTypeText,
  namedType,
  optionalType,
  type StaticType,
  stringType,
} from '../values/cel-static-type.js'
import type { Overload } from '../values/overload.js'
import { TypeValue, type Value } from '../values/value.js'
import type { Declarations } from './declarations.js'
import { moreGeneral, TypeMapping } from './type-mapping.js'

/** The declarations that an expression may use. */
export interface CELScope extends MacroOptions {
  /** Variable, perhaps with dots, → its type. */
  readonly variables: ReadonlyMap<string, StaticType>
  /** The type of a message such as `Object{…}`; undefined for names that are not types. */
  readonly messageType?: (name: string) => StaticType | undefined
  readonly functions: Declarations
}

/**
 * Determines the types of an expression and of its parts, and reports mismatches with the messages and in the order of Go's
 * compiler.
 */
export class CELChecker {
  readonly problems: CELProblem[] = []
  readonly #scope: CELScope
  readonly #locals: Map<string, StaticType>[] = []
  readonly #mapping = new TypeMapping()
  readonly #typed: Expr[] = []
  /** A part has the type that its use needs: nothing else is known of it. */
  #guessed = false
  #variables = 0

  constructor(scope: CELScope) {
    this.#scope = scope
  }

  /** Sets the type of an expression and of all its parts. */
  check(root: Expr): StaticType {
    this.#check(root)
    for (const expr of this.#typed) {
      expr.type = this.#mapping.substitute(expr.type!, 'dyn')
      if (expr.op === 'call') expr.guarded = this.#guessed
    }
    return root.type!
  }

  #check(expr: Expr): StaticType {
    const type = this.#typeOf(expr)
    if (expr.type === undefined) this.#typed.push(expr)
    expr.type = type
    return type
  }

  #typeOf(expr: Expr): StaticType {
    switch (expr.op) {
      case 'constant':
        return constantType(expr.value)
      case 'name':
        return this.#nameType(expr)
      case 'select':
        return this.#selectType(expr)
      case 'call':
        return expr.name === '_?._' ? this.#optionalSelectType(expr) : this.#callType(expr)
      case 'list':
        return this.#listType(expr)
      case 'map':
        return this.#mapType(expr)
      case 'struct':
        return this.#structType(expr)
      case 'fold':
        return this.#foldType(expr)
    }
  }

  #problem(at: number, message: string): StaticType {
    this.problems.push({ at, message })
    return errorType
  }

  #mismatch(expr: Expr, wanted: StaticType, found: StaticType): StaticType {
    const [expected, given] = [messageTypeText(wanted), messageTypeText(found)]
    return this.#problem(expr.at, `expected type '${expected}' but found '${given}'`)
  }

  #undeclared(at: number, name: string): StaticType {
    return this.#problem(at, `undeclared reference to '${name}' (in container '')`)
  }

  /** The type of a variable, or of the name of a type. */
  #lookUp(spelled: string, expr: NameExpr | SelectExpr): StaticType | undefined {
    const name = spelled.replace(/^\./, '')
    const variable = this.#variableType(name)
    if (variable !== undefined) {
      expr.resolved = name
      return variable
    }
    const constant = typeConstants.get(name)
    if (constant === undefined && this.#scope.messageType?.(name) === undefined) return undefined
    expr.resolved = name
    expr.constant = new TypeValue(name)
    return constant ?? { name: 'type', params: [namedType(name)] }
  }

  #variableType(name: string): StaticType | undefined {
    return this.#locals.findLast((scope) => scope.has(name))?.get(name) ?? this.#scope.variables.get(name)
  }

  #nameType(expr: NameExpr): StaticType {
    return this.#lookUp(expr.name, expr) ?? this.#undeclared(expr.at, expr.name)
  }

  #selectType(expr: SelectExpr): StaticType {
    const name = qualifiedName(expr)
    const found = name === undefined ? undefined : this.#lookUp(name, expr)
    if (found !== undefined) return found
    const type = this.#fieldOf(expr.operand, expr.field, { at: expr.at, optional: false })
    return expr.test ? boolType : type
  }

  #optionalSelectType(expr: CallExpr): StaticType {
    const [operand, field] = expr.args as [Expr, Expr]
    const name = field.op === 'constant' ? String(field.value) : ''
    expr.overloads = this.#scope.functions.overloadsOf('_?._') ?? []
    return this.#fieldOf(operand, name, { at: expr.at, optional: true })
  }

  #fieldOf(operand: Expr, field: string, { at, optional }: { at: number; optional: boolean }): StaticType {
    const of = this.#mapping.substitute(this.#check(operand))
    const isOptional = of.name === 'optional_type'
    const owner = isOptional ? (of.params?.[0] as StaticType) : of
    const type = this.#mapping.substitute(this.#fieldType(owner, field, at))
    return isOptional || optional ? optionalType(type) : type
  }

  #fieldType(owner: StaticType, field: string, at: number): StaticType {
    if (owner.name === 'map') return owner.params?.[1] as StaticType
    if (isParameter(owner)) {
      this.#mapping.assign(dynType, owner)
      return dynType
    }
    if (isOpen(owner)) return dynType
    const isStruct = owner.fields !== undefined || /^kubernetes\./.test(owner.name)
    if (isStruct) {
      const type = owner.fields?.get(field) ?? owner.fields?.get('*')
      if (type !== undefined) return type
      const problem = owner.fields === undefined ? `unexpected failed resolution of '${owner.name}'` : undefined
      return this.#problem(at, problem ?? `undefined field '${field}'`)
    }
    this.#problem(at, `type '${messageTypeText(owner)}' does not support field selection`)
    return dynType
  }

  #callType(expr: CallExpr): StaticType {
    const { name, target, args } = expr
    for (const arg of args) this.#check(arg)
    if (target === undefined) return this.#resolve(expr, name.replace(/^\./, ''), args)
    const prefix = qualifiedName(target)
    const qualified = prefix === undefined ? undefined : `${prefix}.${name}`.replace(/^\./, '')
    if (qualified !== undefined && this.#scope.functions.overloadsOf(qualified) !== undefined) {
      expr.qualified = qualified
      return this.#resolve(expr, qualified, args)
    }
    this.#check(target)
    return this.#resolve(expr, name, [target, ...args])
  }

  #resolve(expr: CallExpr, name: string, args: readonly Expr[]): StaticType {
    const member = args.length > expr.args.length
    const overloads = this.#scope.functions.overloadsOf(name)
    if (overloads === undefined) return this.#undeclared(expr.at, member ? name : (expr.qualified ?? expr.name))
    const types = args.map((arg) => arg.type!)
    if (name === '_&&_' || name === '_||_') return this.#logicalType(expr, args, overloads)
    const fitting: Overload[] = []
    let result: StaticType | undefined
    for (const overload of overloads) {
      if (overload.member !== member || overload.args.length !== types.length) continue
      const instance = this.#instance(overload)
      if (!this.#mapping.assignAll(types, instance.args)) continue
      fitting.push(overload)
      const type = this.#mapping.substitute(instance.result)
      if (result === undefined) result = type
      else if (!isDyn(result) && !isSameType(type, result)) result = dynType
    }
    if (result === undefined) return this.#noOverload(expr, name, types)
    if (hasParameter(result)) this.#guessed = true
    expr.overloads = fitting
    return result
  }

  #noOverload(expr: CallExpr, name: string, types: readonly StaticType[]): StaticType {
    const member = types.length > expr.args.length
    const texts = types.map((type) => messageTypeText(this.#mapping.substitute(type, 'dyn')))
    const applied = member ? `${texts[0]}.(${texts.slice(1).join(', ')})` : `(${texts.join(', ')})`
    return this.#problem(expr.at, `found no matching overload for '${name}' applied to '${applied}'`)
  }

  #logicalType(expr: CallExpr, args: readonly Expr[], overloads: readonly Overload[]): StaticType {
    expr.overloads = overloads
    const wrong = args.filter((arg) => !this.#mapping.assign(arg.type!, boolType))
    for (const arg of wrong) this.#mismatch(arg, boolType, arg.type!)
    return wrong.length > 0 ? errorType : boolType
  }

  /** The overload with fresh type parameters for one call. */
  #instance({ args, result, parameters }: Overload): {
    readonly args: readonly StaticType[]
    readonly result: StaticType
  } {
    if (parameters.length === 0) return { args, result }
    const fresh = new TypeMapping()
    for (const parameter of parameters) fresh.set(parameter, this.#variable())
    return { args: args.map((arg) => fresh.substitute(arg)), result: fresh.substitute(result) }
  }

  #variable(): StaticType {
    return { name: `_var${this.#variables++}` }
  }

  #unwrapped(expr: Expr, optional: boolean): StaticType {
    const type = this.#check(expr)
    if (!optional) return type
    if (type.name === 'optional_type') return type.params?.[0] as StaticType
    if (!isDyn(type)) this.#mismatch(expr, optionalType(type), type)
    return type
  }

  #join(before: StaticType | undefined, type: StaticType): StaticType {
    if (before === undefined) return type
    return this.#mapping.assign(before, type) ? moreGeneral(before, type) : dynType
  }

  #listType({ items, optional }: ListExpr): StaticType {
    let common: StaticType | undefined
    for (const [i, item] of items.entries()) common = this.#join(common, this.#unwrapped(item, optional[i] === true))
    return listType(common ?? this.#variable())
  }

  #mapType({ entries }: MapExpr): StaticType {
    let keys: StaticType | undefined
    let values: StaticType | undefined
    for (const { key, value, optional } of entries) {
      keys = this.#join(keys, this.#check(key))
      values = this.#join(values, this.#unwrapped(value, optional))
    }
    return mapType(keys ?? this.#variable(), values ?? this.#variable())
  }

  #structType({ name, at, fields }: StructExpr): StaticType {
    const variable = this.#variableType(name.replace(/^\./, ''))
    const type = variable === undefined ? this.#scope.messageType?.(name.replace(/^\./, '')) : undefined
    if (type === undefined) {
      if (variable !== undefined) this.#problem(at, `'${variable.name}' is not a type`)
      else if (typeConstants.has(name)) this.#problem(at, `'${name}' is not a message type`)
      else return this.#undeclared(at, name)
    }
    for (const { name: field, at: place, value, optional } of fields) {
      const given = this.#unwrapped(value, optional)
      const wanted = type?.fields?.get(field) ?? type?.fields?.get('*')
      if (wanted === undefined) {
        this.#problem(
          place,
          type === undefined ? `unexpected failed resolution of '${name}'` : `undefined field '${field}'`,
        )
      } else if (!this.#mapping.assign(wanted, given)) {
        const texts = `'${messageTypeText(wanted)}' but provided type is '${messageTypeText(given)}'`
        this.#problem(place, `expected type of field '${field}' is ${texts}`)
      }
    }
    return type ?? errorType
  }

  #foldType(expr: FoldExpr): StaticType {
    this.#check(expr.range)
    const accumulator = this.#check(expr.init)
    const range = this.#mapping.substitute(expr.range.type!)
    this.#locals.push(new Map([[expr.accumulator, accumulator]]))
    const [first, second] = this.#rangeTypes(expr, range)
    const variables = new Map([[expr.variable, first]])
    if (expr.second !== undefined) variables.set(expr.second, second)
    this.#locals.push(variables)
    this.#expect(expr.condition, boolType)
    this.#expect(expr.step, accumulator)
    this.#locals.pop()
    const result = this.#check(expr.result)
    this.#locals.pop()
    return this.#mapping.substitute(result)
  }

  #expect(expr: Expr, wanted: StaticType): void {
    const type = this.#check(expr)
    if (!this.#mapping.assign(wanted, type)) this.#mismatch(expr, wanted, type)
  }

  #rangeTypes({ range: expr, second }: FoldExpr, range: StaticType): readonly [StaticType, StaticType] {
    // Stryker disable next-line ArrayDeclaration: only lists and maps, which have parameters, read them
    const [first = errorType, values = errorType] = range.params ?? []
    if (range.name === 'list') return second === undefined ? [first, first] : [intType, first]
    if (range.name === 'map') return [first, values]
    if (isOpen(range) || isParameter(range)) {
      this.#mapping.assign(dynType, range)
      return [dynType, dynType]
    }
    const text = `expression of type '${messageTypeText(range)}' cannot be range of a comprehension`
    this.#problem(expr.at, `${text} (must be list, map, or dynamic)`)
    return [errorType, errorType]
  }
}

function constantType(value: Value): StaticType {
  if (value === null) return namedType('null_type')
  if (typeof value === 'boolean') return boolType
  if (typeof value === 'string') return stringType
  if (typeof value === 'number' || typeof value === 'bigint') return intType
  if (value instanceof Uint8Array) return namedType('bytes')
  return namedType((value as { readonly typeName: string }).typeName)
}

/** Names that denote types. */
const typeConstants: ReadonlyMap<string, StaticType> = /* @__PURE__ */ new Map(
  'bool bytes double google.protobuf.Duration int list map null_type string google.protobuf.Timestamp type uint optional_type net.IP net.CIDR'
    .split(' ')
    .map((name) => [name, { name: 'type', params: [typeOfName(name)] }]),
)

function typeOfName(name: string): StaticType {
  if (name === 'list') return listType(namedType('A'))
  if (name === 'map') return mapType(namedType('A'), namedType('B'))
  return namedType(name)
}
