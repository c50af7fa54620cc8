import { maxInt64, maxUint64, minInt64 } from '../../../internal/int64.js'
import { encodeUtf8 } from '../../../internal/utf8.js'
import { Double, intOf, UInt, type Value } from '../values/value.js'

/** The value of a literal, or its problem in Go's wording. */
export function readLiteral(type: string, text: string): { readonly value: Value } | { readonly problem: string } {
  switch (type) {
    case 'bool':
      return { value: text === 'true' }
    case 'null_type':
      return { value: null }
    case 'int':
      return readInteger(text)
    case 'uint':
      return readUnsigned(text.slice(0, -1))
    case 'double':
      return readDouble(text)
    case 'string':
      return unquoted(text, false)
    default:
      return unquoted(text.slice(1), true)
  }
}

function readInteger(text: string): { readonly value: Value } | { readonly problem: string } {
  const negative = text.startsWith('-')
  const size = BigInt(negative ? text.slice(1) : text)
  const value = negative ? -size : size
  return value < minInt64 || value > maxInt64 ? { problem: 'invalid int literal' } : { value: intOf(value) }
}

function readUnsigned(text: string): { readonly value: Value } | { readonly problem: string } {
  const value = BigInt(text)
  return value > maxUint64 ? { problem: 'invalid uint literal' } : { value: new UInt(value) }
}

function readDouble(text: string): { readonly value: Value } | { readonly problem: string } {
  const value = Number(text)
  return Number.isFinite(value) ? { value: new Double(value) } : { problem: 'invalid double literal' }
}

const plain: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '`': '`',
  '?': '?',
}
const sequence = /\\(?:([abfnrtv\\'"`?])|([0-3][0-7]{2})|[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|)/g

function unquoted(literal: string, bytes: boolean): { readonly value: Value } | { readonly problem: string } {
  const raw = /^[rR]/.test(literal)
  const quotes = raw ? literal.slice(1) : literal
  const width = /^("""|''')/.test(quotes) ? 3 : 1
  const text = quotes.slice(width, -width).replace(/\r\n?/g, '\n')
  if (raw || !text.includes('\\')) return { value: bytes ? encodeUtf8(text) : text }
  return bytes ? unescapedBytes(text) : unescapedText(text)
}

function unescapedText(text: string): { readonly value: Value } | { readonly problem: string } {
  let problem: string | undefined
  const value = text.replace(sequence, (...parts) => {
    const [, named, octal, ...hexadecimal]: (string | undefined)[] = parts.slice(0, 6)
    if (named !== undefined) return plain[named]!
    const digits = hexadecimal.find((each) => each !== undefined)
    if (octal === undefined && digits === undefined) problem ??= 'unable to unescape string'
    const code = octal === undefined ? Number.parseInt(digits ?? '0', 16) : Number.parseInt(octal, 8)
    if (code <= 0x10ffff && (code < 0xd800 || code >= 0xe000)) return String.fromCodePoint(code)
    problem ??= 'invalid unicode code point'
    return ''
  })
  return problem === undefined ? { value } : { problem }
}

function unescapedBytes(text: string): { readonly value: Value } | { readonly problem: string } {
  const bytes: number[] = []
  for (let i = 0; i < text.length; ) {
    if (text[i] !== '\\') {
      const character = String.fromCodePoint(text.codePointAt(i)!)
      bytes.push(...encodeUtf8(character))
      i += character.length
      continue
    }
    sequence.lastIndex = i
    const [whole, named, octal, hex] = sequence.exec(text) ?? []
    if (whole === undefined || (named ?? octal ?? hex) === undefined) return { problem: 'unable to unescape string' }
    if (named !== undefined) bytes.push(plain[named]!.charCodeAt(0))
    else bytes.push(octal === undefined ? Number.parseInt(hex!, 16) : Number.parseInt(octal, 8))
    i += whole.length
  }
  return { value: Uint8Array.from(bytes) }
}
