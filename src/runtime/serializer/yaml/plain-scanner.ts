import type { JSONObject, JSONValue } from '../../../descriptor/types.js'
import { setOwn } from '../../../json/json-value.js'
import { readFlowScalar } from './flow-scalar.js'
import { isSurelyString, resolvePlain } from './resolve-scalar.js'

/** Thrown if the text uses syntax that only the full parser supports; created once, since it is not an error. */
export const notPlain: Error = /* @__PURE__ */ new Error('not a plain document')
const maxDepth = 100
/** Stays below the 1024 characters that a simple key may have. */
export const maxKeyLength = 1000
export const dash = 45
/** Characters that begin something other than a plain scalar: `#,[]{}&*!|>'"%@` and the backquote. */
export const indicators: Uint8Array = /* @__PURE__ */ (() => {
  const table = new Uint8Array(128)
  for (const character of '#,[]{}&*!|>\'"%@`') table[character.charCodeAt(0)] = 1
  return table
})()

export function fail(): never {
  throw notPlain
}

export function scalarValue(text: string): JSONValue {
  if (isSurelyString(text)) return text
  const resolved = resolvePlain(text)
  if (resolved.kind === 'float' && !Number.isFinite(resolved.value)) fail()
  return resolved.value
}

export function keyText(text: string): string {
  if (isSurelyString(text)) {
    if (text === '<<') fail()
    return text
  }
  const { kind } = resolvePlain(text)
  return kind === 'str' || kind === 'timestamp' ? text : fail()
}

/** Reads syntax within one line and in flow collections, and tracks the position. */
export class PlainScanner {
  protected readonly text: string
  protected at = 0
  readonly #strict: boolean
  #depth = 0

  constructor(text: string, strict: boolean) {
    this.text = text
    this.#strict = strict
  }

  /** Of duplicate keys the last one wins; where they are errors, the full parser lists them. */
  protected addEntry(object: JSONObject, key: string, value: JSONValue): void {
    if (this.#strict && Object.hasOwn(object, key)) fail()
    setOwn(object, key, value)
  }

  /** Descends one level. */
  protected enter(): void {
    if (++this.#depth > maxDepth) fail()
  }

  protected leave(): void {
    this.#depth--
  }

  /** Whether `---` or `...` is at the start of the line at `at`. */
  protected atMarker(at: number): boolean {
    const text = this.text
    const first = text.charCodeAt(at)
    if (first !== dash && first !== 46) return false
    if (!text.startsWith('---', at) && !text.startsWith('...', at)) return false
    const next = text.charCodeAt(at + 3)
    return Number.isNaN(next) || next === 10 || next === 32
  }

  protected skipSpaces(): void {
    while (this.text.charCodeAt(this.at) === 32) this.at++
  }

  /** Stops at a key that is long or spans lines. */
  protected checkSimpleKey(start: number, end: number): void {
    if (end - start > maxKeyLength || this.text.slice(start, end).includes('\n')) fail()
  }

  /** Reads a quoted scalar, including its closing quote. */
  protected readQuoted(quote: number): string {
    const text = this.text
    const start = this.at + 1
    const mark = quote === 34 ? '"' : "'"
    let end = text.indexOf(mark, start)
    if (quote === 39) while (end >= 0 && text.charCodeAt(end + 1) === 39) end = text.indexOf(mark, end + 2)
    else if (end >= 0 && text.slice(start, end).includes('\\')) end = this.#closingQuote(start)
    if (end < 0) fail()
    this.at = end + 1
    const source = text.slice(start, end)
    if (source.includes('\n') && /\n(---|\.\.\.)|\t/.test(source)) fail()
    return readFlowScalar(source, quote === 34 ? 'double' : 'single')
  }

  #closingQuote(start: number): number {
    const text = this.text
    for (let at = start; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      if (unit === 34) return at
      if (unit === 92) at++
    }
    return -1
  }

  protected readFlow(): JSONValue {
    this.enter()
    const isMap = this.text.charCodeAt(this.at) === 123
    this.at++
    const value = isMap ? this.#readFlowMap() : this.#readFlowSequence()
    this.leave()
    return value
  }

  /** Skips white space within a flow collection. */
  #skipFlowSpace(): number {
    const text = this.text
    for (;;) {
      const unit = text.charCodeAt(this.at)
      if (unit === 35 && /[ \n]/.test(text[this.at - 1] ?? '')) {
        this.at = text.indexOf('\n', this.at)
        if (this.at < 0) fail()
      } else if (unit === 10) {
        if (this.atMarker(this.at + 1)) fail()
        this.at++
      } else if (unit === 32) this.at++
      else return unit
    }
  }

  #readFlowSequence(): JSONValue[] {
    const items: JSONValue[] = []
    while (this.#skipFlowSpace() !== 93) {
      items.push(this.#readFlowValue())
      if (this.#skipFlowSpace() !== 93) this.#expectComma()
    }
    this.at++
    return items
  }

  #readFlowMap(): JSONObject {
    const object: JSONObject = {}
    for (let unit = this.#skipFlowSpace(); unit !== 125; unit = this.#skipFlowSpace()) {
      const start = this.at
      const key = unit === 34 || unit === 39 ? this.readQuoted(unit) : keyText(this.#flowPlain())
      this.skipSpaces()
      let value: JSONValue = null
      if (this.text.charCodeAt(this.at) === 58) {
        this.checkSimpleKey(start, this.at)
        this.at++
        const next = this.#skipFlowSpace()
        if (next !== 44 && next !== 125) value = this.#readFlowValue()
      }
      this.addEntry(object, key, value)
      if (this.#skipFlowSpace() !== 125) this.#expectComma()
    }
    this.at++
    return object
  }

  #expectComma(): void {
    if (this.text.charCodeAt(this.at) !== 44) fail()
    this.at++
  }

  #readFlowValue(): JSONValue {
    const first = this.text.charCodeAt(this.at)
    if (first === 34 || first === 39) return this.readQuoted(first)
    if (first === 123 || first === 91) return this.readFlow()
    return scalarValue(this.#flowPlain())
  }

  /** Reads a plain scalar of one line in a flow collection; a colon without white space after it is part of it. */
  #flowPlain(): string {
    const text = this.text
    const start = this.at
    const first = text.charCodeAt(start)
    if (indicators[first] === 1 || first === 58 || first === 63) fail()
    if (first === dash && !/[\w.]/.test(text[start + 1] ?? '')) fail()
    let at = start
    for (; ; at++) {
      const unit = text.charCodeAt(at)
      if (Number.isNaN(unit) || unit === 9 || unit === 10 || unit === 35 || unit === 63) fail()
      if (unit === 44 || unit === 91 || unit === 93 || unit === 123 || unit === 125) break
      if (unit === 58) {
        const next = text[at + 1] ?? ''
        if (next === ' ' || next === '\n') break
        if (next === '\t') fail()
      }
    }
    let end = at
    while (text.charCodeAt(end - 1) === 32) end--
    if (end === start) fail()
    this.at = at
    return text.slice(start, end)
  }
}
