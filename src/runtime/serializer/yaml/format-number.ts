import { floatText } from '../../../internal/float-text.js'
import { maxUint64, minInt64 } from '../../../internal/int64.js'
import { shortestFloat32 } from '../../../internal/shortest-float32.js'

/** Formats a float as Go's `%g` does after narrowing it to 32 bits; infinities and NaN as YAML spells them. */
export function formatFloat32(value: number): string {
  const shortest = shortestFloat32(value)
  if (Number.isNaN(shortest)) return '.nan'
  if (!Number.isFinite(shortest)) return shortest > 0 ? '.inf' : '-.inf'
  return floatText(shortest)
}

/**
 * Formats a number as Go writes one that came from JSON text: integers of 64 bits in full, everything else as a float.
 * Integers beyond 64 bits keep all their digits when they are `bigint`.
 */
export function formatNumber(value: number | bigint): string {
  if (typeof value === 'bigint') return value.toString()
  if (Number.isSafeInteger(value)) return String(value)
  if (Number.isInteger(value) && Math.abs(value) < 1e21) {
    const whole = BigInt(String(value))
    if (whole >= minInt64 && whole <= maxUint64) return whole.toString()
  }
  return floatText(value)
}
