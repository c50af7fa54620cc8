import { durationNanos } from './duration-value.js'
import { quoteText } from './rfc3339-reader.js'
import { ScalarError, wrongTypeMessage } from './scalar-error.js'

/**
 * Reads a duration as Go's `time.ParseDuration`: `1h30m`, `1.5s`, `-2ms`.
 *
 * @returns nanoseconds.
 * @throws ScalarError with code `InvalidDuration`, also beyond int64.
 */
export function parseDuration(text: string): bigint {
  const nanos = durationNanos(text)
  if (typeof nanos === 'bigint') return nanos
  if (nanos === undefined) throw invalid(text)
  const { unit } = nanos
  const problem = unit === '' ? 'missing unit' : `unknown unit ${quoteText(unit)}`
  throw new ScalarError('InvalidDuration', `time: ${problem} in duration ${quoteText(text)}`)
}

function invalid(text: string): ScalarError {
  return new ScalarError('InvalidDuration', `time: invalid duration ${quoteText(text)}`)
}

/** Writes nanoseconds as Go's `Duration.String`: `1h30m0s`, `1.5s`, `2ms`, `0s`. */
export function formatDuration(nanos: bigint | number): string {
  const value = BigInt(nanos)
  const size = value < 0n ? -value : value
  const sign = value < 0n ? '-' : ''
  if (size === 0n) return '0s'
  if (size < 1_000n) return `${sign}${size}ns`
  if (size < 1_000_000n) return `${sign}${withFraction(size, 3)}\u00b5s`
  if (size < 1_000_000_000n) return `${sign}${withFraction(size, 6)}ms`
  const minutes = size / 60_000_000_000n
  const seconds = `${withFraction(size % 60_000_000_000n, 9)}s`
  if (minutes === 0n) return sign + seconds
  if (minutes < 60n) return `${sign}${minutes}m${seconds}`
  return `${sign}${minutes / 60n}h${minutes % 60n}m${seconds}`
}

function withFraction(value: bigint, digits: number): string {
  const divisor = 10n ** BigInt(digits)
  const fraction = String(value % divisor)
    .padStart(digits, '0')
    .replace(/0+$/, '')
  return fraction === '' ? String(value / divisor) : `${value / divisor}.${fraction}`
}

/**
 * Converts a `Duration` field's JSON value to the form that Go writes: `90s` gives `1m30s`.
 *
 * @throws ScalarError with code `InvalidDuration` for other text and other types, including `null`.
 */
export function canonicalDuration(value: unknown): string {
  if (typeof value === 'string') return formatDuration(parseDuration(value))
  // Go leaves the text empty for null, and then finds no duration in it.
  if (value === null) throw invalid('')
  throw new ScalarError('InvalidDuration', wrongTypeMessage(value, 'string'))
}
