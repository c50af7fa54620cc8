import { CompactScanner, notSimple } from '../compact-scanner.js'

const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const quotationMark = 0x22
const backslash = 0x5c
const comma = 0x2c
const minus = 0x2d
const digit0 = 0x30
const digit9 = 0x39
const mostDigits = 15

/** Those of four digits that Go writes and reads as the same character, behind the backslash. */
const escapesOfGo: ReadonlySet<string> = /* @__PURE__ */ new Set(['u003c', 'u003e', 'u0026', 'u2028', 'u2029'])

function isLess(a: string, b: string): boolean {
  if (a === b) throw notSimple
  return a < b
}

/**
 * Scans compact JSON and sorts the members of its objects without parsing values. It rejects what Go would write
 * differently: numbers other than short integers, most escapes of four digits, duplicate names.
 */
export class SortedScanner extends CompactScanner {
  /** How many members the open objects have so far. */
  #top = 0
  /** Positions of each member, of its value and of its end; the text of its value if that differs from the input. */
  readonly #starts: number[] = []
  readonly #values: number[] = []
  readonly #ends: number[] = []
  readonly #texts: (string | undefined)[] = []

  /** Skips a value and returns its text with sorted members. */
  override value(): string {
    const start = this.at
    return this.#value() ?? this.text.slice(start, this.at)
  }

  /** Skips a value and returns it. */
  parsed(): unknown {
    const before = this.escapes
    const text = this.value()
    if (this.escapes > before) this.plain = false
    return JSON.parse(text) as unknown
  }

  /** Skips a value; returns its text with sorted members, undefined if that equals the input. */
  #value(): string | undefined {
    switch (this.bytes[this.at]) {
      case quotationMark:
        this.passString()
        return undefined
      case openBrace:
      case openBracket:
        return this.#nested()
      default:
        this.passScalar()
        return undefined
    }
  }

  #nested(): string | undefined {
    const start = this.at
    const end = this.open()
    const base = this.#top
    const isUnchanged = this.skipped(end) || (end === closeBrace ? this.#members(base) : this.#elements(end))
    const text = isUnchanged ? undefined : end === closeBrace ? this.#sorted(base) : this.#list(start, base)
    this.#top = base
    this.depth--
    return text
  }

  /** Reports whether the members are in the order in which they are written. */
  #members(base: number): boolean {
    let isUnchanged = true
    do {
      const start = this.at
      this.passName()
      const top = this.#top++
      if (top > base && !this.#isBefore(this.#starts[top - 1] as number, start)) isUnchanged = false
      this.#starts[top] = start
      this.#values[top] = this.at
      const text = this.#value()
      if (text !== undefined) isUnchanged = false
      this.#texts[top] = text
      this.#ends[top] = this.at
    } while (this.skipped(comma))
    this.expect(closeBrace)
    return isUnchanged
  }

  /** Keeps the elements that differ from the output. */
  #elements(end: number): boolean {
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
    } while (this.skipped(comma))
    this.expect(end)
    return isUnchanged
  }

  /** Reports whether the name that starts at `a` is less than the one at `b`. */
  #isBefore(a: number, b: number): boolean {
    const { bytes } = this
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
    this.passString()
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

  protected override longEscape(at: number): number {
    if (!escapesOfGo.has(this.text.slice(at, at + 5))) throw notSimple
    return at + 4
  }

  protected override passNumber(): void {
    const start = this.at
    if (this.bytes[start] === minus) this.at++
    const first = this.bytes[this.at] as number
    if (first === digit0 && this.at === start) {
      this.at++
      return
    }
    if (first <= digit0 || first > digit9) throw notSimple
    for (let digit = first; digit >= digit0 && digit <= digit9; ) digit = this.bytes[++this.at] as number
    if (this.at - start > mostDigits) throw notSimple
  }
}
