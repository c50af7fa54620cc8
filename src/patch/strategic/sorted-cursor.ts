import { backslash, Found, JSONCursor, openBrace, openBracket, quotationMark } from '../../json/json-cursor.js'

const deepest = 500
const rewritten = Found.blank | Found.html | Found.beyondASCII | Found.foreignEscape | Found.oddNumber

/** Thrown for JSON that has to be read in another way: Go would write it differently, or it nests too deeply. */
export const notSimple: Error = /* @__PURE__ */ new Error('not simple')

/**
 * Passes over compact JSON, and sorts the members of its objects without parsing values. Besides duplicate names it refuses
 * what Go would write differently: white space, numbers other than short integers, most escapes of four digits.
 */
export class SortedCursor extends JSONCursor {
  /** No string that was returned has an escape. */
  plain = true
  /** How many members the open objects have so far. */
  #top = 0
  /** Positions of each member, of its value and of its end; the text of its value if that differs from the input. */
  readonly #starts: number[] = []
  readonly #values: number[] = []
  readonly #ends: number[] = []
  readonly #texts: (string | undefined)[] = []

  /** Refuses the text if anything that was met is not simple. */
  check(): void {
    if ((this.found & rewritten) !== 0) throw notSimple
  }

  override enter(): boolean {
    if (this.depth === deepest) throw notSimple
    this.check()
    return super.enter()
  }

  override string(): string {
    const start = this.at
    const value = super.string()
    // Every escape is longer than what it stands for.
    if (value.length + 2 < this.at - start) this.plain = false
    return value
  }

  /** Passes a value and returns its text with sorted members. */
  sorted(): string {
    const start = this.at
    return this.#value() ?? this.text.slice(start, this.at)
  }

  /** Passes a value and returns it. */
  parsed(): unknown {
    const before = this.found
    this.found = 0
    const text = this.sorted()
    if ((this.found & Found.escape) !== 0) this.plain = false
    this.found |= before
    return JSON.parse(text) as unknown
  }

  /** Passes a value; returns its text with sorted members, undefined if that equals the input. */
  #value(): string | undefined {
    const byte = this.peek()
    if (byte === openBrace || byte === openBracket) return this.#nested(byte)
    if (byte === quotationMark) this.passString()
    else this.passScalar()
    return undefined
  }

  #nested(opener: number): string | undefined {
    const { at } = this
    const base = this.#top
    const isUnchanged = !this.enter() || (opener === openBrace ? this.#members(base) : this.#elements())
    const text = isUnchanged ? undefined : opener === openBrace ? this.#inOrder(base) : this.#list(at, base)
    this.#top = base
    return text
  }

  /** Reports whether the members are in the order in which they are written. */
  #members(base: number): boolean {
    let isUnchanged = true
    do {
      this.peek()
      const start = this.at
      this.passName()
      const top = this.#top++
      if (top > base && !this.#isBefore(this.#starts[top - 1]!, start)) isUnchanged = false
      this.#starts[top] = start
      this.#values[top] = this.at
      const text = this.#value()
      if (text !== undefined) isUnchanged = false
      this.#texts[top] = text
      this.#ends[top] = this.at
    } while (this.more())
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
    } while (this.more())
    return isUnchanged
  }

  /** Reports whether the name that starts at `a` is less than the one at `b`. */
  #isBefore(a: number, b: number): boolean {
    const { bytes } = this
    for (let i = 1; ; i++) {
      const left = bytes[a + i] as number
      const right = bytes[b + i] as number
      if (left === right && left !== quotationMark) continue
      if (left === backslash || right === backslash || bytes[a + i - 1] === backslash) return this.#isLess(a, b)
      if (left === right) throw notSimple
      return left === quotationMark || (right !== quotationMark && left < right)
    }
  }

  #isLess(a: number, b: number): boolean {
    const [left, right] = [this.#nameAt(a), this.#nameAt(b)]
    if (left === right) throw notSimple
    return left < right
  }

  #nameAt(start: number): string {
    const behind = this.at
    this.at = start
    this.passString()
    const name: string = JSON.parse(this.text.slice(start, this.at))
    this.at = behind
    return name
  }

  #inOrder(base: number): string {
    const { text } = this
    let out = ''
    for (const member of this.#order(base)) {
      const start = this.#starts[member] as number
      const value = this.#texts[member]
      out += out === '' ? '{' : ','
      out +=
        value === undefined ? text.slice(start, this.#ends[member]) : text.slice(start, this.#values[member]) + value
    }
    return `${out}}`
  }

  /** The members from `base` on, by name. Moving each to its place is fast for few, and for those mostly in order. */
  #order(base: number): number[] {
    const order: number[] = []
    const starts = this.#starts
    for (let member = base; member < this.#top; member++) order.push(member)
    if (order.length > 32) {
      order.sort((a, b) => (this.#isBefore(starts[a]!, starts[b]!) ? -1 : 1))
      return order
    }
    for (let i = 1; i < order.length; i++) {
      const member = order[i] as number
      let at = i
      for (; at > 0 && this.#isBefore(starts[member]!, starts[order[at - 1] as number]!); at--)
        order[at] = order[at - 1]!
      order[at] = member
    }
    return order
  }

  #list(start: number, base: number): string {
    let out = ''
    let from = start
    for (let i = base; i < this.#top; i++) {
      out += this.text.slice(from, this.#starts[i]) + this.#texts[i]
      from = this.#ends[i]!
    }
    return out + this.text.slice(from, this.at)
  }
}
