import { scratchBytes } from '../scratch-bytes.js'

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
const mostDigits = 15
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
const keptEscapes: Uint8Array = /* @__PURE__ */ keptEscapeBytes()

function keptEscapeBytes(): Uint8Array {
  const kept = new Uint8Array(0x100)
  for (const character of '"\\nrtbf') kept[character.charCodeAt(0)] = 1
  return kept
}

/** Thrown for text that has to be read in another way: it is not JSON, or not simple. */
export class NotSimple extends Error {}

const notSimple: NotSimple = /* @__PURE__ */ new NotSimple('not simple')

function isLess(a: string, b: string): boolean {
  if (a === b) throw notSimple
  return a < b
}

/**
 * Scans compact JSON and sorts the members of its objects without parsing values. It rejects what Go would write
 * differently: white space, numbers other than short integers, characters beyond ASCII and escapes that are not kept,
 * duplicate names. Accepts only JSON. It reads bytes, because reading characters of strings is much slower.
 */
export class SortedScanner {
  readonly text: string
  readonly #bytes: Uint8Array
  /** Where the next token begins. */
  at = 0
  /** None of the names and values given so far has a string with an escape. */
  plain = true
  /** How many escapes have been met. */
  #escapes = 0
  #depth = 0
  /** How many members the open objects have so far. */
  #top = 0
  /** Positions of each member, of its value and of its end; the text of its value if that differs from the input. */
  readonly #starts: number[] = []
  readonly #values: number[] = []
  readonly #ends: number[] = []
  readonly #texts: (string | undefined)[] = []

  constructor(text: string) {
    this.text = text
    this.#bytes = scratchBytes(text)
  }

  /** Skips a value and returns its text. */
  value(): string {
    const start = this.at
    return this.#value() ?? this.text.slice(start, this.at)
  }

  /** Skips a value and returns it. */
  parsed(): unknown {
    const before = this.#escapes
    const text = this.value()
    if (this.#escapes > before) this.plain = false
    return JSON.parse(text) as unknown
  }

  /** Reads a name and the colon after it. */
  name(): string {
    const start = this.at
    this.#passName()
    return this.#decoded(start, this.at - 1)
  }

  /** Skips a scalar and returns its value. */
  scalar(): unknown {
    const start = this.at
    const isString = this.#bytes[start] === quotationMark
    if (isString) this.#passString()
    else this.#passScalar()
    return isString ? this.#decoded(start, this.at) : (JSON.parse(this.text.slice(start, this.at)) as unknown)
  }

  /** Reports whether a container begins here. */
  get opens(): 'object' | 'array' | undefined {
    const unit = this.#bytes[this.at]
    return unit === openBrace ? 'object' : unit === openBracket ? 'array' : undefined
  }

  /** Passes an object or array, calling for each member or element. */
  each(member: () => void): void {
    const close = this.opens === 'object' ? closeBrace : closeBracket
    if (++this.#depth > deepest) throw notSimple
    this.at++
    if (!this.#skipped(close)) {
      do member()
      while (this.#skipped(comma))
      this.#expect(close)
    }
    this.#depth--
  }

  /** @throws NotSimple unless the text ends here. */
  end(): void {
    if (this.at !== this.text.length) throw notSimple
  }

  /** Skips a value; returns its text with sorted members, undefined if that equals the input. */
  #value(): string | undefined {
    switch (this.#bytes[this.at]) {
      case quotationMark:
        this.#passString()
        return undefined
      case openBrace:
        return this.#nested(closeBrace)
      case openBracket:
        return this.#nested(closeBracket)
      default:
        this.#passScalar()
        return undefined
    }
  }

  #nested(close: number): string | undefined {
    if (++this.#depth > deepest) throw notSimple
    const start = this.at++
    const base = this.#top
    const isUnchanged = this.#skipped(close) || (close === closeBrace ? this.#members(base) : this.#elements())
    const text = isUnchanged ? undefined : close === closeBrace ? this.#sorted(base) : this.#list(start, base)
    this.#top = base
    this.#depth--
    return text
  }

  /** Reports whether the members are in the order in which they are written. */
  #members(base: number): boolean {
    let isUnchanged = true
    do {
      const start = this.at
      this.#passName()
      const top = this.#top++
      if (top > base && !this.#isBefore(this.#starts[top - 1] as number, start)) isUnchanged = false
      this.#starts[top] = start
      this.#values[top] = this.at
      const text = this.#value()
      if (text !== undefined) isUnchanged = false
      this.#texts[top] = text
      this.#ends[top] = this.at
    } while (this.#skipped(comma))
    this.#expect(closeBrace)
    return isUnchanged
  }

  /** Keeps the elements that differ from the output. */
  #elements(): boolean {
    let isUnchanged = true
    do {
      const start = this.at
      const text = this.#value()
      if (text === undefined) continue
      isUnchanged = false
      const top = this.#top++
      this.#starts[top] = start
      this.#texts[top] = text
      this.#ends[top] = this.at
    } while (this.#skipped(comma))
    this.#expect(closeBracket)
    return isUnchanged
  }

  /** Reports whether the name that starts at `a` is less than the one at `b`. */
  #isBefore(a: number, b: number): boolean {
    const bytes = this.#bytes
    for (let i = 1; ; i++) {
      const left = bytes[a + i] as number
      const right = bytes[b + i] as number
      if (left === right && left !== quotationMark) continue
      if (left === backslash || right === backslash || bytes[a + i - 1] === backslash)
        return isLess(this.#decodedName(a), this.#decodedName(b))
      if (left === right) throw notSimple
      return left === quotationMark || (right !== quotationMark && left < right)
    }
  }

  #decodedName(start: number): string {
    const behind = this.at
    this.at = start
    this.#passString()
    const name = JSON.parse(this.text.slice(start, this.at)) as string
    this.at = behind
    return name
  }

  #sorted(base: number): string {
    const order = this.#order(base)
    let out = ''
    for (const member of order) {
      const text = this.#texts[member]
      const start = this.#starts[member]
      out += out === '' ? '{' : ','
      out +=
        text === undefined
          ? this.text.slice(start, this.#ends[member])
          : this.text.slice(start, this.#values[member]) + text
    }
    return `${out}}`
  }

  /** The members from `base` on, by name. */
  #order(base: number): number[] {
    const order: number[] = []
    const starts = this.#starts
    for (let member = base; member < this.#top; member++) order.push(member)
    if (order.length > 32) {
      order.sort((a, b) => (this.#isBefore(starts[a] as number, starts[b] as number) ? -1 : 1))
      return order
    }
    for (let i = 1; i < order.length; i++) {
      const member = order[i] as number
      let at = i
      for (; at > 0 && this.#isBefore(starts[member] as number, starts[order[at - 1] as number] as number); at--)
        order[at] = order[at - 1] as number
      order[at] = member
    }
    return order
  }

  #list(start: number, base: number): string {
    let out = ''
    let from = start
    for (let i = base; i < this.#top; i++) {
      out += this.text.slice(from, this.#starts[i]) + this.#texts[i]
      from = this.#ends[i] as number
    }
    return out + this.text.slice(from, this.at)
  }

  /** The string between two quotation marks. */
  #decoded(start: number, end: number): string {
    const text = this.text.slice(start + 1, end - 1)
    if (this.#escapes === 0 || !text.includes('\\')) return text
    this.plain = false
    return JSON.parse(`"${text}"`) as string
  }

  #passName(): void {
    if (this.#bytes[this.at] !== quotationMark) throw notSimple
    this.#passString()
    this.#expect(colon)
  }

  #passString(): void {
    const bytes = this.#bytes
    for (let at = this.at + 1; at < bytes.length; at++) {
      const kind = byteKinds[bytes[at] as number]
      if (kind === 0) continue
      if (kind === closing) {
        this.at = at + 1
        return
      }
      if (kind === odd || keptEscapes[bytes[++at] as number] !== 1) throw notSimple
      this.#escapes++
    }
    throw notSimple
  }

  #passScalar(): void {
    const { text, at } = this
    const first = this.#bytes[at] as number
    if (first === minus || (first >= digit0 && first <= digit9)) this.#passInteger()
    else if (text.startsWith('true', at) || text.startsWith('null', at)) this.at += 4
    else if (text.startsWith('false', at)) this.at += 5
    else throw notSimple
  }

  /** An invalid character after it is found when the container continues. */
  #passInteger(): void {
    const start = this.at
    if (this.#bytes[start] === minus) this.at++
    const first = this.#bytes[this.at] as number
    if (first === digit0 && this.at === start) {
      this.at++
      return
    }
    if (first <= digit0 || first > digit9) throw notSimple
    for (let digit = first; digit >= digit0 && digit <= digit9; ) digit = this.#bytes[++this.at] as number
    if (this.at - start > mostDigits) throw notSimple
  }

  #skipped(unit: number): boolean {
    if (this.#bytes[this.at] !== unit) return false
    this.at++
    return true
  }

  #expect(unit: number): void {
    if (!this.#skipped(unit)) throw notSimple
  }
}
