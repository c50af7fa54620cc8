import { formatSeconds, type Instant, isZeroInstant, zeroInstant } from './calendar.js'
import { RFC3339Reader } from './rfc3339-reader.js'
import { ScalarError, wrongTypeMessage } from './scalar-error.js'

/** A moment as protobuf holds it: `google.protobuf.Timestamp` without the package. */
export interface ProtoTimestamp {
  readonly seconds: number
  readonly nanos: number
}

const plainTime = /^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z$/

/**
 * Reads the text of a `Time` field: RFC 3339, fractions of a second kept to the nanosecond.
 *
 * @throws ScalarError with code `InvalidTime`.
 */
export function parseTime(text: string): Instant {
  return new RFC3339Reader(text, 0).read()
}

/** Writes a moment as Go writes `Time`: UTC, whole seconds, `Z`. Fractions are cut off. */
export function formatTime(instant: Instant): string {
  return `${formatSeconds(instant.seconds)}Z`
}

/**
 * Converts a `Time` field's JSON value to the form that Go writes: `null` for the zero time, otherwise UTC with whole
 * seconds.
 *
 * @throws ScalarError with code `InvalidTime` for other text and other types.
 */
export function canonicalTime(value: unknown): string | null {
  if (typeof value === 'string' && plainTime.test(value) && !value.startsWith('0001')) return value
  const instant = readTime(value)
  return isZeroInstant(instant) ? null : formatTime(instant)
}

/** Reports whether a `Time` field's JSON value is the zero time: `null`, absent or `0001-01-01T00:00:00Z`. */
export function isZeroTime(value: string | null | undefined): boolean {
  return value === null || value === undefined || isZeroInstant(parseTime(value))
}

/**
 * Orders two `Time` fields' JSON values; `null` is the zero time. Fractions of a second count.
 *
 * @throws ScalarError with code `InvalidTime`.
 */
export function compareTimes(a: string | null, b: string | null): -1 | 0 | 1 {
  const x = readTime(a)
  const y = readTime(b)
  const difference = x.seconds - y.seconds || x.nanos - y.nanos
  return difference < 0 ? -1 : difference > 0 ? 1 : 0
}

/**
 * Writes a `Date` as Go writes `Time`. Milliseconds are cut off.
 *
 * @throws ScalarError with code `InvalidTime` for an invalid date.
 */
export function timeFromDate(date: Date): string {
  return formatTime(instantFromDate(date))
}

/** Reads a `Time` or `MicroTime` text as a `Date`; what is below milliseconds is cut off. */
export function timeToDate(text: string): Date {
  const { seconds, nanos } = parseTime(text)
  return new Date(seconds * 1000 + Math.floor(nanos / 1e6))
}

/** The moment of a `Date`. */
export function instantFromDate(date: Date): Instant {
  const milliseconds = date.getTime()
  if (Number.isNaN(milliseconds)) throw new ScalarError('InvalidTime', 'invalid date')
  const seconds = Math.floor(milliseconds / 1000)
  return { seconds, nanos: (milliseconds - seconds * 1000) * 1e6 }
}

/**
 * The protobuf form of a `Time` field's JSON value; `undefined` is the zero time, an empty message. Nanoseconds are
 * always 0.
 *
 * @throws ScalarError with code `InvalidTime`.
 */
export function timeToProto(value: unknown): ProtoTimestamp | undefined {
  const instant = readTime(value)
  return isZeroInstant(instant) ? undefined : { seconds: instant.seconds, nanos: 0 }
}

/**
 * The JSON value of a `Time` field from its protobuf form; nanoseconds are ignored as in Go.
 *
 * @throws ScalarError with code `InvalidTime` for seconds that no calendar holds.
 */
export function timeFromProto(seconds: number | bigint): string | null {
  const instant = { seconds: checkedSeconds(seconds), nanos: 0 }
  return isZeroInstant(instant) ? null : formatTime(instant)
}

/** Seconds as a number. Beyond ±(2^53−1), some 285 million years, Go's own arithmetic overflows soon after. */
export function checkedSeconds(seconds: number | bigint): number {
  const number = Number(seconds)
  if (!Number.isSafeInteger(number)) throw new ScalarError('InvalidTime', `time out of range: ${seconds} seconds`)
  return number
}

function readTime(value: unknown): Instant {
  if (typeof value === 'string') return parseTime(value)
  if (value === null) return zeroInstant
  throw new ScalarError('InvalidTime', wrongTypeMessage(value, 'string'))
}
