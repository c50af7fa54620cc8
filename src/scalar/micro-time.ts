import { formatSeconds, type Instant, isZeroInstant, zeroInstant } from './calendar.js'
import { RFC3339Reader } from './rfc3339-reader.js'
import { ScalarError, wrongTypeMessage } from './scalar-error.js'
import { checkedSeconds, instantFromDate, type ProtoTimestamp } from './time.js'

const plainMicroTime =
  /^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{6}Z$/

/**
 * Reads the text of a `MicroTime` field: RFC 3339 with exactly six fractional digits.
 *
 * @throws ScalarError with code `InvalidTime`.
 */
export function parseMicroTime(text: string): Instant {
  return new RFC3339Reader(text, 6).read()
}

/** Writes a moment as Go writes `MicroTime`: UTC, six fractional digits, `Z`. What is below is cut off. */
export function formatMicroTime(instant: Instant): string {
  const micros = String(Math.floor(instant.nanos / 1000)).padStart(6, '0')
  return `${formatSeconds(instant.seconds)}.${micros}Z`
}

/**
 * Converts a `MicroTime` field's JSON value to the form that Go writes: `null` for the zero time, otherwise UTC.
 *
 * @throws ScalarError with code `InvalidTime` for other text and other types.
 */
export function canonicalMicroTime(value: unknown): string | null {
  if (typeof value === 'string' && plainMicroTime.test(value) && !value.startsWith('0001')) return value
  const instant = readMicroTime(value)
  return isZeroInstant(instant) ? null : formatMicroTime(instant)
}

/** Writes a `Date` as Go writes `MicroTime`. */
export function microTimeFromDate(date: Date): string {
  return formatMicroTime(instantFromDate(date))
}

/**
 * The protobuf form of a `MicroTime` field's JSON value; `undefined` is the zero time, an empty message.
 *
 * @throws ScalarError with code `InvalidTime`.
 */
export function microTimeToProto(value: unknown): ProtoTimestamp | undefined {
  const instant = readMicroTime(value)
  return isZeroInstant(instant) ? undefined : instant
}

/**
 * The JSON value of a `MicroTime` field from its protobuf form; what is below microseconds is cut off, as in Go.
 *
 * @throws ScalarError with code `InvalidTime` for seconds that no calendar holds.
 */
export function microTimeFromProto(seconds: number | bigint, nanos: number): string | null {
  const micros = Math.trunc(nanos / 1000)
  const carried = Math.floor(micros / 1e6)
  const instant = { seconds: checkedSeconds(seconds) + carried, nanos: (micros - carried * 1e6) * 1000 }
  return isZeroInstant(instant) ? null : formatMicroTime(instant)
}

function readMicroTime(value: unknown): Instant {
  if (typeof value === 'string') return parseMicroTime(value)
  if (value === null) return zeroInstant
  throw new ScalarError('InvalidTime', wrongTypeMessage(value, 'string'))
}
