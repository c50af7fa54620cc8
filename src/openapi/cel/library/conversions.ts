import { floatText } from '../../../internal/float-text.js'
import { maxInt64, maxUint64, minInt64 } from '../../../internal/int64.js'
import { encodeUtf8, tryDecodeUtf8 } from '../../../internal/utf8.js'
import { timestampOfSeconds } from '../values/numbers.js'
import type { Implementation } from '../values/overload.js'
import { durationText, readDuration, readTimestamp, timestampText } from '../values/times.js'
import {
  type BoxedValue,
  CELError,
  Double,
  Duration,
  intOf,
  isInt,
  Timestamp,
  TypeValue,
  typeNameOf,
  UInt,
  type Value,
} from '../values/value.js'

const decimal = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?$/i
const hexadecimal = /^([+-]?)0x([0-9a-f]*)(?:\.([0-9a-f]*))?p([+-]?[0-9]+)$/i
/** An underscore that is not between two digits, or between `0x` and a digit. */
const misplaced = { decimal: /(?<![0-9])_|_(?![0-9])/, hexadecimal: /(?<![0-9a-fx])_|_(?![0-9a-f])/i }

/**
 * A float as Go's `strconv.ParseFloat` reads it: decimal, or hexadecimal with a power of two; underscores separate digits.
 * NaN for other texts.
 */
function readFloat(text: string): number {
  const form = /^[+-]?0x/i.test(text) ? 'hexadecimal' : 'decimal'
  if (misplaced[form].test(text)) return Number.NaN
  const plain = text.replaceAll('_', '')
  if (form === 'decimal') return decimal.test(plain) ? Number(plain) : Number.NaN
  const [, sign, whole = '', fraction = '', power] = hexadecimal.exec(plain) ?? []
  if (whole + fraction === '') return Number.NaN
  const digits = Number(BigInt(`0x${whole}${fraction}`))
  // Powers beyond all numbers make no number of zero.
  const size = digits === 0 ? 0 : digits * 2 ** (Number(power) - 4 * fraction.length)
  return sign === '-' ? -size : size
}

/** A value of a library that `string()` takes. */
interface WithText extends BoxedValue {
  text(): string
}

/** Reports whether `string()` takes a value of a library. */
function hasText(value: Value): value is WithText {
  return typeof value === 'object' && value !== null && 'text' in value
}

function cannot(value: Value, to: string): CELError {
  return value instanceof CELError
    ? value
    : new CELError(`type conversion error from '${typeNameOf(value)}' to '${to}'`)
}

function toInt(value: Value): Value {
  if (isInt(value)) return value
  if (value instanceof UInt) return value.value > maxInt64 ? new CELError('integer overflow') : intOf(value.value)
  if (value instanceof Double) return doubleToInt(value.value)
  if (value instanceof Timestamp) return value.seconds
  if (value instanceof Duration) return intOf(value.nanos)
  if (typeof value !== 'string' || !/^[+-]?[0-9]{1,1000}$/.test(value)) return cannot(value, 'int')
  const read = BigInt(value.replace('+', ''))
  return read > maxInt64 || read < minInt64 ? cannot(value, 'int') : intOf(read)
}

function doubleToInt(value: number): Value {
  if (!(value > -(2 ** 63) && value < 2 ** 63)) return new CELError('integer overflow')
  return intOf(BigInt(Math.trunc(value)))
}

function toUint(value: Value): Value {
  if (value instanceof UInt) return value
  if (isInt(value)) return value < 0 ? new CELError('unsigned integer overflow') : new UInt(BigInt(value))
  if (value instanceof Double) {
    if (!(value.value >= 0 && value.value < 2 ** 64)) return new CELError('unsigned integer overflow')
    return new UInt(BigInt(Math.trunc(value.value)))
  }
  if (typeof value !== 'string' || !/^[0-9]{1,1000}$/.test(value)) return cannot(value, 'uint')
  const read = BigInt(value)
  return read > maxUint64 ? cannot(value, 'uint') : new UInt(read)
}

function toDouble(value: Value): Value {
  if (value instanceof Double) return value
  if (isInt(value)) return new Double(Number(value))
  if (value instanceof UInt) return new Double(Number(value.value))
  if (typeof value !== 'string') return cannot(value, 'double')
  if (/^[+-]?inf(?:inity)?$/i.test(value)) return new Double(value.startsWith('-') ? -Infinity : Infinity)
  if (/^nan$/i.test(value)) return new Double(Number.NaN)
  const read = readFloat(value)
  return Number.isFinite(read) ? new Double(read) : cannot(value, 'double')
}

function toBool(value: Value): Value {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string') return cannot(value, 'bool')
  if (/^(?:1|t|T|true|TRUE|True)$/.test(value)) return true
  return /^(?:0|f|F|false|FALSE|False)$/.test(value) ? false : cannot(value, 'bool')
}

/** `string(value)`. */
export function toText(value: Value): Value {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean' || isInt(value)) return String(value)
  if (value instanceof Double) return floatText(value.value)
  if (value instanceof UInt) return String(value.value)
  if (value instanceof Timestamp) return timestampText(value)
  if (value instanceof Duration) return durationText(value)
  if (value instanceof TypeValue) return value.name
  if (value instanceof Uint8Array) {
    return tryDecodeUtf8(value) ?? new CELError('invalid UTF-8 in bytes, cannot convert to string')
  }
  return hasText(value) ? value.text() : cannot(value, 'string')
}

function toBytes(value: Value): Value {
  return typeof value === 'string' ? encodeUtf8(value) : value instanceof Uint8Array ? value : cannot(value, 'bytes')
}

function toTimestamp(value: Value): Value {
  if (typeof value === 'string') return readTimestamp(value)
  if (isInt(value)) return timestampOfSeconds(value)
  return value instanceof Timestamp ? value : cannot(value, 'google.protobuf.Timestamp')
}

function toDuration(value: Value): Value {
  if (typeof value === 'string') return readDuration(value)
  return value instanceof Duration ? value : cannot(value, 'google.protobuf.Duration')
}

/** Functions that turn a value into one of another type, by name. */
export const conversions: Readonly<Record<string, Implementation>> = {
  int: toInt,
  uint: toUint,
  double: toDouble,
  bool: toBool,
  string: toText,
  bytes: toBytes,
  timestamp: toTimestamp,
  duration: toDuration,
  dyn: (value: Value) => value,
  type: (value: Value) => new TypeValue(typeNameOf(value)),
}
