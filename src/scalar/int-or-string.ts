import { maxInt64, minInt64 } from '../internal/int64.js'
import { quote } from '../internal/quote.js'
import { ScalarError, wrongTypeMessage } from './scalar-error.js'

/** An int32 or text, such as a port by number or name, or a count by number or percentage. */
export type IntOrString = number | string

/** How {@link getScaledValueFromIntOrPercent} rounds what is not whole. */
export interface ScaleOptions {
  /** The whole that a percentage is of. */
  readonly total: number
  /** Towards +∞ rather than −∞. */
  readonly roundUp: boolean
}

const maxInt32 = 2147483647
const minInt32 = -2147483648

/** Reads a command-line word: an integer of 32 bits becomes a number, anything else stays text. */
export function parseIntOrString(text: string): IntOrString {
  const { value, problem } = readInteger(text)
  const number = Number(value)
  return problem === undefined && number >= minInt32 && number <= maxInt32 ? number : text
}

/**
 * Checks a JSON value: an integer of 32 bits or text; `null` is 0.
 *
 * @throws ScalarError with code `InvalidIntOrString`.
 */
export function intOrStringFromJSON(value: unknown): IntOrString {
  if (typeof value === 'string') return value
  if (value === null) return 0
  if (typeof value !== 'number' && typeof value !== 'bigint') {
    throw new ScalarError('InvalidIntOrString', wrongTypeMessage(value, 'int32'))
  }
  const number = Number(value)
  if (!Number.isInteger(number) || number < minInt32 || number > maxInt32) {
    throw new ScalarError('InvalidIntOrString', `json: cannot unmarshal number ${value} into Go value of type int32`)
  }
  return number + 0
}

/** The number itself, or the integer the text spells; 0 for other text, the nearest int64 beyond its range. */
export function intValue(value: IntOrString): number | bigint {
  if (typeof value === 'number') return value
  const read = readInteger(value).value
  const number = Number(read)
  return Number.isSafeInteger(number) ? number : read
}

/**
 * Resolves a count: a number is itself, `"25%"` is that part of the total.
 *
 * @throws ScalarError with code `InvalidIntOrString` for text that is not a percentage, and for `undefined`.
 */
export function getScaledValueFromIntOrPercent(value: IntOrString | undefined, options: ScaleOptions): number {
  if (typeof value !== 'string') return present(value)
  if (!value.endsWith('%')) throw failure('invalid type: string is not a percentage')
  return scaled(percentage(value, value.slice(0, -1)), options)
}

/**
 * As {@link getScaledValueFromIntOrPercent}, but text counts as a percentage with or without `%`.
 *
 * @deprecated as in Go; for reading what old programs accepted.
 * @throws ScalarError with code `InvalidIntOrString`.
 */
export function getValueFromIntOrPercent(value: IntOrString | undefined, options: ScaleOptions): number {
  if (typeof value !== 'string') return present(value)
  return scaled(percentage(value, value.replaceAll('%', '')), options)
}

function present(value: number | undefined): number {
  if (value === undefined) throw new ScalarError('InvalidIntOrString', 'nil value for IntOrString')
  return value
}

function percentage(text: string, digits: string): number {
  const { value, problem } = readInteger(digits)
  if (problem !== undefined) {
    throw failure(`invalid value ${quote(text)}: strconv.Atoi: parsing ${quote(digits)}: ${problem}`)
  }
  return Number(value)
}

function scaled(percent: number, { total, roundUp }: ScaleOptions): number {
  const exact = (percent * total) / 100
  return (roundUp ? Math.ceil(exact) : Math.floor(exact)) + 0
}

function failure(message: string): ScalarError {
  return new ScalarError('InvalidIntOrString', `invalid value for IntOrString: ${message}`)
}

/** Reads an integer as Go's `strconv.Atoi`: beyond int64 the value is the nearest one, and a problem. */
function readInteger(text: string): { readonly value: bigint; readonly problem?: string } {
  if (!/^[+-]?[0-9]+$/.test(text)) return { value: 0n, problem: 'invalid syntax' }
  const negative = text.startsWith('-')
  const digits = text.replace(/^[+-]?0*/, '')
  const size = digits.length > 19 ? maxInt64 + 2n : BigInt(digits)
  const value = negative ? -size : size
  if (value > maxInt64) return { value: maxInt64, problem: 'value out of range' }
  if (value < minInt64) return { value: minInt64, problem: 'value out of range' }
  return { value }
}
