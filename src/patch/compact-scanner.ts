import { setOwn } from '../json/json-value.js'
import type { JSONMap } from './json-map.js'
import { scratchBytes } from './scratch-bytes.js'

const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d
const quotationMark = 0x22
const backslash = 0x5c
const colon = 0x3a
const comma = 0x2c
const minus = 0x2d
const digit0 = 0x30
const digit9 = 0x39
const slash = 0x2f
const letterU = 0x75
const deepest = 500

/** Classes of bytes of a string; 0 for ordinary ones. */
const odd = 1
const escaping = 2
const closing = 3
const byteKinds: Uint8Array = /* @__PURE__ */ kindsOfBytes()

function kindsOfBytes(): Uint8Array {
  const kinds = new Uint8Array(0x100).fill(odd, 0, 0x20).fill(odd, 0x80)
  for (const character of '<>&') kinds[character.charCodeAt(0)] = odd
  kinds[backslash] = escaping
  kinds[quotationMark] = closing
  return kinds
}

/** 1 for characters after a backslash whose escape Go writes unchanged. */
const shortEscapes: Uint8Array = /* @__PURE__ */ shortEscapeBytes()

function shortEscapeBytes(): Uint8Array {
  const short = new Uint8Array(0x100)
  for (const character of '"\\nrtbf') short[character.charCodeAt(0)] = 1
  return short
}

const fourDigits = /[0-9a-fA-F]{4}/y
const numberText = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y

/** Thrown for text that has to be read in another way: it is not JSON, or not simple. */
export const notSimple: Error = /* @__PURE__ */ new Error('not simple')

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

/** What `read` returns; undefined if the text turns out not to be simple. */
export function ifSimple<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error === notSimple) return undefined
    throw error
  }
}

/** Sets a member that the object must not have yet. */
export function setNew(map: JSONMap, name: string, value: unknown): void {
  if (map[name] !== undefined && Object.hasOwn(map, name)) throw notSimple
  setOwn(map, name, value)
}

/**
 * Scans JSON that is written as Go writes it: without white space, in ASCII, `<`, `>` and `&` as escapes. It accepts nothing else.
 * It reads bytes, because reading characters of strings is much slower.
 */
export class CompactScanner {
  readonly text: string
  protected readonly bytes: Uint8Array
  /** Where the next token begins. */
  at = 0
  /** None of the names and values given so far has a string with an escape. */
  plain = true
  /** How many escapes have been met. */
  protected escapes = 0
  protected depth = 0

  constructor(text: string) {
    this.text = text
    this.bytes = scratchBytes(text)
  }

  /** Skips a value and returns its text. */
  value(): string {
    const start = this.at
    this.pass()
    return this.text.slice(start, this.at)
  }

  /** Reads a name and the colon after it. */
  name(): string {
    const start = this.at
    this.passName()
    return this.decoded(start, this.at - 1)
  }

  /** Skips a scalar and returns its value. */
  scalar(): unknown {
    const start = this.at
    const isString = this.bytes[start] === quotationMark
    if (isString) this.passString()
    else this.passScalar()
    return isString ? this.decoded(start, this.at) : (JSON.parse(this.text.slice(start, this.at)) as unknown)
  }

  /** Reports whether a container begins here. */
  get opens(): 'object' | 'array' | undefined {
    const byte = this.bytes[this.at]
    return byte === openBrace ? 'object' : byte === openBracket ? 'array' : undefined
  }

  /** Passes an object or array, calling for each member or element. */
  each(member: () => void): void {
    const end = this.open()
    if (!this.skipped(end)) {
      do member()
      while (this.skipped(comma))
      this.expect(end)
    }
    this.depth--
  }

  /** @throws {@link notSimple} unless the text ends here, apart from white space. */
  end(): void {
    while (isBlank(this.bytes[this.at])) this.at++
    if (this.at !== this.text.length) throw notSimple
  }

  /** Enters the object or array that begins here, and returns the byte that ends it. */
  protected open(): number {
    if (++this.depth > deepest) throw notSimple
    return this.bytes[this.at++] === openBrace ? closeBrace : closeBracket
  }

  /** Skips a value. */
  private pass(): void {
    switch (this.bytes[this.at]) {
      case quotationMark:
        this.passString()
        return
      case openBrace:
      case openBracket:
        this.passContainer()
        return
      default:
        this.passScalar()
    }
  }

  private passContainer(): void {
    const end = this.open()
    if (!this.skipped(end)) {
      do {
        if (end === closeBrace) this.passName()
        this.pass()
      } while (this.skipped(comma))
      this.expect(end)
    }
    this.depth--
  }

  /** The string between two quotation marks. */
  private decoded(start: number, end: number): string {
    const text = this.text.slice(start + 1, end - 1)
    if (this.escapes === 0 || !text.includes('\\')) return text
    this.plain = false
    return JSON.parse(`"${text}"`) as string
  }

  protected passName(): void {
    if (this.bytes[this.at] !== quotationMark) throw notSimple
    this.passString()
    this.expect(colon)
  }

  protected passString(): void {
    const { bytes } = this
    for (let at = this.at + 1; at < bytes.length; at++) {
      const kind = byteKinds[bytes[at] as number]
      if (kind === 0) continue
      if (kind === closing) {
        this.at = at + 1
        return
      }
      if (kind === odd) throw notSimple
      this.escapes++
      if (shortEscapes[bytes[++at] as number] !== 1) at = this.longEscape(at)
    }
    throw notSimple
  }

  /** The last byte of the escape whose character after the backslash is at `at`. */
  protected longEscape(at: number): number {
    if (this.bytes[at] === slash) return at
    fourDigits.lastIndex = at + 1
    if (this.bytes[at] !== letterU || !fourDigits.test(this.text)) throw notSimple
    return at + 4
  }

  protected passScalar(): void {
    const { text, at } = this
    const first = this.bytes[at] as number
    if (first === minus || (first >= digit0 && first <= digit9)) this.passNumber()
    else if (text.startsWith('true', at) || text.startsWith('null', at)) this.at += 4
    else if (text.startsWith('false', at)) this.at += 5
    else throw notSimple
  }

  /** Skips a number of any notation. An invalid character after it is found when the container continues. */
  protected passNumber(): void {
    numberText.lastIndex = this.at
    if (!numberText.test(this.text)) throw notSimple
    this.at = numberText.lastIndex
  }

  protected skipped(byte: number): boolean {
    if (this.bytes[this.at] !== byte) return false
    this.at++
    return true
  }

  protected expect(byte: number): void {
    if (!this.skipped(byte)) throw notSimple
  }
}
