import { compareBytes } from '../../../internal/bytes.js'
import { compareStrings } from '../../../internal/compare-strings.js'
import { maxInt64, maxUint64, minInt64 } from '../../../internal/int64.js'
import {
  CELError,
  Double,
  Duration,
  intOf,
  isInt,
  ListValue,
  noOverload,
  Timestamp,
  UInt,
  type Value,
} from './value.js'

const overflow = /* @__PURE__ */ new CELError('integer overflow')
const unsignedOverflow = /* @__PURE__ */ new CELError('unsigned integer overflow')
const timestampOverflow = /* @__PURE__ */ new CELError('timestamp overflow')
const divisionByZero = /* @__PURE__ */ new CELError('division by zero')
const modulusByZero = /* @__PURE__ */ new CELError('modulus by zero')

/** Reports whether a value is a number of any type. */
export function isNumber(value: Value): value is number | bigint | Double | UInt {
  return isInt(value) || value instanceof Double || value instanceof UInt
}

/** Orders two numbers by value: negative, zero or positive; NaN where one is not a number. */
export function compareNumbers(a: number | bigint | Double | UInt, b: number | bigint | Double | UInt): number {
  const [x, y] = [plain(a), plain(b)]
  if (a instanceof Double || b instanceof Double) return compareDoubles(a, b)
  return x < y ? -1 : x > y ? 1 : 0
}

/** Go rounds the integer to a float, after it has looked at its bounds. */
function compareDoubles(a: number | bigint | Double | UInt, b: number | bigint | Double | UInt): number {
  const [x, y] = [Number(plain(a)), Number(plain(b))]
  return x < y ? -1 : x > y ? 1 : x === y ? 0 : Number.NaN
}

function plain(value: number | bigint | Double | UInt): number | bigint {
  return typeof value === 'object' ? value.value : value
}

function checked(value: bigint): Value {
  return value < minInt64 || value > maxInt64 ? overflow : intOf(value)
}

function checkedUnsigned(value: bigint): Value {
  return value < 0n || value > maxUint64 ? unsignedOverflow : new UInt(value)
}

function checkedDuration(nanos: bigint): Value {
  return nanos < minInt64 || nanos > maxInt64 ? overflow : new Duration(nanos)
}

const earliest = -62_135_596_800
const latest = 253_402_300_799

/** The instant, or an error when it is outside the years 1 to 9999. */
export function checkedTimestamp(total: bigint, offset: number): Value {
  const instant = Timestamp.of(total, offset)
  return instant.seconds < earliest || instant.seconds > latest ? timestampOverflow : instant
}

/** The instant of seconds since 1970. */
export function timestampOfSeconds(seconds: number | bigint): Value {
  return seconds < earliest || seconds > latest ? timestampOverflow : new Timestamp(Number(seconds), 0)
}

type IntegerOperator = (a: bigint, b: bigint) => bigint

function integers(a: Value, b: Value, work: IntegerOperator): Value | undefined {
  if (isInt(a)) return isInt(b) ? checked(work(BigInt(a), BigInt(b))) : noOverload(b)
  if (a instanceof UInt) return b instanceof UInt ? checkedUnsigned(work(a.value, b.value)) : noOverload(b)
  return undefined
}

function safe(value: number): number | undefined {
  return Number.isSafeInteger(value) ? value + 0 : undefined
}

/** `a + b` of numbers and times; undefined for other values. */
export function addNumbers(a: Value, b: Value): Value | undefined {
  const short = typeof a === 'number' && typeof b === 'number' ? safe(a + b) : undefined
  if (short !== undefined) return short
  if (a instanceof Double) return b instanceof Double ? new Double(a.value + b.value) : noOverload(b)
  if (a instanceof Duration) return addDuration(a, b)
  if (a instanceof Timestamp) {
    return b instanceof Duration ? checkedTimestamp(a.total + b.nanos, a.offset) : noOverload(b)
  }
  return integers(a, b, (x, y) => x + y)
}

function addDuration(a: Duration, b: Value): Value {
  if (b instanceof Duration) return checkedDuration(a.nanos + b.nanos)
  return b instanceof Timestamp ? checkedTimestamp(b.total + a.nanos, b.offset) : noOverload(b)
}

/** `a - b`. */
export function subtract(a: Value, b: Value): Value {
  const short = typeof a === 'number' && typeof b === 'number' ? safe(a - b) : undefined
  if (short !== undefined) return short
  if (a instanceof Double) return b instanceof Double ? new Double(a.value - b.value) : noOverload(b)
  if (a instanceof Duration) return b instanceof Duration ? checkedDuration(a.nanos - b.nanos) : noOverload(b)
  if (a instanceof Timestamp) return subtractFromTimestamp(a, b)
  return integers(a, b, (x, y) => x - y) ?? named('_-_', a)
}

function subtractFromTimestamp(a: Timestamp, b: Value): Value {
  if (b instanceof Timestamp) return checkedDuration(a.total - b.total)
  if (!(b instanceof Duration)) return noOverload(b)
  // Go adds the negative duration, which must be one.
  return b.nanos === minInt64 ? overflow : checkedTimestamp(a.total - b.nanos, a.offset)
}

/** `a * b`. */
export function multiply(a: Value, b: Value): Value {
  const short = typeof a === 'number' && typeof b === 'number' ? safe(a * b) : undefined
  if (short !== undefined) return short
  if (a instanceof Double) return b instanceof Double ? new Double(a.value * b.value) : noOverload(b)
  return integers(a, b, (x, y) => x * y) ?? named('_*_', a)
}

function isZero(value: Value): boolean {
  return value === 0 || (value instanceof UInt && value.value === 0n)
}

/** `a / b`, towards zero for integers. */
export function divide(a: Value, b: Value): Value {
  if (a instanceof Double) return b instanceof Double ? new Double(a.value / b.value) : noOverload(b)
  if (isZero(b) && (isInt(a) ? isInt(b) : a instanceof UInt && b instanceof UInt)) return divisionByZero
  return integers(a, b, (x, y) => x / y) ?? named('_/_', a)
}

/** `a % b`, with the sign of `a`. */
export function modulo(a: Value, b: Value): Value {
  if (isZero(b) && (isInt(a) ? isInt(b) : a instanceof UInt && b instanceof UInt)) return modulusByZero
  if (a === minInt64 && b === -1) return overflow
  return integers(a, b, (x, y) => x % y) ?? named('_%_', a)
}

/** `-a`. */
export function negate(a: Value): Value {
  if (typeof a === 'number') return a === 0 ? 0 : -a
  if (typeof a === 'bigint') return checked(-a)
  if (a instanceof Double) return new Double(-a.value)
  if (a instanceof Duration) return checkedDuration(-a.nanos)
  return typeof a === 'boolean' ? noOverload(a) : named('-_', a)
}

/** The error of an operator for values that do not support it. Texts and times are asked themselves, and do not say which. */
export function named(operator: string, value: Value): CELError {
  if (typeof value === 'string' || value instanceof Timestamp || value instanceof Duration) return noOverload()
  return value instanceof CELError ? value : new CELError(`no such overload: ${operator}`)
}

const notOrdered = /* @__PURE__ */ new CELError('NaN values cannot be ordered')

/** Orders two values of ordered types: a number, or an error. */
export function compareValues(a: Value, b: Value): number | CELError {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0
  if (isNumber(a)) return isNumber(b) ? orderNumbers(a, b) : noOverload(b)
  if (typeof a === 'string') return typeof b === 'string' ? compareStrings(a, b) : noOverload(b)
  if (typeof a === 'boolean') return typeof b === 'boolean' ? Number(a) - Number(b) : noOverload(b)
  if (a instanceof Uint8Array) return b instanceof Uint8Array ? Math.sign(compareBytes(a, b)) : noOverload(b)
  if (a instanceof Timestamp) return b instanceof Timestamp ? orderInstants(a, b) : noOverload(b)
  if (a instanceof Duration) return b instanceof Duration ? orderBigints(a.nanos, b.nanos) : noOverload(b)
  return noOverload(a)
}

/** Reports whether values of the type have an order. */
export function isOrdered(value: Value): boolean {
  if (value === null || value instanceof ListValue) return false
  if (typeof value !== 'object') return true
  return isNumber(value) || value instanceof Uint8Array || value instanceof Timestamp || value instanceof Duration
}

function orderNumbers(a: number | bigint | Double | UInt, b: number | bigint | Double | UInt): number | CELError {
  const order = compareNumbers(a, b)
  return Number.isNaN(order) ? notOrdered : order
}

function orderInstants(a: Timestamp, b: Timestamp): number {
  return Math.sign(a.seconds - b.seconds || a.nanos - b.nanos)
}

function orderBigints(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
