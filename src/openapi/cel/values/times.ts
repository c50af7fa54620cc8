import { formatSeconds } from '../../../scalar/calendar.js'
import { durationNanos } from '../../../scalar/duration-value.js'
import { RFC3339Reader } from '../../../scalar/rfc3339-reader.js'
import { checkedTimestamp } from './numbers.js'
import { CELError, Duration, Timestamp, type Value } from './value.js'

/** An instant as `string()` writes it: RFC 3339 at its offset, with the digits of the fraction that are needed. */
export function timestampText({ seconds, nanos, offset }: Timestamp): string {
  const fraction = nanos === 0 ? '' : `.${String(nanos).padStart(9, '0').replace(/0+$/, '')}`
  return `${formatSeconds(seconds + offset)}${fraction}${offsetText(offset)}`
}

function offsetText(offset: number): string {
  if (offset === 0) return 'Z'
  const minutes = Math.abs(offset) / 60
  const two = (value: number) => String(value).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** A duration as `string()` writes it: seconds, such as `1.5s`. */
export function durationText({ nanos }: Duration): string {
  const whole = nanos / 1_000_000_000n
  const seconds = Number(whole) + Number(nanos % 1_000_000_000n) / 1e9
  const text = String(seconds)
  return `${text.includes('e') ? plainDecimal(seconds) : text}s`
}

function plainDecimal(value: number): string {
  return value.toFixed(20).replace(/\.?0+$/, '')
}

/** Reads an instant. */
export function readTimestamp(text: string): Value {
  try {
    const { seconds, nanos, offset } = new RFC3339Reader(text, 0).readWithOffset()
    return checkedTimestamp(new Timestamp(seconds, nanos).total, offset)
  } catch {
    return new CELError("type conversion error from 'string' to 'google.protobuf.Timestamp'")
  }
}

/** Reads a duration. */
export function readDuration(text: string): Value {
  const nanos = durationNanos(text)
  if (typeof nanos === 'bigint') return new Duration(nanos)
  return new CELError("type conversion error from 'string' to 'google.protobuf.Duration'")
}

/** Date and time of day at one place. `weekday` counts from Sunday, `month`, `day` and `dayOfYear` from zero. */
export interface ClockTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly dayOfYear: number
  readonly weekday: number
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
}

/** The time of an instant at an offset from UTC, or in a zone by name; an error for zones that there are not. */
export function clockTime(instant: Timestamp, zone: string): ClockTime | CELError {
  const offset = zone.includes(':') ? fixedOffset(zone) : zoneOffset(instant, zone)
  if (typeof offset !== 'number') return offset
  const date = new Date((instant.seconds + offset) * 1000)
  const year = date.getUTCFullYear()
  const start = new Date(0)
  start.setUTCFullYear(year, 0, 1)
  return {
    year,
    month: date.getUTCMonth(),
    day: date.getUTCDate() - 1,
    dayOfYear: Math.floor((date.getTime() - start.getTime()) / 86_400_000),
    weekday: date.getUTCDay(),
    hours: date.getUTCHours(),
    minutes: date.getUTCMinutes(),
    seconds: date.getUTCSeconds(),
  }
}

function fixedOffset(zone: string): number | CELError {
  const at = zone.indexOf(':')
  const [hours, minutes] = [zone.slice(0, at), zone.slice(at + 1)]
  for (const part of [hours, minutes]) {
    if (!/^[+-]?[0-9]+$/.test(part))
      return new CELError(`strconv.Atoi: parsing ${JSON.stringify(part)}: invalid syntax`)
  }
  const size = Number(minutes)
  return (Number(hours) * 60 + (zone.startsWith('-') ? -size : size)) * 60
}

function zoneOffset({ seconds }: Timestamp, zone: string): number | CELError {
  if (zone === '' || zone === 'UTC') return 0
  const parts = partsIn(zone, seconds)
  if (parts === undefined) return new CELError(`unknown time zone ${zone}`)
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const date = new Date(0)
  const isBefore = parts.find(({ type }) => type === 'era')?.value === 'BC'
  date.setUTCFullYear(isBefore ? 1 - value('year') : value('year'), value('month') - 1, value('day'))
  date.setUTCHours(value('hour'), value('minute'), value('second'))
  return date.getTime() / 1000 - seconds
}

function partsIn(zone: string, seconds: number): readonly Intl.DateTimeFormatPart[] | undefined {
  try {
    const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      era: 'short',
      second: 'numeric',
      ...fields,
    })
    return format.formatToParts(new Date(seconds * 1000))
  } catch {
    return undefined
  }
}
