import { maxInt64, minInt64 } from '../internal/int64.js'
import { divideUp, type Integer, powerOfTen } from './decimal.js'

/** Shifts for which Go multiplies in one step: their overflow wraps; that of other shifts gives zero. */
const wrappingShifts: ReadonlySet<number> = /* @__PURE__ */ new Set([1, 2, 3, 6, 9])

/** A quantity as Go holds it: `wide` in arbitrary precision, otherwise as an int64 and a power of ten. */
interface HeldAmount {
  readonly value: Integer
  readonly scale: number
  readonly wide: boolean
}

/** Computes what Go's `Quantity.ScaledValue` does, overflow and the rounding of negative wide amounts included. */
export function int64ScaledValue(amount: HeldAmount, scale: number): bigint {
  return amount.wide ? wideValue(amount, scale) : narrowValue(amount, scale)
}

function narrowValue(amount: HeldAmount, scale: number): bigint {
  const shift = amount.scale - scale
  if (shift < 0) return BigInt(divideUp(amount.value, -shift).quotient)
  const value = BigInt(amount.value)
  const exact = value * BigInt(powerOfTen(shift))
  if (exact === BigInt.asIntN(64, exact)) return exact
  return wrappingShifts.has(shift) && value !== minInt64 ? BigInt.asIntN(64, exact) : 0n
}

function wideValue(amount: HeldAmount, scale: number): bigint {
  const shift = amount.scale - scale
  const value = BigInt(amount.value)
  const low = BigInt.asIntN(64, value)
  if (shift === 0) return low
  if (shift > 0) return BigInt.asIntN(64, low * int64PowerOfTen(shift))
  if (value < maxInt64 && shift > -19) return quickQuotient(low, 10n ** BigInt(-shift))
  return BigInt.asIntN(64, floorPlusOne(value, 10n ** BigInt(-shift)))
}

/** Go converts from a float; what does not fit becomes the lowest int64. */
function int64PowerOfTen(power: number): bigint {
  return power < 19 ? 10n ** BigInt(power) : minInt64
}

function quickQuotient(value: bigint, divisor: bigint): bigint {
  return value % divisor === 0n ? value / divisor : value / divisor + 1n
}

function floorPlusOne(value: bigint, divisor: bigint): bigint {
  const remainder = value % divisor
  if (remainder === 0n) return value / divisor
  return value < 0n ? value / divisor : value / divisor + 1n
}
