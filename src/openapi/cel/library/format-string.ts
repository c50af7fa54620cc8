import { floatText } from '../../../internal/float-text.js'
import { quote } from '../../../internal/quote.js'
import { encodeUtf8 } from '../../../internal/utf8.js'
import { isKey } from '../values/collections.js'
import {
  CELError,
  Double,
  Duration,
  isInt,
  ListValue,
  MapValue,
  Timestamp,
  TypeValue,
  typeNameOf,
  UInt,
  type Value,
} from '../values/value.js'
import { toText } from './conversions.js'
import { decimalText, exactDecimal, shortestDecimal } from './float-decimal.js'

/** Writes the values of one clause, such as `%d`; throws {@link FormatProblem}. */
type Clause = (value: Value, precision: number | undefined) => string

/** A problem of a text for `format` or of its values. */
export class FormatProblem extends Error {}

/** How the clauses of a text are handled: written, or only checked. */
export interface ClauseHandler {
  readonly count: number
  /** The text is checked before it runs: Go looks for its end first there. */
  readonly isConstant?: boolean
  /** @throws FormatProblem */
  clause(verb: string, precision: number | undefined, index: number): string
}

/** Writes values into a text with `%s`, `%d`, `%f`, `%e`, `%b`, `%x`, `%X`, `%o` and `%%`, as cel-go does. */
export function formatString(text: string, values: ListValue): Value {
  const handler: ClauseHandler = {
    count: values.length,
    clause: (verb, precision, index) => clauses[verb]!(values.at(index), precision),
  }
  try {
    return walkClauses(text, handler)
  } catch (error) {
    if (error instanceof FormatProblem) return new CELError(error.message)
    throw error
  }
}

/** Finds the clauses of a text. @throws FormatProblem */
export function walkClauses(text: string, handler: ClauseHandler): string {
  let index = 0
  return text.replace(/%(%|(\.[0-9]*)?(.?))/gsu, (...found) => {
    const [, whole, precision, verb] = found as [string, string, string | undefined, string]
    if (whole === '%') return '%'
    if (index >= handler.count && !(whole === '' && handler.isConstant)) {
      throw new FormatProblem(`index ${index} out of range`)
    }
    if (whole === '') throw new FormatProblem('unexpected end of string')
    const digits = readPrecision(precision, verb)
    if (clauses[verb] === undefined) {
      throw new FormatProblem(`could not parse formatting clause: unrecognized formatting clause "${verb}"`)
    }
    return handler.clause(verb, digits, index++)
  })
}

function readPrecision(text: string | undefined, verb: string): number | undefined {
  if (text === undefined) return undefined
  const failed = 'could not parse formatting clause: error while parsing precision'
  if (verb === '') throw new FormatProblem(`${failed}: could not find end of precision specifier`)
  const digits = text.slice(1)
  if (digits !== '' && BigInt(digits) < 2n ** 63n) return Number(digits)
  const reason = digits === '' ? 'invalid syntax' : 'value out of range'
  throw new FormatProblem(
    `${failed}: error while converting precision to integer: strconv.Atoi: parsing ${quote(digits)}: ${reason}`,
  )
}

function wrong(message: string, value: Value): FormatProblem {
  return new FormatProblem(`error during formatting: ${message}, was given ${typeNameOf(value)}`)
}

/** The types that clauses accept, as in messages. */
export const clauseRules: Readonly<Record<string, string>> = {
  s: 'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
  d: 'decimal clause can only be used on integers',
  f: 'fixed-point clause can only be used on doubles',
  e: 'scientific clause can only be used on doubles',
  b: 'only integers and bools can be formatted as binary',
  x: 'only integers, byte buffers, and strings can be formatted as hex',
  X: 'only integers, byte buffers, and strings can be formatted as hex',
  o: 'octal clause can only be used on integers',
}

function integer(verb: string, base: number): Clause {
  return (value) => {
    if (isInt(value)) return value.toString(base)
    if (value instanceof UInt) return value.value.toString(base)
    if (verb === 'b' && typeof value === 'boolean') return String(Number(value))
    throw wrong(clauseRules[verb]!, value)
  }
}

function float(verb: string, write: (value: number, precision: number) => string): Clause {
  return (value, precision = 6) => {
    const given = value instanceof Double ? value.value : namedFloats.get(value)
    if (given === undefined) throw wrong(clauseRules[verb]!, value)
    if (precision > mostPrecision) return '%!(NOVERB)'
    const text = Number.isFinite(given) ? write(given, precision) : notFinite(given)
    // Go holds widths in 16 bits.
    return verb === 'e' ? text.padStart(precision % 0x1_0000) : text
  }
}

/** A larger precision ends Go's reading of the clause. */
const mostPrecision = 10_000_009

function notFinite(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  return value < 0 ? '-∞' : '∞'
}

const namedFloats: ReadonlyMap<Value, number> = /* @__PURE__ */ new Map<Value, number>([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
])

/** Digits in groups of three, as in American English. */
function fixed(value: number, precision: number): string {
  // A negative zero loses its sign here, and keeps it in lists.
  const [whole = '', fraction] = plainFixed(value + 0, precision).split('.')
  const grouped = whole.replace(/\B(?=([0-9]{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** Go holds the fewest digits after the point in 8 bits and the most in 16, of which a negative one stands for the shortest text. */
function plainFixed(value: number, precision: number): string {
  const most = precision % 0x1_0000
  const shortest = most >= 0x8000
  const text = decimalText(shortest ? shortestDecimal(value) : exactDecimal(value), {
    fewest: precision % 0x100,
    most: shortest ? Number.POSITIVE_INFINITY : most,
  })
  return value < 0 || Object.is(value, -0) ? `-${text}` : text
}

/** The most digits that JavaScript writes after the point. */
const maxDigits = 100

/** A number halfway between two texts becomes the one that ends in an even digit, as in Go; JavaScript takes the larger. */
function halfToEven(rounded: string, exact: string): string {
  const isHalf = /^50*$/.test(exact.slice(rounded.length))
  return isHalf && /[13579]$/.test(rounded) ? exact.slice(0, rounded.length) : rounded
}

/** The exponent as a power of ten in superscript: `1.500000×10⁰³`. cel-go takes the precision for the width. */
function scientific(value: number): string {
  const [[rounded = '', power = ''], [exact = '']] = [6, maxDigits].map((count) =>
    (value + 0).toExponential(count).split('e'),
  ) as [string[], string[]]
  const digits = halfToEven(rounded, exact)
  const exponent = Number(power)
  const raised = Array.from(String(Math.abs(exponent)).padStart(2, '0'), (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)])
  return `${digits}×10${exponent < 0 ? '⁻' : ''}${raised.join('')}`
}

function hex(value: Value): string {
  if (typeof value === 'string') return hexOfBytes(encodeUtf8(value))
  return value instanceof Uint8Array ? hexOfBytes(value) : integer('x', 16)(value, undefined)
}

function hexOfBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The text of a value for `%s`: lists and maps with their parts as literals, maps sorted by key. */
function text(value: Value): string {
  if (value === null) return 'null'
  if (value instanceof ListValue) return `[${value.items().map(literal).join(', ')}]`
  if (value instanceof MapValue) return mapText(value)
  const isSimple = typeof value !== 'object' || value instanceof Uint8Array
  const known = isSimple || value instanceof UInt || value instanceof Double || value instanceof TypeValue
  if (!known && !(value instanceof Timestamp || value instanceof Duration)) throw wrong(clauseRules.s!, value)
  const given = toText(value)
  if (typeof given === 'string') return given
  const problem = quote((given as CELError).message)
  throw new FormatProblem(`error during formatting: could not convert argument ${problem} to string`)
}

/** A part of a list or map, with quotes where a literal has them. */
function literal(value: Value): string {
  if (value instanceof Double) {
    return Number.isFinite(value.value) ? plainFixed(value.value, 6) : quote(floatText(value.value))
  }
  if (typeof value === 'string') return quote(value)
  if (value instanceof Uint8Array) return `b${quote(text(value))}`
  if (value instanceof Timestamp) return `timestamp(${quote(text(value))})`
  return value instanceof Duration ? `duration(${quote(text(value))})` : text(value)
}

function mapText(map: MapValue): string {
  const entries = map.keys().map((key) => [keyText(key), literal(map.find(key)!)] as const)
  const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([key, value]) => `${key}:${value}`).join(', ')}}`
}

function keyText(key: Value): string {
  if (isKey(key)) return literal(key)
  throw new FormatProblem(`error during formatting: no formatting function for map key of type ${typeNameOf(key)}`)
}

const clauses: Readonly<Record<string, Clause>> = {
  s: text,
  d: integer('d', 10),
  f: float('f', fixed),
  e: float('e', scientific),
  b: integer('b', 2),
  o: integer('o', 8),
  x: hex,
  X: (value) => hex(value).toUpperCase(),
}
