import type { JSONSyntaxError } from './json-syntax-error.js'
import { maxNestingDepth } from './nesting.js'
import { unexpectedCharacter } from './unexpected-character.js'
import { otherByte, releaseUnitBytes, separatorByte, unitBytes } from './unit-bytes.js'

export const openBrace = 0x7b
export const closeBrace = 0x7d
export const openBracket = 0x5b
export const closeBracket = 0x5d
export const quotationMark = 0x22
export const backslash = 0x5c
export const comma = 0x2c
const colon = 0x3a
const minus = 0x2d
const plus = 0x2b
const point = 0x2e
const digit0 = 0x30
const digit9 = 0x39
const letterE = 0x65
const letterU = 0x75
/** Integers of so many characters or fewer are the same as numbers of JavaScript. */
const mostDigits = 15

/** What {@link JSONCursor.found} has of a text. */
export const Found = {
  /** White space between tokens. */
  blank: 1,
  /** `<`, `>`, `&`, U+2028 or U+2029 in a string: Go writes escapes for them. */
  html: 2,
  /** Other characters beyond ASCII in a string. */
  beyondASCII: 4,
  /** An escape in a string. */
  escape: 8,
  /** An escape for which Go writes another one, or the character. */
  foreignEscape: 16,
  /** A number with fraction or exponent, `-0`, or one of 16 characters or more. */
  oddNumber: 32,
} as const

/** Classes of bytes of a string; 0 for ordinary ones. */
const [html, beyondASCII, escaping, ending] = [1, 2, 3, 4]
const stringBytes: Uint8Array = /* @__PURE__ */ kindsOfBytes()

function kindsOfBytes(): Uint8Array {
  const kinds = new Uint8Array(0x100).fill(ending, 0, 0x20)
  for (const character of '<>&') kinds[character.charCodeAt(0)] = html
  kinds[separatorByte] = html
  kinds[otherByte] = beyondASCII
  kinds[backslash] = escaping
  kinds[quotationMark] = ending
  return kinds
}

/** 1 for characters after a backslash whose escape Go writes unchanged, 2 for `/`. */
const shortEscapes: Uint8Array = /* @__PURE__ */ shortEscapeBytes()

function shortEscapeBytes(): Uint8Array {
  const short = new Uint8Array(0x100)
  for (const character of '"\\nrtbf') short[character.charCodeAt(0)] = 1
  short['/'.charCodeAt(0)] = 2
  return short
}

const hexDigit = /^[0-9a-fA-F]$/
/** Escapes of four digits that Go writes, too. */
const escapesOfGo: ReadonlySet<string> = /* @__PURE__ */ new Set(['u003c', 'u003e', 'u0026', 'u2028', 'u2029'])

/**
 * Passes over a JSON text token by token, and takes exactly the texts that Go's `encoding/json` takes. Needs no stack for
 * nested input.
 *
 * Every method that passes something throws JSONSyntaxError with Go's message and the position, also for nesting deeper than
 * 10,000.
 */
export class JSONCursor {
  readonly text: string
  /** See {@link unitBytes}; invalid after {@link end}. */
  readonly bytes: Uint8Array
  /** Where the next token begins, or the white space before it. */
  at = 0
  /** What was met so far: bits of {@link Found}. Whoever asks about a part of the text sets it to 0 before that. */
  found = 0
  /** What ends the innermost open container, and what ends those around it. */
  #closer = 0
  readonly #outer: number[] = []
  /** The bytes are this cursor's. */
  #held = true

  constructor(text: string) {
    this.text = text
    this.bytes = unitBytes(text)
  }

  /** The first byte of the next token; 0 at the end of the text. */
  peek(): number {
    const { bytes } = this
    let byte = bytes[this.at] as number
    while (byte <= 0x20 && (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09)) {
      this.found |= Found.blank
      byte = bytes[++this.at]!
    }
    return byte
  }

  /** How many containers are open. */
  get depth(): number {
    return this.#outer.length
  }

  /** Enters the object or array that begins here; reports whether it has members, of which the first follows. */
  enter(): boolean {
    const closer = this.peek() === openBrace ? closeBrace : closeBracket
    if (this.#outer.length >= maxNestingDepth) throw this.unexpected('exceeded max depth')
    this.at++
    if (this.peek() === closer) {
      this.at++
      return false
    }
    this.#outer.push(this.#closer)
    this.#closer = closer
    return true
  }

  /** After a member: reports whether another one follows; otherwise the container is left. */
  more(): boolean {
    const byte = this.peek()
    const isLast = byte !== comma
    if (isLast) {
      if (byte !== this.#closer) {
        throw this.unexpected(this.#closer === closeBrace ? 'after object key:value pair' : 'after array element')
      }
      this.#closer = this.#outer.pop()!
    }
    this.at++
    return !isLast
  }

  /** Passes an object or array, calling for each member or element, which has to be passed. */
  each(member: () => void): void {
    if (!this.enter()) return
    do member()
    while (this.more())
  }

  /** Passes a name and the colon after it. */
  passName(): void {
    if (this.peek() !== quotationMark) throw this.unexpected('looking for beginning of object key string')
    this.passString()
    if (this.peek() !== colon) throw this.unexpected('after object key')
    this.at++
  }

  /** Passes a name and the colon after it, and returns the name. */
  name(): string {
    if (this.peek() !== quotationMark) throw this.unexpected('looking for beginning of object key string')
    const name = this.string()
    if (this.peek() !== colon) throw this.unexpected('after object key')
    this.at++
    return name
  }

  /** Passes the string that begins here, and returns it. */
  string(): string {
    const { at: start, found } = this
    this.found = 0
    this.passString()
    const hasEscape = (this.found & Found.escape) !== 0
    this.found |= found
    return hasEscape ? JSON.parse(this.text.slice(start, this.at)) : this.text.slice(start + 1, this.at - 1)
  }

  /** Passes a value, and returns its text. */
  value(): string {
    this.peek()
    const start = this.at
    this.pass()
    return this.text.slice(start, this.at)
  }

  /** Passes a value. */
  pass(): void {
    const outside = this.#outer.length
    for (;;) {
      const byte = this.peek()
      if (byte === quotationMark) this.passString()
      else if (byte !== openBrace && byte !== openBracket) this.passScalar()
      else if (this.enter()) {
        if (byte === openBrace) this.passName()
        continue
      }
      do if (this.#outer.length === outside) return
      while (!this.more())
      if (this.#closer === closeBrace) this.passName()
    }
  }

  /** Ends the reading: only white space may follow. */
  end(): void {
    if (this.peek() !== 0 || this.at < this.text.length) throw this.unexpected('after top-level value')
    this.release()
  }

  /** Ends the reading wherever it is. */
  release(): void {
    if (this.#held) releaseUnitBytes(this.bytes)
    this.#held = false
  }

  /** Passes the string that begins here. */
  passString(): void {
    const { bytes } = this
    let at = this.at + 1
    for (;;) {
      // The loop in which most of the time is spent: one look-up for an ordinary character.
      let kind = stringBytes[bytes[at] as number] as number
      while (kind === 0) kind = stringBytes[bytes[++at] as number]!
      if (kind === ending) break
      if (kind === escaping) at = this.#escape(at + 1)
      else {
        this.found |= kind === html ? Found.html : Found.beyondASCII
        at++
      }
    }
    this.at = at
    if (bytes[at] !== quotationMark) throw this.unexpected('in string literal')
    this.at++
  }

  /** Position after the escape whose character after the backslash is at `at`. */
  #escape(at: number): number {
    const short = shortEscapes[this.bytes[at] as number]
    this.found |= Found.escape
    if (short === 0) return this.#unicodeEscape(at)
    if (short === 2) this.found |= Found.foreignEscape
    return at + 1
  }

  #unicodeEscape(at: number): number {
    this.at = at
    if (this.bytes[at] !== letterU) throw this.unexpected('in string escape code')
    for (this.at++; this.at <= at + 4; this.at++) {
      if (!hexDigit.test(this.text[this.at] ?? '')) throw this.unexpected('in \\u hexadecimal character escape')
    }
    if (!escapesOfGo.has(this.text.slice(at, this.at))) this.found |= Found.foreignEscape
    return this.at
  }

  /** Passes the number, `true`, `false` or `null` that begins here. */
  passScalar(): void {
    const { text, at } = this
    const byte = this.bytes[at] as number
    if (byte === minus || (byte >= digit0 && byte <= digit9)) this.#passNumber()
    else if (text.startsWith('true', at) || text.startsWith('null', at)) this.at += 4
    else if (text.startsWith('false', at)) this.at += 5
    else throw this.#brokenWord(text[at] ?? '')
  }

  #brokenWord(first: string): JSONSyntaxError {
    const word = ['true', 'false', 'null'].find((each) => each.startsWith(first) && first !== '')
    if (word === undefined) return this.unexpected('looking for beginning of value')
    let length = 1
    while (this.text[this.at + length] === word[length]) length++
    this.at += length
    return this.unexpected(`in literal ${word} (expecting '${word[length]}')`)
  }

  #passNumber(): void {
    const { bytes, at: start } = this
    const negative = bytes[start] === minus
    if (negative) this.at++
    if (bytes[this.at] !== digit0) this.#passDigits('in numeric literal')
    else {
      this.at++
      if (negative) this.found |= Found.oddNumber
    }
    if (this.at - start > mostDigits) this.found |= Found.oddNumber
    if (bytes[this.at] === point) {
      this.found |= Found.oddNumber
      this.at++
      this.#passDigits('after decimal point in numeric literal')
    }
    if (((bytes[this.at] as number) | 0x20) === letterE) {
      this.found |= Found.oddNumber
      const sign = bytes[++this.at]
      if (sign === plus || sign === minus) this.at++
      this.#passDigits('in exponent of numeric literal')
    }
  }

  #passDigits(context: string): void {
    const { bytes } = this
    const start = this.at
    let byte = bytes[start] as number
    let at = start
    while (byte >= digit0 && byte <= digit9) byte = bytes[++at]!
    if (at === start) throw this.unexpected(context)
    this.at = at
  }

  /** The error of Go for the character that is next. */
  unexpected(context: string): JSONSyntaxError {
    this.release()
    return unexpectedCharacter(this.text, this.at, context)
  }
}
