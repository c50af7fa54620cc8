import {
  add,
  type Decimal,
  divideUp,
  fitsInt64,
  type Integer,
  multiply,
  normalise,
  powerOfTen,
  signOf,
} from './decimal.js'
import { int64ScaledValue } from './int64-scaled-value.js'
import { maxQuantityDigits } from './is-quantity-text.js'
import { canonicalText } from './quantity-canonical.js'
import { QuantityError } from './quantity-error.js'
import type { QuantityFormat } from './quantity-format.js'
import { parseQuantityText, type QuantityParts } from './quantity-parser.js'

/**
 * An exact amount of a resource, as `resource.Quantity` in Go. Immutable: operations return new quantities.
 *
 * In objects a quantity is text (or a number, on input); this class computes with it. Numbers of any size are exact.
 * Values that are integers in Go are `bigint` here.
 *
 * @see {@link parseQuantity}
 */
export class Quantity {
  /** The family of suffixes this quantity is written in. */
  readonly format: QuantityFormat
  private readonly unscaled: Integer
  private readonly scale: number
  /** Held as a decimal, as Go holds what does not fit its `int64` form. */
  private readonly wide: boolean
  private cached: string | undefined

  /** For use by this folder: takes parts that are valid. */
  constructor(parts: QuantityParts) {
    this.format = parts.format
    this.unscaled = parts.value
    this.scale = parts.scale
    this.wide = parts.wide
    this.cached = parts.text
  }

  /**
   * Reads `<number><suffix>`, for example `100m`, `1.5Gi`, `12e6`. Rounds away from zero at nano; binary quantities are
   * capped at 2^63−1. Numbers are taken as well: `cpu: 1` in a manifest is one, and stays one where nothing is rewritten.
   *
   * @throws QuantityError for other text, and for more than 10,000 digits or powers of ten.
   */
  static parse(text: string | number | bigint): Quantity {
    return new Quantity(parseQuantityText(typeof text === 'string' ? text : String(text)))
  }

  /** Writes the quantity as Go does: canonical, or as it was parsed if Go treats that as canonical. */
  toString(): string {
    this.cached ??= canonicalText({ value: this.unscaled, scale: this.scale, format: this.format })
    return this.cached
  }

  /** The text of {@link toString}, so that `JSON.stringify` writes what Go writes. */
  toJSON(): string {
    return this.toString()
  }

  /** The canonical form, independent of the parsed text: `1.500` gives `1500m`. */
  toCanonicalString(): string {
    return canonicalText({ value: this.unscaled, scale: this.scale, format: this.format })
  }

  /** The same amount in another family of suffixes. */
  withFormat(format: QuantityFormat): Quantity {
    return this.derive(this.unscaled, this.scale, { format })
  }

  /** −1, 0 or 1. */
  sign(): -1 | 0 | 1 {
    return signOf(this.unscaled)
  }

  /** Reports whether the amount is zero. */
  isZero(): boolean {
    return this.unscaled === 0
  }

  /** −1, 0 or 1, by amount; suffixes do not matter. */
  cmp(other: Quantity): -1 | 0 | 1 {
    const scale = Math.min(this.scale, other.scale)
    const a = this.at(scale)
    const b = other.at(scale)
    return a < b ? -1 : a > b ? 1 : 0
  }

  /** Compares with an integer. */
  cmpInt64(other: number | bigint): -1 | 0 | 1 {
    return this.cmp(newQuantity(other, 'DecimalSI'))
  }

  /** Reports whether both are the same amount; suffixes do not matter. */
  equal(other: Quantity): boolean {
    return this.cmp(other) === 0
  }

  /** Adds. A zero quantity takes the format of the other. */
  add(other: Quantity): Quantity {
    return this.plus(other, other.unscaled)
  }

  /** Subtracts. A zero quantity takes the format of the other. */
  sub(other: Quantity): Quantity {
    return this.plus(other, negated(other.unscaled))
  }

  /** Multiplies by an integer. */
  mul(factor: number | bigint): Quantity {
    return this.derive(multiply(this.unscaled, integer(factor)), this.scale)
  }

  /** Changes the sign. */
  neg(): Quantity {
    return this.derive(negated(this.unscaled), this.scale)
  }

  /**
   * Rounds away from zero to a multiple of 10^`scale`.
   *
   * @returns the rounded quantity and whether nothing was lost.
   */
  roundUp(scale: number): { readonly quantity: Quantity; readonly exact: boolean } {
    if (this.scale >= checkedScale(scale)) return { quantity: this, exact: true }
    const { quotient, exact } = divideUp(this.unscaled, scale - this.scale)
    return { quantity: this.derive(quotient, scale), exact }
  }

  /** The amount in units, rounded away from zero. */
  value(): bigint {
    return this.scaledValue(0)
  }

  /** The amount in thousandths, rounded away from zero. */
  milliValue(): bigint {
    return this.scaledValue(-3)
  }

  /** The amount in units of 10^`scale`, rounded away from zero. Exact beyond int64, where Go overflows. */
  scaledValue(scale: number): bigint {
    const shift = this.scale - checkedScale(scale)
    return BigInt(shift < 0 ? divideUp(this.unscaled, -shift).quotient : this.at(scale))
  }

  /**
   * The result of Go's `ScaledValue`, which overflows: for programs that must agree with Go where Go is wrong.
   *
   * @see {@link scaledValue} for the exact result.
   */
  scaledInt64(scale: number): bigint {
    return int64ScaledValue({ value: this.unscaled, scale: this.scale, wide: this.wide }, checkedScale(scale))
  }

  /**
   * The amount when Go holds it in an `int64` and it is whole, `undefined` otherwise. A shortcut: `undefined` does not
   * mean that {@link value} would round.
   */
  asInt64(): bigint | undefined {
    if (this.wide || this.scale < 0) return undefined
    const value = this.at(0)
    return fitsInt64(value) ? BigInt(value) : undefined
  }

  /** The exact decimal number, with the scale Go has for it. */
  asDec(): Decimal {
    return { unscaled: BigInt(this.unscaled), scale: 0 - this.scale }
  }

  /** The amount as a float, within a few units of the last place; ±Infinity beyond its range. */
  asApproximateFloat64(): number {
    const base = Number(this.unscaled)
    return this.scale === 0 ? base : base * floatPowerOfTen(this.scale)
  }

  /** The float nearest to the amount; ±Infinity beyond the range. */
  asFloat64(): number {
    return Number(`${this.unscaled}e${this.scale}`)
  }

  private plus(other: Quantity, value: Integer): Quantity {
    const format = this.isZero() ? other.format : this.format
    const wide = this.wide || other.wide
    if (!wide && value === 0) return this.derive(this.unscaled, this.scale, { format })
    if (!wide && this.isZero()) return this.derive(value, other.scale, { format })
    const scale = Math.min(this.scale, other.scale)
    const shifted = other.scale === scale ? value : multiply(value, powerOfTen(other.scale - scale))
    return this.derive(add(this.at(scale), shifted), scale, { format, wide })
  }

  /** The value at a scale that is not larger than its own. */
  private at(scale: number): Integer {
    return this.scale === scale ? this.unscaled : multiply(this.unscaled, powerOfTen(this.scale - scale))
  }

  private derive(value: Integer, scale: number, changes: { format?: QuantityFormat; wide?: boolean } = {}): Quantity {
    const wide = (changes.wide ?? this.wide) || !fitsInt64(value)
    return new Quantity({ value, scale, format: changes.format ?? this.format, wide, text: undefined })
  }
}

/**
 * Reads a quantity; the same as {@link Quantity.parse}.
 *
 * @throws QuantityError
 */
export function parseQuantity(text: string | number | bigint): Quantity {
  return Quantity.parse(text)
}

/** A quantity of `value` units. */
export function newQuantity(value: number | bigint, format: QuantityFormat): Quantity {
  return scaledQuantity(value, 0, format)
}

/** A quantity of `value` thousandths. */
export function newMilliQuantity(value: number | bigint, format: QuantityFormat): Quantity {
  return scaledQuantity(value, -3, format)
}

/** A quantity of `value` × 10^`scale`, in `DecimalSI`. */
export function newScaledQuantity(value: number | bigint, scale: number): Quantity {
  return scaledQuantity(value, scale, 'DecimalSI')
}

/** A quantity of an exact decimal number of any size. */
export function newDecimalQuantity(decimal: Decimal, format: QuantityFormat): Quantity {
  const value = normalise(decimal.unscaled)
  return new Quantity({ value, scale: checkedScale(0 - decimal.scale), format, wide: true, text: undefined })
}

function scaledQuantity(value: number | bigint, scale: number, format: QuantityFormat): Quantity {
  const exact = integer(value)
  const wide = !fitsInt64(exact)
  return new Quantity({ value: exact, scale: checkedScale(scale), format, wide, text: undefined })
}

function integer(value: number | bigint): Integer {
  if (typeof value === 'bigint') return normalise(value)
  if (!Number.isSafeInteger(value)) throw new QuantityError('Numeric')
  return value + 0
}

function negated(value: Integer): Integer {
  return typeof value === 'number' ? 0 - value : normalise(-value)
}

function checkedScale(scale: number): number {
  if (!Number.isInteger(scale) || Math.abs(scale) > maxQuantityDigits) throw new QuantityError('OutOfRange')
  return scale
}

/** 10^`power` rounded in the two steps Go takes, so that results agree to the last bit. */
function floatPowerOfTen(power: number): number {
  if (power > 308) return Number.POSITIVE_INFINITY
  if (power < -323) return 0
  const size = Math.abs(power)
  const coarse = size - (size % 32)
  const fine = Number(`1e${size % 32}`)
  return power < 0 ? Number(`1e-${coarse}`) / fine : Number(`1e${coarse}`) * fine
}
