import { Duration, UnsignedInt } from '@marcbachmann/cel-js/evaluator'
import { maxInt64, maxUint64, minInt64 } from '../../../internal/int64.js'
import { parseDuration } from '../../../scalar/duration.js'
import { timeToDate } from '../../../scalar/time.js'
import { CELValueError, type FunctionLibrary, ownPrefix as own } from './function-library.js'

const duration = 'google.protobuf.Duration'
const timestamp = 'google.protobuf.Timestamp'
const billion = 1_000_000_000n
/** The first moment after the year 9999, and the first of the year 1. */
const [end, start] = [253_402_300_800_000, -62_135_596_800_000]

/**
 * `int`, `uint`, `double`, `bool`, `duration` and `timestamp`, which
 * the library reads more loosely and words differently.
 */
export const scalarConversions: FunctionLibrary = (env, budget) => {
  for (const conversions of [toInt, toUint, toDouble, toBool, toDuration, toTimestamp]) conversions(env, budget)
}

const toInt: FunctionLibrary = (env) => {
  env.registerFunction(`${own}int(int): int`, (value: bigint) => value)
  env.registerFunction(`${own}int(uint): int`, (value: UnsignedInt) => signed(value.valueOf()))
  env.registerFunction(`${own}int(double): int`, (value: number) => {
    if (!(value > -(2 ** 63) && value < 2 ** 63)) throw new CELValueError('integer overflow')
    return BigInt(Math.trunc(value))
  })
  env.registerFunction(`${own}int(string): int`, (text: string) => {
    if (!/^[+-]?[0-9]+$/.test(text) || text.length > 1000) throw unreadable('int')
    const value = BigInt(text.replace('+', ''))
    if (value > maxInt64 || value < minInt64) throw unreadable('int')
    return value
  })
  env.registerFunction(`${own}int(${timestamp}): int`, (date: Date) => BigInt(Math.floor(date.getTime() / 1000)))
  env.registerFunction(
    `${own}int(${duration}): int`,
    (value: Duration) => value.seconds * billion + BigInt(value.nanos),
  )
}

const toUint: FunctionLibrary = (env) => {
  env.registerFunction(`${own}uint(uint): uint`, (value: UnsignedInt) => value)
  env.registerFunction(`${own}uint(int): uint`, (value: bigint) => unsigned(value))
  env.registerFunction(`${own}uint(double): uint`, (value: number) => {
    if (!(value >= 0 && value < 2 ** 64)) throw new CELValueError('unsigned integer overflow')
    return unsigned(BigInt(Math.trunc(value)))
  })
  env.registerFunction(`${own}uint(string): uint`, (text: string) => {
    if (!/^[0-9]{1,1000}$/.test(text) || BigInt(text) > maxUint64) throw unreadable('uint')
    return unsigned(BigInt(text))
  })
}

const toDouble: FunctionLibrary = (env) => {
  env.registerFunction(`${own}double(double): double`, (value: number) => value)
  env.registerFunction(`${own}double(int): double`, (value: bigint) => Number(value))
  env.registerFunction(`${own}double(uint): double`, (value: UnsignedInt) => Number(value.valueOf()))
  env.registerFunction(`${own}double(string): double`, doubleOf)
}

const toBool: FunctionLibrary = (env) => {
  env.registerFunction(`${own}bool(bool): bool`, (value: boolean) => value)
  env.registerFunction(`${own}bool(string): bool`, boolOf)
}

const toDuration: FunctionLibrary = (env) => {
  env.registerFunction(`${own}duration(${duration}): ${duration}`, (value: Duration) => value)
  env.registerFunction(`${own}duration(string): ${duration}`, (text: string) => {
    const nanos = reading(() => parseDuration(text), duration)
    return new Duration(nanos / billion, Number(nanos % billion))
  })
}

const toTimestamp: FunctionLibrary = (env) => {
  env.registerFunction(`${own}timestamp(${timestamp}): ${timestamp}`, (date: Date) => date)
  env.registerFunction(`${own}timestamp(int): ${timestamp}`, (seconds: bigint) => {
    const date = new Date(Number(seconds) * 1000)
    if (!inYears(date)) throw new CELValueError('timestamp overflow')
    return date
  })
  env.registerFunction(`${own}timestamp(string): ${timestamp}`, (text: string) => {
    const date = reading(() => timeToDate(text), timestamp)
    if (!inYears(date)) throw unreadable(timestamp)
    return date
  })
}

function inYears(date: Date): boolean {
  return date.getTime() >= start && date.getTime() < end
}

function unreadable(type: string): CELValueError {
  return new CELValueError(`type conversion error from 'string' to '${type}'`)
}

function reading<T>(read: () => T, type: string): T {
  try {
    return read()
  } catch {
    throw unreadable(type)
  }
}

function signed(value: bigint): bigint {
  if (value > maxInt64) throw new CELValueError('integer overflow')
  return value
}

function unsigned(value: bigint): UnsignedInt {
  if (value < 0n) throw new CELValueError('unsigned integer overflow')
  return new UnsignedInt(value)
}

const decimal = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/

function doubleOf(text: string): number {
  if (/^[+-]?inf(?:inity)?$/i.test(text))
    return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  if (/^nan$/i.test(text)) return Number.NaN
  const value = decimal.test(text) ? Number(text) : Number.NaN
  if (!Number.isFinite(value)) throw unreadable('double')
  return value
}

function boolOf(text: string): boolean {
  if (/^(?:1|t|T|true|TRUE|True)$/.test(text)) return true
  if (/^(?:0|f|F|false|FALSE|False)$/.test(text)) return false
  throw unreadable('bool')
}
