import { isCanonicalBase64 } from '../internal/base64.js'
import { shortestFloat32 } from '../internal/shortest-float32.js'
import type { JSONValue } from '../json/json-value.js'
import { canonicalQuantity } from '../resource/quantity-json.js'
import { canonicalBase64 } from '../scalar/base64.js'
import { canonicalDuration } from '../scalar/duration.js'
import { canonicalMicroTime } from '../scalar/micro-time.js'
import { canonicalTime } from '../scalar/time.js'
import { Op } from './json-plan.js'
import { isCanonicalQuantity, isCanonicalTime, isPlainQuantity } from './scalar-shape.js'

/** Result for a value that does not belong to its type. */
export const notCanonical: unique symbol = Symbol('not canonical')

/**
 * The form in which Go writes a scalar that is present and not `null`, of any kind but text;
 * {@link notCanonical} for a value of another type.
 */
export function canonicalScalar(op: Op, value: JSONValue): JSONValue | typeof notCanonical {
  switch (op) {
    case Op.bool:
      return typeof value === 'boolean' ? value : notCanonical
    case Op.int32:
      return isInt32(value) ? value : notCanonical
    case Op.float:
      return typeof value === 'number' ? float32(value) : notCanonical
    case Op.double:
      return Number.isFinite(value) ? value : notCanonical
    case Op.int64:
    case Op.uint32:
    case Op.uint64:
      return integer(op, value)
    case Op.intOrString:
      return typeof value === 'string' || isInt32(value) ? value : notCanonical
    default:
      return typeof value === 'string' ? text(op, value) : notCanonical
  }
}

/** Negative zero is left to the exact reader, which makes zero of it: `===` does not distinguish them. */
function isInt32(value: JSONValue): boolean {
  return typeof value === 'number' && (value | 0) === value && !Object.is(value, -0)
}

function float32(value: number): number | typeof notCanonical {
  return Number.isFinite(Math.fround(value)) ? shortestFloat32(value) : notCanonical
}

function integer(op: Op, value: JSONValue): JSONValue | typeof notCanonical {
  if (typeof value === 'bigint') return inRange(op, value) ? value : notCanonical
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) return notCanonical
  const fits = op === Op.int64 || ((value as number) >= 0 && (op === Op.uint64 || (value as number) <= 0xffff_ffff))
  return fits ? value : notCanonical
}

function inRange(op: Op, value: bigint): boolean {
  if (op === Op.int64) return BigInt.asIntN(64, value) === value
  return BigInt.asUintN(op === Op.uint64 ? 64 : 32, value) === value
}

function text(op: Op, value: string): JSONValue | typeof notCanonical {
  if (op === Op.time && isCanonicalTime(value) && !value.startsWith('0001')) return value
  if (op === Op.quantity && isPlainQuantity(value) && isCanonicalQuantity(value)) return value
  if (op === Op.bytes && isCanonicalBase64(value)) return value
  try {
    return canonicalText(op, value)
  } catch {
    return notCanonical
  }
}

function canonicalText(op: Op, value: string): JSONValue {
  switch (op) {
    case Op.time:
      return canonicalTime(value)
    case Op.microTime:
      return canonicalMicroTime(value)
    case Op.duration:
      return canonicalDuration(value)
    case Op.quantity:
      return canonicalQuantity(value)
    default:
      return canonicalBase64(value)
  }
}
