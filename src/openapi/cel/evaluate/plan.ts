import type { Declarations } from '../check/declarations.js'
import { callCost } from '../cost/call-cost.js'
import { creation } from '../cost/unit-costs.js'
import { implementationOf, operatorOf } from '../library/implementations.js'
import type { CallExpr, Expr, ListExpr, MapExpr, NameExpr, SelectExpr, StructExpr } from '../syntax/expression.js'
import { isKey, PlainList, PlainMap } from '../values/collections.js'
import { goTypeName } from '../values/go-type-name.js'
import type { Implementation, Overload } from '../values/overload.js'
import { CELError, Double, ListValue, noOverload, OptionalValue, type Value } from '../values/value.js'
import { valueText } from '../values/value-text.js'
import { type Attribute, ChoiceAttribute, PathAttribute, type Qualifier } from './attribute.js'
import { callCode, checkedConversion, dispatched, extended, guarded, isCertain } from './call-code.js'
import { memberRegex } from './constant-pattern.js'
import { planFold } from './fold.js'
import type { Code, Frame } from './frame.js'
import { InstantiationProblem } from './instantiation-problem.js'
import { membership } from './membership.js'
import type { Plan } from './planned.js'

/** Makes an object of a type and its fields. */
export type MakeStruct = (type: string, fields: ReadonlyMap<string, Value>) => Value

/** Plans the evaluation of a checked expression: closures that compute values and count their cost, as cel-go does. */
export class Planner {
  /** Variables that were met, in the order of their slots. */
  readonly variables: string[] = []
  /** Number of loop variables. Each has its own slot: the initial value of an accumulator is computed late. */
  localCount = 0
  readonly #functions: Declarations
  readonly #makeStruct: MakeStruct
  readonly #locals: { readonly name: string; readonly slot: number; readonly init?: Code }[] = []

  constructor(functions: Declarations, makeStruct: MakeStruct) {
    this.#functions = functions
    this.#makeStruct = makeStruct
  }

  /** @throws InstantiationProblem */
  plan(expr: Expr): Plan {
    switch (expr.op) {
      case 'constant':
        return constantPlan(expr.value)
      case 'name':
        return this.#name(expr)
      case 'select':
        return this.#select(expr)
      case 'call':
        return this.#call(expr)
      case 'list':
        return this.#list(expr)
      case 'map':
        return this.#map(expr)
      case 'struct':
        return this.#struct(expr)
      case 'fold':
        return { code: planFold(this, expr) }
    }
  }

  /** Plans with variables of a loop in scope. */
  within<T>(names: readonly string[], init: Code | undefined, work: (slots: readonly number[]) => T): T {
    const slots = names.map((name) => {
      const slot = this.localCount++
      this.#locals.push(init === undefined ? { name, slot } : { name, slot, init })
      return slot
    })
    const result = work(slots)
    this.#locals.length -= names.length
    return result
  }

  #variable(name: string): Code {
    const local = this.#locals.findLast((each) => each.name === name)
    if (local !== undefined) {
      const { slot, init } = local
      if (init === undefined) return (frame) => frame.locals[slot]!
      return (frame) => {
        const known = frame.locals[slot]
        if (known !== undefined) return known
        const value = init(frame)
        frame.locals[slot] = value
        return value
      }
    }
    const known = this.variables.indexOf(name)
    const index = known < 0 ? this.variables.push(name) - 1 : known
    return (frame) => frame.variable(index)
  }

  #name({ resolved, name, constant }: NameExpr): Plan {
    if (constant !== undefined) return constantPlan(constant)
    return attributePlan(new PathAttribute(this.#variable(resolved ?? name)))
  }

  #select({ resolved, constant, operand, field, test }: SelectExpr): Plan {
    if (constant !== undefined) return constantPlan(constant)
    if (resolved !== undefined) return attributePlan(new PathAttribute(this.#variable(resolved)))
    const attribute = this.#attributeOf(operand)
    attribute.add({ key: field, optional: false, test })
    return test ? testPlan(attribute) : attributePlan(attribute)
  }

  /** The attribute to take steps from. */
  #attributeOf(expr: Expr): Attribute {
    const { attribute, code } = this.plan(expr)
    return attribute ?? new PathAttribute(code)
  }

  #call(expr: CallExpr): Plan {
    const { name, args } = expr
    switch (name) {
      case '_&&_':
      case '_||_': {
        const terms = args.map((arg) => this.plan(arg).code)
        return { code: logical(terms, name === '_||_') }
      }
      case '_?_:_':
        return this.#choice(args)
      case '_[_]':
        return this.#index(args, false)
      case '_[?_]':
      case '_?._':
        return this.#index(args, true)
      case 'or':
      case 'orValue':
        return this.#alternative(expr)
      default:
        return this.#functionCall(expr)
    }
  }

  #choice(args: readonly Expr[]): Plan {
    const [condition, then, otherwise] = args as [Expr, Expr, Expr]
    const chosen = this.plan(condition).code
    return attributePlan(new ChoiceAttribute(chosen, this.#attributeOf(then), this.#attributeOf(otherwise)))
  }

  #index(args: readonly Expr[], optional: boolean): Plan {
    const [operand, index] = args as [Expr, Expr]
    const attribute = this.#attributeOf(operand)
    attribute.add({ key: indexKey(this.plan(index)), optional, test: false })
    return attributePlan(attribute)
  }

  #alternative({ name, target, args }: CallExpr): Plan {
    const [first, second] = [this.plan(target!).code, this.plan(args[0]!).code]
    const unwrap = name === 'orValue'
    return {
      code: (frame) => {
        const value = first(frame)
        if (!(value instanceof OptionalValue)) return value
        if (value.value === undefined) return second(frame)
        return unwrap ? value.value : value
      },
    }
  }

  #functionCall(expr: CallExpr): Plan {
    const name = expr.qualified ?? expr.name.replace(/^\./, '')
    const parts = expr.target === undefined || expr.qualified !== undefined ? expr.args : [expr.target, ...expr.args]
    const plans = parts.map((part) => this.plan(part))
    const overloads = expr.overloads ?? []
    const id = overloads.length === 1 ? overloads[0]!.id : ''
    if (id === 'in_list' && plans[1]?.constant instanceof ListValue) {
      const test = membership(plans[0]!.code, plans[1].constant)
      if (test !== undefined) return test
    }
    const regex = memberRegex(name, id, plans[1]?.constant)
    const implementation = regex ?? this.#ownImplementation(expr, name, parts)
    const codes = plans.map((plan) => plan.code)
    // Go calls what it chooses among several forms as it calls functions of three arguments.
    const isChosenLate = overloads.length > 1 && operatorOf(name) === undefined
    const eager = regex === undefined && name !== 'findAll' && !isChosenLate
    const code = callCode(implementation, codes, { cost: callCost(name, id), eager })
    return conversionNames.has(name) && plans.length === 1 && plans[0]?.constant !== undefined
      ? folded(implementation(plans[0].constant))
      : { code }
  }

  /** The implementation of a function that a program may have overloads of its own of. */
  #ownImplementation(expr: CallExpr, name: string, args: readonly Expr[]): Implementation {
    const { overloads = [] } = expr
    const own = overloads.filter(({ implementation }) => implementation !== undefined)
    const [only] = own
    if (only?.implementation === undefined) return this.#implementation(expr, name, args)
    if (overloads.length === 1 && expr.guarded !== true && isCertain(only, args)) return only.implementation
    const others = overloads.filter(({ implementation }) => implementation === undefined)
    return extended(
      name,
      own,
      others.length === 0 ? undefined : this.#implementation({ ...expr, overloads: others }, name, args),
    )
  }

  #implementation(
    { overloads = [], guarded: isGuarded }: CallExpr,
    name: string,
    args: readonly Expr[],
  ): Implementation {
    const [only, ...others] = overloads
    const single = others.length === 0 ? only : undefined
    const isSafe = single !== undefined && isGuarded !== true && isCertain(single, args)
    const operator = operatorOf(name)
    if (operator !== undefined) {
      if (isSafe || !conversionNames.has(name)) return operator
      return checkedConversion(name, operator, single === undefined ? this.#overloadsOf(name) : [single])
    }
    const known = single && implementationOf(single.id)
    if (single === undefined || known === undefined) return dispatched(name, this.#overloadsOf(name))
    return isSafe ? known : guarded(name, single, known)
  }

  #overloadsOf(name: string): readonly Overload[] {
    return this.#functions.overloadsOf(name) ?? []
  }

  #list({ items, optional }: ListExpr): Plan {
    const plans = items.map((item) => this.plan(item))
    if (plans.every(({ constant }) => constant !== undefined) && !optional.includes(true)) {
      return constantPlan(new PlainList(plans.map(({ constant }) => constant as Value)))
    }
    const codes = plans.map(({ code }) => code)
    return {
      code: (frame) => {
        const made = evaluateListLiteral(codes, optional, frame)
        frame.charge(creation.list)
        return made
      },
    }
  }

  #map({ entries }: MapExpr): Plan {
    const plans = entries.map(({ key, value, optional }) => ({
      key: this.plan(key),
      value: this.plan(value),
      optional,
    }))
    const isConstant = plans.every(
      ({ key, value, optional }) => !optional && key.constant !== undefined && value.constant !== undefined,
    )
    if (isConstant) {
      return constantPlan(new PlainMap(plans.map(({ key, value }) => [key.constant as Value, value.constant as Value])))
    }
    const codes = plans.map(({ key, value, optional }) => ({ key: key.code, value: value.code, optional }))
    return {
      code: (frame) => {
        const made = mapOf(codes, frame)
        frame.charge(creation.map)
        return made
      },
    }
  }

  #struct({ name, fields }: StructExpr): Plan {
    const codes = fields.map((field) => ({
      name: field.name,
      optional: field.optional,
      code: this.plan(field.value).code,
    }))
    const type = name.replace(/^\./, '')
    return {
      code: (frame) => {
        const fields = structFields(codes, frame)
        const made = fields instanceof CELError ? fields : this.#makeStruct(type, fields)
        frame.charge(creation.struct)
        return made
      },
    }
  }
}

const conversionNames: ReadonlySet<string> = /* @__PURE__ */ new Set(
  'bool bytes double duration dyn int string timestamp type uint'.split(' '),
)

function folded(value: Value): Plan {
  if (value instanceof CELError) throw new InstantiationProblem(value.message)
  return constantPlan(value)
}

function constantPlan(constant: Value): Plan {
  return { code: () => constant, constant }
}

function attributePlan(attribute: Attribute): Plan {
  return {
    attribute,
    code: (frame) => {
      const value = attribute.resolve(frame)
      if (attribute.base > 0) frame.charge(attribute.base)
      return value
    },
  }
}

/** The question whether a field is there: the whole costs nothing beside its steps. */
function testPlan(attribute: Attribute): Plan {
  const code: Code = (frame) => {
    const value = attribute.resolve(frame)
    if (attribute.base === 0) frame.cost -= 1
    return value instanceof OptionalValue ? value.value !== undefined : value
  }
  return {
    attribute: {
      base: attribute.base - 1,
      resolve: (frame) => attribute.resolve(frame),
      add: (step) => attribute.add(step),
    },
    code,
  }
}

/** @throws InstantiationProblem for a constant that no collection has as a key. */
function indexKey({ constant, attribute, code }: Plan): Qualifier['key'] {
  if (attribute !== undefined) return (frame) => checkedKey(attribute.resolve(frame), '<nil>')
  if (constant === undefined) return (frame) => checkedKey(code(frame))
  const checked = checkedKey(constant)
  if (checked instanceof CELError) throw new InstantiationProblem(checked.message)
  return constant
}

/** A key, or an error for values that are none. Go sees what attributes read without a type of its own. */
function checkedKey(key: Value, typeOfNull = 'types.Null'): Value {
  if (isKey(key) || key instanceof Double || key instanceof CELError) return key
  return new CELError(`invalid qualifier type: ${key === null ? typeOfNull : goTypeName(key)}`)
}

/** `&&` and `||`: an error counts only where the other side does not decide. */
function logical(terms: readonly Code[], decides: boolean): Code {
  return (frame) => {
    let problem: CELError | undefined
    for (const term of terms) {
      const value = term(frame)
      if (value === decides) return decides
      if (value !== !decides) problem ??= noOverload(value)
    }
    return problem ?? !decides
  }
}

function evaluateListLiteral(codes: readonly Code[], optional: readonly boolean[], frame: Frame): Value {
  const items: Value[] = []
  for (const [i, code] of codes.entries()) {
    const item = code(frame)
    if (item instanceof CELError) return item
    if (optional[i] !== true) items.push(item)
    else if (!(item instanceof OptionalValue)) {
      return new CELError(`cannot initialize optional list element from non-optional value ${valueText(item)}`)
    } else if (item.value !== undefined) items.push(item.value)
  }
  return new PlainList(items)
}

interface EntryCode {
  readonly key: Code
  readonly value: Code
  readonly optional: boolean
}

function mapOf(entries: readonly EntryCode[], frame: Frame): Value {
  const made = new PlainMap()
  for (const { key, value, optional } of entries) {
    const name = key(frame)
    if (name instanceof CELError) return name
    const given = value(frame)
    if (given instanceof CELError) return given
    if (!optional) made.set(name, given)
    else if (!(given instanceof OptionalValue)) return notOptional(name, given)
    else if (given.value !== undefined) made.set(name, given.value)
  }
  return made
}

function notOptional(name: Value, value: Value): CELError {
  return new CELError(
    `cannot initialize optional entry '${valueText(name)}' from non-optional value ${valueText(value)}`,
  )
}

interface FieldCode {
  readonly name: string
  readonly optional: boolean
  readonly code: Code
}

function structFields(fields: readonly FieldCode[], frame: Frame): ReadonlyMap<string, Value> | CELError {
  const values = new Map<string, Value>()
  for (const { name, optional, code } of fields) {
    const value = code(frame)
    if (value instanceof CELError) return value
    if (!optional) values.set(name, value)
    else if (!(value instanceof OptionalValue)) return notOptional(name, value)
    else if (value.value !== undefined) values.set(name, value.value)
  }
  return values
}
