import { setOwn } from '../json/json-value.js'
import { maxNestingDepth } from '../json/nesting.js'
import { parseDocument } from '../json/parse-document.js'
import type { AccessedParts } from './accessed-parts.js'
import { ScalarText } from './scalar-text.js'

const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d
const comma = 0x2c
const quotationMark = 0x22
const letterT = 0x74
const letterF = 0x66
const letterN = 0x6e
const numberText = /-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y

/** An open object or array. */
interface Frame {
  readonly container: object
  readonly start: number
  readonly looked: AccessedParts
  /** Name waiting for its value, in an object. */
  name: string
}

/** Called with the text of every object and array. */
export type OnContainer = (container: object, text: string) => void

/**
 * Parses JSON text into values, and reports the text of each object and array. Scalars that would be written differently
 * are `ScalarText`. Objects and arrays that are not read stay empty, and have their text.
 *
 * @throws JSONSyntaxError with Go's message and the position.
 */
export function readSource(text: string, onContainer: OnContainer, looked: AccessedParts = 'everything'): unknown {
  try {
    JSON.parse(text)
  } catch {
    parseDocument(text)
  }
  return new SourceReader(text, onContainer, looked).read()
}

/** Reads text that is known to be valid JSON, without error checks. */
class SourceReader {
  readonly #text: string
  readonly #onContainer: OnContainer
  readonly #looked: AccessedParts
  readonly #stack: Frame[] = []
  #root: unknown
  #at = 0

  constructor(text: string, onContainer: OnContainer, looked: AccessedParts) {
    this.#text = text
    this.#onContainer = onContainer
    this.#looked = looked
  }

  read(): unknown {
    for (;;) {
      const value = this.#value()
      if (value !== undefined && !this.#continues(value)) return this.#root
    }
  }

  /** Adds a value, and the containers that end with it, to their parents; false for the last one. */
  #continues(value: unknown): boolean {
    let last = value
    for (let frame = this.#stack.at(-1); frame !== undefined; frame = this.#stack.at(-1)) {
      if (Array.isArray(frame.container)) frame.container.push(last)
      else setOwn(frame.container, frame.name, last)
      if (this.#peek() === comma) {
        this.#at++
        if (!Array.isArray(frame.container)) this.#name(frame)
        return true
      }
      last = this.#close(frame)
    }
    this.#root = last
    return false
  }

  /** A scalar or an empty container; any other container is opened instead. */
  #value(): unknown {
    switch (this.#peek()) {
      case openBrace:
        return this.#open({})
      case openBracket:
        return this.#open([])
      case quotationMark:
        return this.#string()
      case letterT:
        return this.#word('true', true)
      case letterF:
        return this.#word('false', false)
      case letterN:
        return this.#word('null', null)
      default:
        return this.#number()
    }
  }

  #open(container: object): object | undefined {
    const looked = this.#currentAccess()
    if (looked === undefined) return this.#skip(container)
    if (this.#stack.length >= maxNestingDepth) parseDocument(this.#text)
    const frame = { container, start: this.#at++, looked, name: '' }
    this.#stack.push(frame)
    const next = this.#peek()
    if (next === closeBrace || next === closeBracket) return this.#close(frame)
    if (!Array.isArray(container)) this.#name(frame)
    return undefined
  }

  /** The parts of the container that begins here which are read; `undefined` for none. Arrays are read whole. */
  #currentAccess(): AccessedParts | undefined {
    const frame = this.#stack.at(-1)
    if (frame === undefined) return this.#looked
    if (frame.looked === 'everything' || Array.isArray(frame.container)) return 'everything'
    return frame.looked.get(frame.name)
  }

  /** Skips a container. */
  #skip(container: object): object {
    const start = this.#at
    let depth = this.#stack.length
    do {
      switch (this.#text.charCodeAt(this.#at)) {
        case openBrace:
        case openBracket:
          if (++depth > maxNestingDepth) parseDocument(this.#text)
          break
        case closeBrace:
        case closeBracket:
          depth--
          break
        case quotationMark:
          this.#at = this.#endOfString() - 1
      }
      this.#at++
    } while (depth > this.#stack.length)
    this.#onContainer(container, this.#text.slice(start, this.#at))
    return container
  }

  #close(frame: Frame): object {
    this.#stack.pop()
    this.#onContainer(frame.container, this.#text.slice(frame.start, ++this.#at))
    return frame.container
  }

  #name(frame: Frame): void {
    this.#peek()
    const name = this.#string()
    frame.name = name instanceof ScalarText ? (name.value as string) : (name as string)
    this.#peek()
    this.#at++
  }

  #word(word: string, value: boolean | null): boolean | null {
    this.#at += word.length
    return value
  }

  #string(): unknown {
    const start = this.#at
    this.#at = this.#endOfString()
    const text = this.#text.slice(start, this.#at)
    if (!text.includes('\\')) return text.slice(1, -1)
    const value = JSON.parse(text) as string
    return JSON.stringify(value) === text ? value : new ScalarText(text, value)
  }

  /** Position after the string that begins here. */
  #endOfString(): number {
    let end = this.#text.indexOf('"', this.#at + 1)
    while (this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1)
    return end + 1
  }

  #isEscaped(at: number): boolean {
    let backslashes = 0
    while (this.#text[at - 1 - backslashes] === '\\') backslashes++
    return backslashes % 2 === 1
  }

  #number(): unknown {
    numberText.lastIndex = this.#at
    const text = numberText.exec(this.#text)?.[0] ?? ''
    this.#at += text.length
    const value = Number(text)
    return String(value) === text ? value : new ScalarText(text, value)
  }

  /** Skips blanks. */
  #peek(): number {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (code > 0x20 || Number.isNaN(code)) return code
      this.#at++
    }
  }
}
