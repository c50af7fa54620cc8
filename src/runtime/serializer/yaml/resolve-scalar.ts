import { maxInt64, maxUint64, minInt64 } from '../../../internal/int64.js'
import { isTimestamp } from './timestamp.js'

/** The value of unquoted text by YAML 1.1 as Go reads it. `uint` is an integer that only fits Go's `uint64`. */
export type Resolved =
  | { readonly kind: 'str' | 'timestamp'; readonly value: string }
  | { readonly kind: 'null'; readonly value: null }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'int' | 'uint'; readonly value: number | bigint }
  | { readonly kind: 'float'; readonly value: number }
  | { readonly kind: 'merge'; readonly value: '<<' }

const words: ReadonlyMap<string, Resolved> = /* @__PURE__ */ new Map(
  (
    [
      [{ kind: 'bool', value: true }, 'y Y yes Yes YES true True TRUE on On ON'],
      [{ kind: 'bool', value: false }, 'n N no No NO false False FALSE off Off OFF'],
      [{ kind: 'null', value: null }, '~ null Null NULL'],
      [{ kind: 'float', value: Number.NaN }, '.nan .NaN .NAN'],
      [{ kind: 'float', value: Number.POSITIVE_INFINITY }, '.inf .Inf .INF +.inf +.Inf +.INF'],
      [{ kind: 'float', value: Number.NEGATIVE_INFINITY }, '-.inf -.Inf -.INF'],
    ] as const
  ).flatMap(([resolved, spellings]) => spellings.split(' ').map((word): [string, Resolved] => [word, resolved])),
)
const longestWord = 5
const nothing: Resolved = { kind: 'null', value: null }

/** Single underscores between digits, where Go's own parser of numbers takes them. */
const dotFloat = /^\.[0-9]+(_[0-9]+)*([eE][-+]?[0-9]+(_[0-9]+)*)?$/
const yamlFloat = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/
const decimal = /^[-+]?(0|[1-9][0-9]*)$/
const prefixed = /^([-+]?)0([xX][0-9a-fA-F]+|[oO]?[0-7]+|[bB][01]+)$/
/** Go passes the text after `0b` to a parser that accepts a sign. */
const signedBinary = /^0b([-+])([01]+)$/

/** Narrows an integer to the way it is held in JSON: `bigint` only outside the range numbers are exact in. */
function narrowInteger(value: bigint): number | bigint {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

function integer(value: bigint, signed: boolean): Resolved | undefined {
  if (value >= minInt64 && value <= maxInt64) return { kind: 'int', value: narrowInteger(value) }
  return !signed && value >= 0n && value <= maxUint64 ? { kind: 'uint', value: narrowInteger(value) } : undefined
}

function parsePrefixed(text: string): Resolved | undefined {
  const match = prefixed.exec(text)
  if (match !== null) {
    const [, sign = '', body = ''] = match
    const magnitude = BigInt(/^[0-7]/.test(body) ? `0o${body}` : `0${body.toLowerCase()}`)
    return integer(sign === '-' ? -magnitude : magnitude, sign !== '')
  }
  const binary = signedBinary.exec(text)
  if (binary === null) return undefined
  const magnitude = BigInt(`0b${binary[2]}`)
  return integer(binary[1] === '-' ? -magnitude : magnitude, true)
}

function parseNumber(text: string): Resolved | undefined {
  const plain = text.includes('_') ? text.replaceAll('_', '') : text
  if (decimal.test(plain)) {
    if (plain.length <= 15) return { kind: 'int', value: Number(plain) + 0 }
    const sign = plain.charCodeAt(0)
    const signed = sign === 43 || sign === 45
    const value = integer(BigInt(sign === 43 ? plain.slice(1) : plain), signed)
    if (value !== undefined) return value
  } else {
    const value = parsePrefixed(plain)
    if (value !== undefined) return value
  }
  if (!yamlFloat.test(plain)) return undefined
  const float = Number(plain)
  return Number.isFinite(float) ? { kind: 'float', value: float } : undefined
}

function parseDotFloat(text: string): Resolved | undefined {
  if (!dotFloat.test(text)) return undefined
  const float = Number(text.replaceAll('_', ''))
  return Number.isFinite(float) ? { kind: 'float', value: float } : undefined
}

/** Whether text may start something other than a string, by its first character code: 1 a word, 2 a number, 3 a dot. */
const hints: Uint8Array = /* @__PURE__ */ (() => {
  const table = new Uint8Array(128)
  for (const letter of 'yYnNtTfFoO~') table[letter.charCodeAt(0)] = 1
  for (const digit of '+-0123456789') table[digit.charCodeAt(0)] = 2
  table[46] = 3
  return table
})()

/** Reports whether unquoted `text` is certainly a string, by its first character alone. */
export function isSurelyString(text: string): boolean {
  const first = text.charCodeAt(0)
  return first >= 128 || hints[first] === 0
}

/** Resolves unquoted, untagged `text` as Go's YAML does. */
export function resolvePlain(text: string): Resolved {
  if (text === '') return nothing
  const first = text.charCodeAt(0)
  const hint = first < 128 ? hints[first] : 0
  if (hint === 0) return text === '<<' ? { kind: 'merge', value: '<<' } : { kind: 'str', value: text }
  if (text.length <= longestWord) {
    const word = words.get(text)
    if (word !== undefined) return word
  }
  if (hint === 1) return { kind: 'str', value: text }
  if (hint === 3) return parseDotFloat(text) ?? { kind: 'str', value: text }
  if (isTimestamp(text)) return { kind: 'timestamp', value: text }
  return parseNumber(text) ?? { kind: 'str', value: text }
}
