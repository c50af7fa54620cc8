import { quote } from '../../../internal/quote.js'
import { encodeUtf8 } from '../../../internal/utf8.js'
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

/** Writes the values of one clause, such as `%d`; throws {@link FormatProblem}. */
type Clause = (value: Value, precision: number | undefined) => string

/** A problem of a text for `format` or of its values. */
export class FormatProblem extends Error {}

/** How the clauses of a text are handled: written, or only checked. */
export interface ClauseHandler {
  readonly count: number
  /** @throws FormatProblem */
  clause(verb: string, precision: number | undefined, index: number): string
}

/** Writes values into a text with `%s`, `%d`, `%f`, `%e`, `%b`, `%x`, `%X`, `%o` and `%%`, as cel-go does. */
export function formatString(text: string, values: ListValue): Value {
  const handler: ClauseHandler = {
    count: values.length,
    clause: (verb, precision, index) => (clauses[verb] as Clause)(values.at(index), precision),
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
    if (index >= handler.count) throw new FormatProblem(`index ${index} out of range`)
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
  if (text.length > 1) return Number(text.slice(1))
  const reason = 'error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax'
  throw new FormatProblem(`${failed}: ${reason}`)
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
    throw wrong(clauseRules[verb] as string, value)
  }
}

function float(verb: string, write: (value: number, precision: number) => string): Clause {
  return (value, precision = 6) => {
    const given = value instanceof Double ? value.value : namedFloats.get(value)
    if (given === undefined) throw wrong(clauseRules[verb] as string, value)
    const text = Number.isFinite(given) ? write(given, Math.min(precision, 100)) : notFinite(given)
    return verb === 'e' ? text.padStart(precision) : text
  }
}

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
  const [whole = '', fraction] = plainFixed(value, precision).split('.')
  const grouped = whole.replace(/\B(?=([0-9]{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

function plainFixed(value: number, precision: number): string {
  const text =
    Math.abs(value) >= 1e21
      ? `${BigInt(value)}${precision > 0 ? `.${'0'.repeat(precision)}` : ''}`
      : value.toFixed(precision)
  return Object.is(value, -0) ? `-${text}` : text
}

/** The exponent as a power of ten in superscript: `1.500000×10⁰³`. cel-go takes the precision for the width. */
function scientific(value: number): string {
  const [digits = '', power = ''] = value.toExponential(6).split('e')
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
  if (!known && !(value instanceof Timestamp || value instanceof Duration)) throw wrong(clauseRules.s as string, value)
  const given = toText(value)
  if (typeof given === 'string') return given
  throw new FormatProblem(`error during formatting: ${(given as CELError).message}`)
}

/** A part of a list or map, with quotes where a literal has them. */
function literal(value: Value): string {
  if (value instanceof Double) {
    return Number.isFinite(value.value) ? plainFixed(value.value, 6) : quote(notFinite(value.value))
  }
  if (typeof value === 'string') return quote(value)
  if (value instanceof Uint8Array) return `b${quote(text(value))}`
  if (value instanceof Timestamp) return `timestamp(${quote(text(value))})`
  return value instanceof Duration ? `duration(${quote(text(value))})` : text(value)
}

function mapText(map: MapValue): string {
  const entries = map.keys().map((key) => [literal(key), literal(map.find(key) as Value)] as const)
  const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([key, value]) => `${key}:${value}`).join(', ')}}`
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
