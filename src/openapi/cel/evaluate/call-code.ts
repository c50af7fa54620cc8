import { type CallCost, isUnitCost } from '../cost/call-cost.js'
import { implementationOf, operatorOf } from '../library/implementations.js'
import type { Expr } from '../syntax/expression.js'
import { isDyn, isParameter, type StaticType } from '../values/cel-static-type.js'
import type { Implementation, Overload } from '../values/overload.js'
import { CELError, ListValue, MapValue, noOverload, typeNameOf, type Value } from '../values/value.js'
import type { Code } from './frame.js'

/** Reports whether an overload accepts the values of some expressions in any case. */
export function isCertain(overload: Overload, args: readonly Expr[]): boolean {
  return args.every((arg, i) => isKnown(arg.type!, overload.args[i]!))
}

/** Values of the one type are always accepted for the other. */
function isKnown(given: StaticType, wanted: StaticType): boolean {
  if (isParameter(wanted) || wanted.name === 'dyn') return true
  if (given.name !== wanted.name) return false
  return (wanted.params ?? []).every((each, i) => isKnown(given.params?.[i] as StaticType, each))
}

/** Functions that Go looks for on the value itself. */
const receivers: ReadonlySet<string> = /* @__PURE__ */ new Set(['contains', 'startsWith', 'endsWith', 'matches'])

function mismatch(name: string, values: readonly Value[]): CELError {
  if (receivers.has(name)) return noOverload()
  return new CELError(`no such overload: ${name}(${values.map(typeNameOf).join(', ')})`)
}

/** An overload that checks the types of its arguments first. */
export function guarded(name: string, overload: Overload, implementation: Implementation): Implementation {
  return (...values) => (takes(overload, values) ? implementation(...values) : mismatch(name, values))
}

/** Overloads of a program's own, and another implementation for what none of them takes. */
export function extended(name: string, own: readonly Overload[], other: Implementation | undefined): Implementation {
  return (...values) => {
    const found = own.find((overload) => takes(overload, values))
    return (found?.implementation ?? other)?.(...values) ?? mismatch(name, values)
  }
}

/** A conversion of values whose type is not known before. */
export function checkedConversion(
  name: string,
  convert: Implementation,
  overloads: readonly Overload[],
): Implementation {
  return (...values) => (overloads.some((each) => takes(each, values)) ? convert(...values) : mismatch(name, values))
}

/** A function that chooses its form by the types of its arguments. */
export function dispatched(name: string, overloads: readonly Overload[]): Implementation {
  return (...values) => {
    const found = overloads.find((overload) => takes(overload, values))
    const implementation = found && implementationOf(found.id)
    return implementation?.(...values) ?? mismatch(name, values)
  }
}

/** A call; up to two arguments are always evaluated, more and late ones only up to the first error. */
export function callCode(
  implementation: Implementation,
  args: readonly Code[],
  { cost, eager }: { readonly cost: CallCost; readonly eager: boolean },
): Code {
  const [first, second] = args
  if (args.length === 1 && first !== undefined) return unaryCode(implementation, first, cost)
  if (args.length === 2 && eager && first !== undefined && second !== undefined) {
    return binaryCode(implementation, [first, second], cost)
  }
  return (frame) => {
    const values: Value[] = []
    for (const arg of args) {
      const value = arg(frame)
      values.push(value)
      if (!(value instanceof CELError)) continue
      // Go counts the call when it has seen all arguments.
      if (values.length === args.length) frame.charge(cost(values, value))
      return value
    }
    const result = implementation(...values)
    frame.charge(cost(values, result))
    return result
  }
}

/** The operator that takes errors as values. */
function isLenient(implementation: Implementation): boolean {
  return implementation === operatorOf('@not_strictly_false')
}

function unaryCode(implementation: Implementation, arg: Code, cost: CallCost): Code {
  const lenient = isLenient(implementation)
  return (frame) => {
    const value = arg(frame)
    const result = value instanceof CELError && !lenient ? value : implementation(value)
    frame.charge(cost([value], result))
    return result
  }
}

function binaryCode(implementation: Implementation, [left, right]: readonly [Code, Code], cost: CallCost): Code {
  const unit = isUnitCost(cost)
  return (frame) => {
    const a = left(frame)
    const b = right(frame)
    const result = a instanceof CELError ? a : b instanceof CELError ? b : implementation(a, b)
    frame.charge(unit ? 1 : cost([a, b], result))
    return result
  }
}

/** Reports whether a value matches a type; as in Go, only the first item of a collection is checked. */
function matchesType(type: StaticType, value: Value): boolean {
  if (isDyn(type) || isParameter(type)) return true
  if (type.name !== typeNameOf(value)) return false
  const [first, second] = type.params ?? []
  if (value instanceof ListValue) return value.length === 0 || first === undefined || matchesType(first, value.at(0))
  if (!(value instanceof MapValue) || first === undefined || second === undefined) return true
  const [key] = value.keys()
  return key === undefined || (matchesType(first, key) && matchesType(second, value.find(key)!))
}

/** Reports whether a form of a function takes these values. */
function takes({ args }: Overload, values: readonly Value[]): boolean {
  return args.length === values.length && args.every((type, i) => matchesType(type, values[i]!))
}
