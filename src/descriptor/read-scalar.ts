import { MachineryError } from '../errors/machinery-error.js'
import { encodeBase64 } from '../internal/base64.js'
import { maxInt64, maxUint64, minInt64 } from '../internal/int64.js'
import { documentValue } from '../json/document-value.js'
import { type JSONNode, NumberLiteral, ObjectNode } from '../json/json-document.js'
import type { JSONValue } from '../json/json-value.js'
import { canonicalQuantity } from '../resource/quantity-json.js'
import { decodeBase64 } from '../scalar/base64.js'
import { parseDuration } from '../scalar/duration.js'
import { parseMicroTime } from '../scalar/micro-time.js'
import { parseTime } from '../scalar/time.js'
import { goTypeName } from './go-type-name.js'
import { Op, type TypePlan } from './json-plan.js'

/** How integers are read that a number cannot hold exactly: as an error, or as `bigint`. */
export type IntegerRule = 'error' | 'bigint'

/**
 * A scalar of the wrong JSON type; `fatal` where Go's own unmarshaler stops at once. It is not an `Error`: there may be one
 * for each value of a document, and creating a stack trace costs more than reading.
 */
export class ScalarTypeError {
  readonly found: string
  readonly wanted: string
  readonly fatal: boolean

  constructor(found: string, wanted: string, fatal = false) {
    this.found = found
    this.wanted = wanted
    this.fatal = fatal
  }
}

/** An error that Go remembers while it reads on. */
export class SoftScalarError extends Error {}

/** Input of {@link readScalar} besides type and value. */
export interface ScalarContext {
  /** The value of an earlier member with the same name. */
  readonly existing: JSONValue | undefined
  readonly integers: IntegerRule
}

const ranges: Readonly<Partial<Record<Op, readonly [bigint, bigint]>>> = {
  [Op.int32]: [-2147483648n, 2147483647n],
  [Op.int64]: [minInt64, maxInt64],
  [Op.uint32]: [0n, 4294967295n],
  [Op.uint64]: [0n, maxUint64],
}

/** Reads one scalar as Go does. The value is kept, except that values with two JSON notations get one of them. */
export function readScalar(plan: TypePlan, node: JSONNode, context: ScalarContext): JSONValue | undefined {
  switch (plan.op) {
    case Op.string:
    case Op.bool:
      return plain(plan, node, context)
    case Op.float:
    case Op.double:
      return readFloat(plan, node, context)
    case Op.bytes:
      return readBytes(plan, node)
    case Op.time:
      return readText(node, parseTime)
    case Op.microTime:
      return readText(node, parseMicroTime)
    case Op.duration:
      return readText(node ?? '', parseDuration)
    case Op.quantity:
      return readQuantity(node)
    case Op.intOrString:
      return readIntOrString(node, context)
    default:
      return readInteger(plan, node, context)
  }
}

/** Go leaves a value alone when it meets `null`. */
function plain(plan: TypePlan, node: JSONNode, context: ScalarContext): JSONValue | undefined {
  if (node === null) return context.existing
  if (typeof node === (plan.op === Op.string ? 'string' : 'boolean')) return node as string | boolean
  throw new ScalarTypeError(foundWord(node), goTypeName(plan.type))
}

function readInteger(plan: TypePlan, node: JSONNode, context: ScalarContext): JSONValue | undefined {
  const wanted = goTypeName(plan.type)
  if (node === null) return context.existing
  if (!(node instanceof NumberLiteral)) throw new ScalarTypeError(foundWord(node), wanted)
  const range = ranges[plan.op]!
  return integerOf(node, range, context) ?? fail(`number ${node.text}`, wanted)
}

function integerOf(
  node: NumberLiteral,
  [low, high]: readonly [bigint, bigint],
  context: ScalarContext,
): number | bigint | undefined {
  if (!node.isInteger) return undefined
  const exact = BigInt(node.text)
  // Go's ParseUint takes no sign, not even that of -0.
  if (exact < low || exact > high || (low === 0n && node.text.startsWith('-'))) return undefined
  const value = Number(exact)
  if (Number.isSafeInteger(value)) return value
  if (context.integers === 'bigint') return exact
  throw new MachineryError(
    'UnsafeInteger',
    `integer ${node.text} is outside ±(2^53−1) and would be rounded as a number; the option integers: 'bigint' reads it`,
  )
}

function fail(what: string, wanted: string): never {
  throw new ScalarTypeError(what, wanted)
}

function readFloat(plan: TypePlan, node: JSONNode, context: ScalarContext): JSONValue | undefined {
  const wanted = goTypeName(plan.type)
  if (node === null) return context.existing
  if (!(node instanceof NumberLiteral)) throw new ScalarTypeError(foundWord(node), wanted)
  const value = Number(node.text)
  const held = plan.op === Op.float ? Math.fround(value) : value
  return Number.isFinite(held) ? value : fail(`number ${node.text}`, wanted)
}

function readBytes(plan: TypePlan, node: JSONNode): JSONValue {
  if (node === null) return null
  if (typeof node === 'string') {
    try {
      decodeBase64(node)
    } catch (cause) {
      throw new SoftScalarError('', { cause })
    }
    return node
  }
  if (!Array.isArray(node)) throw new ScalarTypeError(foundWord(node), goTypeName(plan.type))
  return encodeBase64(Uint8Array.from(node, byteOf))
}

function byteOf(node: JSONNode): number {
  if (node === null) return 0
  if (!(node instanceof NumberLiteral)) throw new ScalarTypeError(foundWord(node), 'uint8')
  const value = integerOf(node, [0n, 255n], { existing: undefined, integers: 'error' })
  return Number(value ?? fail(`number ${node.text}`, 'uint8'))
}

function readText(node: JSONNode, check: (text: string) => unknown): JSONValue {
  if (node === null) return null
  if (typeof node !== 'string') throw new ScalarTypeError(foundWord(node), 'string', true)
  check(node)
  return node
}

function readQuantity(node: JSONNode): JSONValue {
  if (node === null) return null
  // Go parses the notation of a number, so that 1e3 keeps its exponent.
  const text = node instanceof NumberLiteral ? node.text : node
  canonicalQuantity(documentValue(text))
  return text as string
}

function readIntOrString(node: JSONNode, context: ScalarContext): JSONValue | undefined {
  if (typeof node === 'string') return node
  if (node === null) return typeof context.existing === 'number' ? context.existing : null
  if (!(node instanceof NumberLiteral)) throw new ScalarTypeError(foundWord(node), 'int32', true)
  const value = integerOf(node, ranges[Op.int32]!, context)
  if (value === undefined) throw new ScalarTypeError(`number ${node.text}`, 'int32', true)
  return value
}

/** Go's word for a value in messages. */
export function foundWord(node: JSONNode): string {
  if (Array.isArray(node)) return 'array'
  if (node instanceof NumberLiteral) return 'number'
  if (node instanceof ObjectNode) return 'object'
  return typeof node === 'boolean' ? 'bool' : 'string'
}
