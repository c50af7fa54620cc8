import { quoteText } from './rfc3339-reader.js'
import { ScalarError, wrongTypeMessage } from './scalar-error.js'

const units: ReadonlyMap<string, bigint> = /* @__PURE__ */ new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['\u00b5s', 1_000n],
  ['\u03bcs', 1_000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
])
const limit = 2n ** 63n
/** Digits of a fraction beyond which nothing changes. */
const fractionLimit = (limit - 1n) / 10n

/**
 * Reads a duration as Go's `time.ParseDuration`: `1h30m`, `1.5s`, `-2ms`.
 *
 * @returns nanoseconds.
 * @throws ScalarError with code `InvalidDuration`, also beyond int64.
 */
export function parseDuration(text: string): bigint {
  const signed = text.startsWith('-') || text.startsWith('+')
  const negative = text.startsWith('-')
  const body = signed ? text.slice(1) : text
  if (body === '0') return 0n
  const terms = /([0-9]*)(\.?)([0-9]*)([^.0-9]*)/y
  let total = 0n
  if (body === '') throw invalid(text)
  while (terms.lastIndex < body.length) {
    const [, whole = '', point = '', fraction = '', unit = ''] = terms.exec(body) ?? []
    total += term({ text, whole, point, fraction, unit })
    if (total > limit) throw invalid(text)
  }
  if (negative) return -total
  if (total === limit) throw invalid(text)
  return total
}

interface Term {
  readonly text: string
  readonly whole: string
  readonly point: string
  readonly fraction: string
  readonly unit: string
}

function term({ text, whole, point, fraction, unit }: Term): bigint {
  if (whole === '' && point === '') throw invalid(text)
  const value = leadingInteger(whole)
  if (value > limit || (whole === '' && fraction === '')) throw invalid(text)
  if (unit === '') throw new ScalarError('InvalidDuration', `time: missing unit in duration ${quoteText(text)}`)
  const size = units.get(unit)
  if (size === undefined) {
    throw new ScalarError('InvalidDuration', `time: unknown unit ${quoteText(unit)} in duration ${quoteText(text)}`)
  }
  const nanos = value * size + fractionOf(fraction, size)
  if (nanos > limit) throw invalid(text)
  return nanos
}

/** More than 19 digits are beyond int64 in any case, and cost much to read. */
function leadingInteger(digits: string): bigint {
  const significant = digits.replace(/^0+/, '')
  return significant.length > 19 ? limit + 1n : BigInt(significant)
}

/** Computed in floats as in Go, so that results agree to the nanosecond. */
function fractionOf(digits: string, size: bigint): bigint {
  let value = 0n
  let scale = 1
  for (const digit of digits) {
    if (value > fractionLimit) break
    const next = value * 10n + BigInt(digit)
    if (next > limit) break
    value = next
    scale *= 10
  }
  return value === 0n ? 0n : BigInt(Math.trunc(Number(value) * (Number(size) / scale)))
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
 * Brings a `Duration` field's JSON value into the form Go writes: `90s` gives `1m30s`.
 *
 * @throws ScalarError with code `InvalidDuration` for other text and other types, `null` included.
 */
export function canonicalDuration(value: unknown): string {
  if (typeof value === 'string') return formatDuration(parseDuration(value))
  // Go leaves the text empty for null, and then finds no duration in it.
  if (value === null) throw invalid('')
  throw new ScalarError('InvalidDuration', wrongTypeMessage(value, 'string'))
}
