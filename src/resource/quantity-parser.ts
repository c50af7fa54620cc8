import { maxInt64 } from '../internal/int64.js'
import { fitsInt64, type Integer, multiply, normalise } from './decimal.js'
import { maxQuantityDigits } from './is-quantity-text.js'
import { QuantityError } from './quantity-error.js'
import { fixedSuffix, interpretSuffix, type QuantityFormat, Scale, type Suffix } from './quantity-format.js'

/** Most decimal digits Go's quick path takes, and so what it keeps as an integer. */
const int64Digits = 18
const maxBinary = maxInt64

const plus = 0x2b
const minus = 0x2d
const dot = 0x2e
const zero = 0x30
const suffixLetters: ReadonlySet<number> = /* @__PURE__ */ unitsOf('eEinumkKMGTP')

function unitsOf(letters: string): Set<number> {
  return new Set(Array.from(letters, (letter) => letter.charCodeAt(0)))
}

/** A parsed quantity: `value` × 10^`scale`. */
export interface QuantityParts {
  readonly value: Integer
  readonly scale: number
  readonly format: QuantityFormat
  /** Held as a decimal of any size, where Go leaves its `int64` form. */
  readonly wide: boolean
  /** The input, if Go treats it as canonical and prints it unchanged. */
  readonly text: string | undefined
}

/** The pieces of a quantity's text. `integer` has no leading zeros and is at least `0`. */
interface Pieces {
  readonly negative: boolean
  readonly integer: string
  readonly fraction: string
  /** Sign, digits and point as written. */
  readonly number: string
  readonly suffix: string
}

/**
 * Reads a quantity.
 *
 * @throws QuantityError.
 */
export function parseQuantityText(text: string): QuantityParts {
  if (text === '0') return { value: 0, scale: 0, format: 'DecimalSI', wide: false, text }
  const plain = parsePlain(text)
  if (plain !== undefined) return plain
  const parts = split(text)
  const suffix = interpretSuffix(parts.suffix)
  if (suffix === undefined) throw new QuantityError('Suffix')
  if (Math.abs(suffix.exponent) > maxQuantityDigits) throw new QuantityError('OutOfRange')
  return parseNarrow(text, parts, suffix) ?? parseWide(parts, suffix)
}

/** Fast path for nearly all quantities: up to 15 digits and a suffix. {@link parseNarrow} gives the same result. */
function parsePlain(text: string): QuantityParts | undefined {
  let value = 0
  let digits = 0
  for (; digits < 15; digits++) {
    const digit = text.charCodeAt(digits) - zero
    if (!(digit >= 0 && digit <= 9)) break
    value = value * 10 + digit
  }
  if (digits === 0 || text.charCodeAt(0) === zero) return undefined
  const suffix = fixedSuffix(digits === text.length ? '' : text.slice(digits))
  if (suffix === undefined) return undefined
  const { exponent, format } = suffix
  if (suffix.base === 10) {
    return { value, scale: exponent, format, wide: false, text: value % 1000 === 0 ? undefined : text }
  }
  if (binaryRoom(digits, exponent) < 0) return undefined
  // With that room the product has 15 digits at most.
  return { value: value * 2 ** exponent, scale: 0, format, wide: false, text: value % 8 === 0 ? undefined : text }
}

/** Decimal digits Go thinks are left when it multiplies by a power of two; below zero it leaves its quick path. */
function binaryRoom(digits: number, exponent: number): number {
  return 15 - digits - Math.trunc((exponent * 3) / 10) - 1
}

function split(text: string): Pieces {
  if (text === '') throw new QuantityError('FormatWrong')
  if (text.length > maxQuantityDigits) throw new QuantityError('OutOfRange')
  const first = text.charCodeAt(0)
  const signed = first === plus || first === minus
  const start = skip(text, signed ? 1 : 0, isZero)
  const point = skip(text, start, isDigit)
  let end = point
  let fraction = ''
  if (text.charCodeAt(point) === dot) {
    end = skip(text, point + 1, isDigit)
    fraction = text.slice(point + 1, end)
  }
  checkSuffixShape(text, end)
  return {
    negative: first === minus,
    integer: start === point ? '0' : text.slice(start, point),
    fraction,
    number: text.slice(0, end),
    suffix: text.slice(end),
  }
}

/** Letters, then a sign, then digits; which of them mean something is decided later, as in Go. */
function checkSuffixShape(text: string, from: number): void {
  let i = skip(text, from, isSuffixLetter)
  const sign = text.charCodeAt(i)
  if (sign === plus || sign === minus) i++
  if (skip(text, i, isDigit) !== text.length) throw new QuantityError('FormatWrong')
}

function skip(text: string, from: number, accepts: (unit: number) => boolean): number {
  let i = from
  while (i < text.length && accepts(text.charCodeAt(i))) i++
  return i
}

function isZero(unit: number): boolean {
  return unit === zero
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39
}

function isSuffixLetter(unit: number): boolean {
  return unit > 0x40 && suffixLetters.has(unit)
}

/** Go's quick path: at most 18 digits, a result that fits int64. `undefined` when the text is not for it. */
function parseNarrow(text: string, parts: Pieces, suffix: Suffix): QuantityParts | undefined {
  const { integer, fraction, negative } = parts
  const digits = integer.length + fraction.length
  const binary = suffix.base === 2
  if (binary && fraction !== '') return undefined
  const room = binary ? binaryRoom(digits, suffix.exponent) : int64Digits - digits
  const scale = binary ? 0 : suffix.exponent - fraction.length
  if (room < 0 || scale < Scale.Nano) return undefined
  const shifted = integer + fraction
  const read = readDigits(shifted)
  const value = binary ? multiply(read, 2 ** suffix.exponent) : read
  if (!fitsInt64(value)) return undefined
  const kept = binary ? keepsBinary(read) : keepsDecimal(shifted, scale)
  return {
    value: negative ? negate(value) : value,
    scale,
    format: suffix.format,
    wide: false,
    text: kept ? text : undefined,
  }
}

function keepsBinary(value: Integer): boolean {
  return BigInt.asUintN(3, BigInt(value)) !== 0n
}

function keepsDecimal(shifted: string, scale: number): boolean {
  return scale % 3 === 0 && shifted.charCodeAt(0) !== zero && !shifted.endsWith('000')
}

function readDigits(digits: string): Integer {
  return digits.length <= 15 ? Number(digits) : normalise(BigInt(digits))
}

function negate(value: Integer): Integer {
  return typeof value === 'number' ? 0 - value : -value
}

/** Everything else: any number of digits, rounded away from zero at nano, binary quantities capped. */
function parseWide(parts: Pieces, suffix: Suffix): QuantityParts {
  if (!/[0-9]/.test(parts.number)) throw new QuantityError('Numeric')
  let value = BigInt(parts.integer + parts.fraction)
  let scale = -parts.fraction.length
  if (suffix.base === 10) scale += suffix.exponent
  else value <<= BigInt(suffix.exponent)
  if (value !== 0n) {
    value = roundToNano(value, scale)
    scale = Scale.Nano
  }
  let format = suffix.format
  if (format === 'BinarySI') {
    const one = 10n ** BigInt(-scale)
    if (value > maxBinary * one) {
      value = maxBinary
      scale = 0
    } else if (value > 0n && value < one) {
      format = 'DecimalSI'
    }
  }
  return { value: normalise(parts.negative ? -value : value), scale, format, wide: true, text: undefined }
}

function roundToNano(value: bigint, scale: number): bigint {
  if (scale >= Scale.Nano) return value * 10n ** BigInt(scale - Scale.Nano)
  const divisor = 10n ** BigInt(Scale.Nano - scale)
  return (value + divisor - 1n) / divisor
}
