import { floatText } from '../../internal/float-text.js'
import type { NumericPlan } from './schema-plan.js'
import { isInt64, isJSONInteger } from './value-rules.js'

/** A problem of a number: a complete sentence, or the end of one that begins with the field. */
export interface NumberProblem {
  /** The value is out of the range of its type; the message names the path itself. */
  readonly range?: string
  /** Follows `PATH in body `. */
  readonly detail?: string
  /** The value as Go prints it, where it was compared as a float though it is an integer. */
  readonly valueText?: string
  /** The whole message, for an invalid factor. */
  readonly badFactor?: number
}

/** Everything that is wrong with a number, in Go's order; undefined when nothing is. */
export function numberProblems(plan: NumericPlan, value: number | bigint): readonly NumberProblem[] | undefined {
  const { maximum, minimum, multipleOf } = plan
  if (maximum === undefined && minimum === undefined && multipleOf === undefined && inRange(plan, value))
    return undefined
  const problems = [
    ...rangeProblem(plan, value, 'Checked'),
    ...factorProblems(plan, value),
    ...minimumProblems(plan, value),
    ...maximumProblems(plan, value),
  ]
  return problems.length === 0 ? undefined : problems
}

const mostFloat32 = 3.4028235677973366e38

function inRange({ type, format }: NumericPlan, value: number | bigint): boolean {
  if (type === 'integer') {
    if (format === 'int32') return Number(value) >= -2147483648 && Number(value) <= 2147483647 && isWhole(value)
    return isInt64(value) || (isWhole(value) && Math.abs(Number(value)) < 2 ** 63)
  }
  return format !== 'float' || Math.abs(Number(value)) < mostFloat32
}

function isWhole(value: number | bigint): boolean {
  return typeof value === 'bigint' || Number.isInteger(value)
}

function rangeProblem(plan: NumericPlan, value: number | bigint, what: string): NumberProblem[] {
  if (inRange(plan, value)) return []
  const format = plan.format === '' ? '(default format)' : `with format ${plan.format}`
  return [{ range: `${what} value must be of type ${plan.type} ${format} in ` }]
}

/** A bound that does not fit the type is compared as a float, one that does as an integer where the value is one. */
function boundFor(value: number | bigint, bound: number, fits: boolean): Bound {
  const integer = fits && isInt64(value)
  return integer ? { bound: Math.trunc(bound), text: String(Math.trunc(bound)) } : { bound, text: floatText(bound) }
}

interface Bound {
  readonly bound: number
  /** As Go prints it: integers and floats differ. */
  readonly text: string
}

/** A complaint about a value, which Go prints as what it was compared as. */
function complaint(detail: string, value: number | bigint, fits: boolean): NumberProblem {
  // Go has an integer here where JSON has one, and no integer is -0.
  return fits ? { detail } : { detail, valueText: floatText(Number(value) + 0) }
}

function compareTo(value: number | bigint, bound: number): number {
  return value < bound ? -1 : value > bound ? 1 : 0
}

function maximumProblems(plan: NumericPlan, value: number | bigint): NumberProblem[] {
  if (plan.maximum === undefined) return []
  const range = rangeProblem(plan, plan.maximum, 'Maximum boundary')
  const { bound, text } = boundFor(value, plan.maximum, range.length === 0)
  const compared = compareTo(value, bound)
  if (plan.exclusiveMaximum ? compared < 0 : compared <= 0) return range
  const words = plan.exclusiveMaximum ? 'less than' : 'less than or equal to'
  return [...range, complaint(`should be ${words} ${text}`, value, range.length === 0)]
}

function minimumProblems(plan: NumericPlan, value: number | bigint): NumberProblem[] {
  if (plan.minimum === undefined) return []
  const range = rangeProblem(plan, plan.minimum, 'Minimum boundary')
  const { bound, text } = boundFor(value, plan.minimum, range.length === 0)
  const compared = compareTo(value, bound)
  if (plan.exclusiveMinimum ? compared > 0 : compared >= 0) return range
  const words = plan.exclusiveMinimum ? 'greater than' : 'greater than or equal to'
  return [...range, complaint(`should be ${words} ${text}`, value, range.length === 0)]
}

function factorProblems(plan: NumericPlan, value: number | bigint): NumberProblem[] {
  if (plan.multipleOf === undefined) return []
  const range = rangeProblem(plan, plan.multipleOf, 'MultipleOf')
  const integers = range.length === 0 && isInt64(value)
  const factor = integers ? Math.trunc(plan.multipleOf) : plan.multipleOf
  if (factor <= 0) return [...range, { badFactor: factor }]
  if (integers ? BigInt(value) % BigInt(factor) === 0n : isJSONInteger(quotient(Number(value), factor))) return range
  const text = integers ? String(factor) : floatText(factor)
  return [...range, complaint(`should be a multiple of ${text}`, value, range.length === 0)]
}

function quotient(value: number, factor: number): number {
  return factor < 1 ? (1 / factor) * value : value / factor
}
