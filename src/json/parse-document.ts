import { quote } from '../internal/quote.js'
import { type JSONNode, NumberLiteral, ObjectNode } from './json-document.js'
import { JSONSyntaxError } from './json-syntax-error.js'
import { maxNestingDepth } from './nesting.js'

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters end a plain run because JSON forbids them
const plainRun = /[^"\\\u0000-\u001f]*/y
const space = /[ \t\r\n]*/y
/** Contexts in which a token has begun that a blank would break. */
const insideToken = /literal [tfn]|numeric literal|escape/
const hexDigits = /^[0-9a-fA-F]$/
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

/**
 * Reads a JSON text without losing anything: member order, duplicate names and number text stay visible.
 *
 * It takes exactly the texts that Go's `encoding/json` takes, and needs no stack for nested input.
 *
 * @throws JSONSyntaxError with Go's message and the position, also for nesting deeper than 10,000.
 */
export function parseDocument(text: string): JSONNode {
  return new DocumentParser(text).parse()
}

/** An open array or object, and the name waiting for its value. */
interface Frame {
  readonly node: JSONNode[] | ObjectNode
  name: string
}

class DocumentParser {
  readonly #text: string
  readonly #stack: Frame[] = []
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  parse(): JSONNode {
    for (;;) {
      let value = this.#value()
      if (value === undefined) continue
      for (;;) {
        const frame = this.#stack.at(-1)
        if (frame === undefined) return this.#end(value)
        store(frame, value)
        if (this.#continues(frame)) break
        this.#stack.pop()
        value = frame.node
      }
    }
  }

  /** Reads a scalar or an empty container; opens any other container and returns undefined. */
  #value(): JSONNode | undefined {
    const c = this.#peek()
    if (c === '{') return this.#openObject()
    if (c === '[') return this.#openArray()
    if (c === '"') return this.#string()
    if (c === 't') return this.#literal('true', true)
    if (c === 'f') return this.#literal('false', false)
    if (c === 'n') return this.#literal('null', null)
    return this.#number()
  }

  #openObject(): ObjectNode | undefined {
    const node = new ObjectNode()
    node.start = this.#at
    this.#push(node)
    if (this.#peek() !== '}') {
      this.#name()
      return undefined
    }
    node.end = ++this.#at
    this.#stack.pop()
    return node
  }

  #openArray(): JSONNode[] | undefined {
    const node: JSONNode[] = []
    this.#push(node)
    if (this.#peek() !== ']') return undefined
    this.#at++
    this.#stack.pop()
    return node
  }

  #push(node: JSONNode[] | ObjectNode): void {
    if (this.#stack.length >= maxNestingDepth) throw this.#unexpected('exceeded max depth')
    this.#at++
    this.#stack.push({ node, name: '' })
  }

  /** Reads `"name":` of the innermost object. */
  #name(): void {
    if (this.#peek() !== '"') throw this.#unexpected('looking for beginning of object key string')
    const frame = this.#stack.at(-1) as Frame
    ;(frame.node as ObjectNode).offsets.push(this.#at)
    frame.name = this.#string()
    if (this.#peek() !== ':') throw this.#unexpected('after object key')
    this.#at++
  }

  /** After a value: reads `,` (and the next name) or the closing bracket, and returns whether another value follows. */
  #continues(frame: Frame): boolean {
    const c = this.#peek()
    const { node } = frame
    const isArray = Array.isArray(node)
    if (c === ',') {
      this.#at++
      if (!isArray) this.#name()
      return true
    }
    if (c !== (isArray ? ']' : '}')) {
      throw this.#unexpected(isArray ? 'after array element' : 'after object key:value pair')
    }
    this.#at++
    if (!isArray) node.end = this.#at
    return false
  }

  #end(value: JSONNode): JSONNode {
    if (this.#peek() !== undefined) throw this.#unexpected('after top-level value')
    return value
  }

  #peek(): string | undefined {
    space.lastIndex = this.#at
    space.test(this.#text)
    this.#at = space.lastIndex
    return this.#text[this.#at]
  }

  #literal<T extends JSONNode>(word: string, value: T): T {
    for (let i = 1; i < word.length; i++) {
      if (this.#text[++this.#at] !== word[i]) {
        throw this.#unexpected(`in literal ${word} (expecting ${quoteCharacter(word[i] as string)})`)
      }
    }
    this.#at++
    return value
  }

  #number(): NumberLiteral {
    number.lastIndex = this.#at
    const text = number.exec(this.#text)?.[0]
    if (text === undefined) {
      const negative = this.#text[this.#at] === '-'
      if (negative) this.#at++
      throw this.#unexpected(negative ? 'in numeric literal' : 'looking for beginning of value')
    }
    this.#at += text.length
    this.#checkNumberEnd(text)
    return new NumberLiteral(text)
  }

  /** Explains a number that breaks off, such as `1.` or `1e+`: the grammar above just stops before the point or `e`. */
  #checkNumberEnd(text: string): void {
    const next = this.#text[this.#at]
    const exponent = /[eE]/.test(text)
    if (next === '.' && !exponent && !text.includes('.')) {
      this.#at++
      throw this.#unexpected('after decimal point in numeric literal')
    }
    if ((next === 'e' || next === 'E') && !exponent) {
      this.#at++
      if (this.#text[this.#at] === '+' || this.#text[this.#at] === '-') this.#at++
      throw this.#unexpected('in exponent of numeric literal')
    }
  }

  #string(): string {
    let out = ''
    this.#at++
    for (;;) {
      plainRun.lastIndex = this.#at
      plainRun.test(this.#text)
      out += this.#text.slice(this.#at, plainRun.lastIndex)
      this.#at = plainRun.lastIndex
      const c = this.#text[this.#at]
      if (c === '"') {
        this.#at++
        return out
      }
      if (c !== '\\') throw this.#unexpected('in string literal')
      out += this.#escape()
    }
  }

  #escape(): string {
    const c = this.#text[++this.#at]
    if (c === 'u') return this.#unicodeEscape()
    const plain = c === undefined || !Object.hasOwn(escapes, c) ? undefined : escapes[c]
    if (plain === undefined) throw this.#unexpected('in string escape code')
    this.#at++
    return plain
  }

  #unicodeEscape(): string {
    const start = ++this.#at
    for (; this.#at < start + 4; this.#at++) {
      const digit = this.#text[this.#at]
      if (digit === undefined || !hexDigits.test(digit)) throw this.#unexpected('in \\u hexadecimal character escape')
    }
    return String.fromCharCode(Number.parseInt(this.#text.slice(start, start + 4), 16))
  }

  /** Names the next character. At the end of the text Go tries a blank, which fits between tokens and in strings only. */
  #unexpected(context: string): JSONSyntaxError {
    const c = this.#text.codePointAt(this.#at) ?? (insideToken.test(context) ? 0x20 : undefined)
    const message =
      c === undefined ? 'unexpected end of JSON input' : `invalid character ${quoteCharacter(firstByte(c))} ${context}`
    return new JSONSyntaxError(message, this.#text, this.#at)
  }
}

function store(frame: Frame, value: JSONNode): void {
  if (Array.isArray(frame.node)) {
    frame.node.push(value)
    return
  }
  frame.node.names.push(frame.name)
  frame.node.values.push(value)
}

/** Go reads bytes and names the first byte of a character as if it were Latin-1. */
function firstByte(codePoint: number): string {
  if (codePoint < 0x80) return String.fromCharCode(codePoint)
  if (codePoint < 0x800) return String.fromCharCode(0xc0 | (codePoint >> 6))
  if (codePoint < 0x10000) return String.fromCharCode(0xe0 | (codePoint >> 12))
  return String.fromCharCode(0xf0 | (codePoint >> 18))
}

/** Quotes a character as Go's messages do. */
function quoteCharacter(c: string): string {
  if (c === "'") return "'\\''"
  return c === '"' ? `'"'` : `'${quote(c).slice(1, -1)}'`
}
