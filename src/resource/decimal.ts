import { maxInt64, minInt64 } from '../internal/int64.js'
/**
 * An integer that is a `number` as long as that is exact and a `bigint` beyond. Both forms of one value never occur, so
 * `===` compares values.
 */
export type Integer = number | bigint

/** An exact decimal number, `unscaled` × 10^−`scale`, as Go's `inf.Dec` holds one. */
export interface Decimal {
  readonly unscaled: bigint
  readonly scale: number
}

/** Normalizes an integer. */
export function normalise(value: bigint): Integer {
  const small = Number(value)
  return Number.isSafeInteger(small) ? small : value
}

/** Reports whether Go's `int64` can hold the value. */
export function fitsInt64(value: Integer): boolean {
  return typeof value === 'number' || (value >= minInt64 && value <= maxInt64)
}

/** Multiplies exactly. */
export function multiply(a: Integer, b: Integer): Integer {
  // Stryker disable next-line all: a shortcut, of the same result
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b
    // Adding zero turns -0 into 0.
    // Stryker disable next-line ConditionalExpression: false takes the longer way
    if (Number.isSafeInteger(product)) return product + 0
  }
  return normalise(BigInt(a) * BigInt(b))
}

/** Adds exactly. */
export function add(a: Integer, b: Integer): Integer {
  // Stryker disable next-line all: a shortcut, of the same result
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b
    if (Number.isSafeInteger(sum)) return sum
  }
  return normalise(BigInt(a) + BigInt(b))
}

/** 10^`power` for a power of zero or more. */
export function powerOfTen(power: number): Integer {
  return power <= 15 ? 10 ** power : 10n ** BigInt(power)
}

/** −1, 0 or 1. */
export function signOf(value: Integer): -1 | 0 | 1 {
  return value > 0 ? 1 : value < 0 ? -1 : 0
}

/** Divides by 10^`power`, away from zero when that is not exact. */
export function divideUp(value: Integer, power: number): { readonly quotient: Integer; readonly exact: boolean } {
  const divisor = powerOfTen(power)
  if (typeof value === 'number' && typeof divisor === 'number') {
    const remainder = value % divisor
    const quotient = (value - remainder) / divisor
    return remainder === 0
      ? { quotient: quotient + 0, exact: true }
      : { quotient: quotient + signOf(value), exact: false }
  }
  const wide = BigInt(value)
  const by = BigInt(divisor)
  const quotient = wide / by
  const exact = quotient * by === wide
  return { quotient: normalise(exact ? quotient : quotient + BigInt(signOf(value))), exact }
}

/** Writes a decimal without exponent, including zeros after the point: unscaled 1500 with scale 3 is `1.500`. */
export function formatDecimal(decimal: Decimal): string {
  const { unscaled, scale } = decimal
  if (scale <= 0) return unscaled === 0n ? '0' : `${unscaled}${'0'.repeat(-scale)}`
  const negative = unscaled < 0n
  const digits = String(negative ? -unscaled : unscaled).padStart(scale + 1, '0')
  const point = digits.length - scale
  return `${negative ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`
}
