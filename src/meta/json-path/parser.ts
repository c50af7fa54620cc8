import { MachineryError } from '../../errors/machinery-error.js'
import { parseInt64 } from '../../internal/parse-int64.js'
import { FloatLiteral, type PathNode, type PathNodes, type SliceBound } from './nodes.js'
import { unquote } from './unquote.js'

/** A sufficient limit; the parser recurses for unions and filters. */
const deepest = 64

/** Reads the text of a template: plain text, and paths in braces. Kubernetes' own dialect. */
export function parseTemplate(text: string, depth = 0): PathNodes {
  return new Parser(text, depth).template()
}

/** A code point, or nothing at the end of the text. */
type Character = string

class Parser {
  readonly #text: string
  readonly #depth: number
  #position = 0
  #start = 0

  constructor(text: string, depth: number) {
    if (depth > deepest) throw wrong('path is nested too deep')
    this.#text = text
    this.#depth = depth
  }

  template(): PathNodes {
    const nodes: PathNode[] = []
    while (this.#position < this.#text.length) {
      const brace = this.#text.indexOf('{', this.#position)
      this.#position = brace < 0 ? this.#text.length : brace
      const text = this.#consume()
      if (text !== '') nodes.push({ type: 'text', text })
      if (brace < 0) break
      this.#position++
      this.#consume()
      nodes.push({ type: 'list', nodes: this.#path() })
    }
    return nodes
  }

  /** The content of braces, including the closing one. */
  #path(): PathNodes {
    const nodes: PathNode[] = []
    for (;;) {
      if (this.#skip('}')) return nodes
      if (this.#skip('[?(')) nodes.push(this.#filter())
      else if (this.#skip('..')) this.#recursive(nodes)
      else nodes.push(...this.#step())
    }
  }

  #step(): PathNodes {
    const character = this.#next()
    if (character === '' || isEndOfLine(character)) throw wrong('unclosed action')
    // `@` and `$` are the object at hand, which is where every path starts.
    if (character === ' ' || character === '@' || character === '$') {
      this.#consume()
      return []
    }
    if (character === '[') return this.#array()
    if (character === '"' || character === "'") return [this.#quoted(character)]
    if (character === '.') return [this.#field()]
    this.#position -= character.length
    if (/[+\-\p{Nd}]/u.test(character)) return [this.#number()]
    if (isAlphaNumeric(character)) return [this.#identifier()]
    throw wrong(`unrecognized character in action: ${codePointText(character)}`)
  }

  #identifier(): PathNode {
    while (!isTerminator(this.#peek())) this.#next()
    const name = this.#consume()
    if (name === 'true' || name === 'false') return { type: 'literal', value: name === 'true' }
    return { type: 'identifier', name }
  }

  #recursive(nodes: PathNode[]): void {
    if (nodes.at(-1)?.type === 'recursive') throw wrong('invalid multiple recursive descent')
    nodes.push({ type: 'recursive' })
    if (isAlphaNumeric(this.#peek())) nodes.push(this.#field())
  }

  #number(): PathNode {
    if (this.#peek() === '+' || this.#peek() === '-') this.#next()
    while (/^[.\p{Nd}]/u.test(this.#peek())) this.#next()
    const text = this.#consume()
    const integer = parseInt64(text)
    // An integer has no negative zero.
    if (integer !== undefined) return { type: 'literal', value: integer === 0 ? 0 : integer }
    const isFloat = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/.test(text)
    if (isFloat) return { type: 'literal', value: new FloatLiteral(Number(text)) }
    throw wrong(`cannot parse number ${text}`)
  }

  #array(): PathNodes {
    const close = this.#text.slice(this.#position).search(/[\]\n]/)
    const end = this.#position + close
    if (close < 0 || this.#text[end] === '\n') throw wrong('unterminated array')
    this.#position = end + 1
    const text = this.#consume().slice(1, -1)
    const parts = text.split(',')
    if (parts.length > 1) {
      return [{ type: 'union', paths: parts.map((part) => this.#nested(`[${part.replace(/^ +|(?<! ) +$/g, '')}]`)) }]
    }
    const key = /^'([^']*)'$/.exec(text)
    return key === null ? [sliceOf(text === '*' ? ':' : text)] : this.#nested(`.${key[1]}`)
  }

  #filter(): PathNode {
    this.#consume()
    this.#toEndOfFilter()
    if (this.#next() !== ']') throw wrong('unclosed array expect ]')
    const text = this.#consume().slice(0, -2)
    const comparison = /^([^!<>=]+)([!<>=]+)(.+)$/.exec(text)
    if (comparison === null) return { type: 'filter', left: this.#nested(text), operator: 'exists', right: [] }
    const [, left = '', operator = '', right = ''] = comparison
    return { type: 'filter', left: this.#nested(left), operator, right: this.#nested(right) }
  }

  /** A parenthesis between the quotes of the one text that a filter may hold does not end it. */
  #toEndOfFilter(): void {
    let quote = ''
    let closed = true
    for (;;) {
      const character = this.#next()
      if (character === '' || character === '\n') throw wrong('unterminated filter')
      if (character === '"' || character === "'") {
        if (quote === '') {
          quote = character
          closed = false
        } else if (character === quote && this.#text[this.#position - 2] !== '\\') closed = true
      } else if (character === ')' && closed) return
    }
  }

  #quoted(quote: Character): PathNode {
    for (;;) {
      const character = this.#next()
      if (character === '' || character === '\n') throw wrong('unterminated quoted string')
      if (character === quote && this.#text[this.#position - 2] !== '\\') break
    }
    const quoted = this.#consume()
    const text = unquote(quoted)
    if (text === undefined) throw wrong(`unquote string ${quoted} error invalid syntax`)
    return { type: 'text', text }
  }

  #field(): PathNode {
    this.#consume()
    for (;;) {
      const character = this.#peek()
      if (isTerminator(character)) break
      this.#next()
      if (character === '\\') this.#next()
    }
    const name = this.#consume()
    return name === '*' ? { type: 'wildcard' } : { type: 'field', name: name.replaceAll('\\', '') }
  }

  #nested(path: string): PathNodes {
    const [first] = parseTemplate(`{${path}}`, this.#depth + 1)
    return first?.type === 'list' ? first.nodes : []
  }

  #peek(): Character {
    const codePoint = this.#text.codePointAt(this.#position)
    return codePoint === undefined ? '' : String.fromCodePoint(codePoint)
  }

  #next(): Character {
    const character = this.#peek()
    this.#position += character.length
    return character
  }

  #skip(prefix: string): boolean {
    if (!this.#text.startsWith(prefix, this.#position)) return false
    this.#position += prefix.length
    this.#consume()
    return true
  }

  #consume(): string {
    const text = this.#text.slice(this.#start, this.#position)
    this.#start = this.#position
    return text
  }
}

function sliceOf(text: string): PathNode {
  const match = /^(-?[0-9]*)(?::(-?[0-9]*))?(?::(-?[0-9]*))?$/.exec(text)
  if (match === null) throw wrong(`invalid array index ${text}`)
  const [, from = '', to, step] = match
  const first: SliceBound = { value: indexOf(from), derived: false }
  // No colon: the one element at the index.
  const single = to === undefined
  const second = { value: single ? (first.value ?? 0n) + 1n : indexOf(to), derived: single }
  return { type: 'slice', bounds: [first, second, { value: indexOf(step ?? ''), derived: false }] }
}

function indexOf(text: string): bigint | undefined {
  if (text === '') return undefined
  const value = parseInt64(text)
  if (value !== undefined) return BigInt(value)
  throw wrong(`array index ${text} is not a number`)
}

function isTerminator(character: Character): boolean {
  return character === '' || /^[ \t\r\n.,[\]$@{}]$/.test(character)
}

function isEndOfLine(character: Character): boolean {
  return character === '\r' || character === '\n'
}

function isAlphaNumeric(character: Character): boolean {
  return /^[_\p{L}\p{Nd}]/u.test(character)
}

function codePointText(character: Character): string {
  const hex = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
  return `U+${hex} '${character}'`
}

function wrong(message: string): MachineryError {
  return new MachineryError('InvalidJSONPath', message)
}
