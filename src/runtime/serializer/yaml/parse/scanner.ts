import type { TextPosition } from '../../../../errors/machinery-error.js'
import { endOfText, isBlank, isLineBreak, isWordEnd } from './characters.js'
import { Cursor } from './cursor.js'
import { scanBlockScalar } from './scan-block-scalar.js'
import { scanDirective } from './scan-directive.js'
import { scanPlainScalar } from './scan-plain-scalar.js'
import { scanQuotedScalar } from './scan-quoted-scalar.js'
import { scanName, scanTag } from './scan-tag.js'
import { bareToken, type Token, type TokenType, textToken } from './token.js'

/** Characters between a simple key and its colon, at most. */
const longestKey = 1024

/** A position where a key without `?` may have started, which only its colon shows. */
interface SimpleKey {
  possible: boolean
  /** Only a key is allowed here, since the block is a mapping. */
  required: boolean
  /** Number of the token that may be the key. */
  token: number
  start: TextPosition
}

/** `?:,]}%@` and the backquote, which may follow the name of an anchor. */
function endsAnchor(unit: number): boolean {
  return isWordEnd(unit) || (unit > 0 && unit < 128 && '?:,]}%@`'.includes(String.fromCharCode(unit)))
}

/** Whether a plain scalar may start with this character, with any character after it. */
const startsPlain: Uint8Array = /* @__PURE__ */ (() => {
  const table = new Uint8Array(128).fill(1)
  for (const character of '-?:,[]{}#&*!|>\'"%@`\t') table[character.charCodeAt(0)] = 0
  return table
})()

/** Produces the tokens of a YAML text on demand. */
export class Scanner {
  readonly #cursor: Cursor
  #queue: Token[] = []
  /** Index of the next token in the queue. */
  #head = 0
  /** How many tokens were taken from the queue. */
  #taken = 0
  #available = false
  #indent = -1
  readonly #indents: number[] = []
  #keyAllowed = true
  /** One for each flow collection that is open, and one for the block around them. */
  readonly #keys: SimpleKey[]
  /** Of tokens that may be keys, by their number, the place in `#keys`. */
  readonly #keyOf = new Map<number, number>()

  constructor(text: string) {
    this.#cursor = new Cursor(text)
    this.#keys = [this.#noKey()]
  }

  /** The next token. */
  peek(): Token {
    if (!this.#available) this.#fill()
    return this.#queue[this.#head]!
  }

  /** Takes the next token; the end of the stream stays. */
  skip(): void {
    if (this.peek().type === 'streamEnd') return
    this.#available = false
    this.#taken++
    this.#head++
    if (this.#head < this.#queue.length) return
    this.#queue = []
    this.#head = 0
  }

  /** Scans until no key can be inserted before the next token. */
  #fill(): void {
    while (this.#head === this.#queue.length || this.#mayBeKey()) this.#fetch()
    this.#available = true
  }

  #mayBeKey(): boolean {
    const index = this.#keyOf.get(this.#taken)
    return index !== undefined && this.#isValid(this.#keys[index]!)
  }

  #noKey(): SimpleKey {
    return { possible: false, required: false, token: this.#nextNumber(), start: this.#cursor.position() }
  }

  #nextNumber(): number {
    return this.#taken + this.#queue.length - this.#head
  }

  /** Whether the colon of a key may still come: on the same line, and not too far from its start. */
  #isValid(key: SimpleKey): boolean {
    if (!key.possible) return false
    const { line, at, text } = this.#cursor
    const near = at - key.start.offset
    const far = near > longestKey && (near > 2 * longestKey || lengthOf(text.slice(key.start.offset, at)) > longestKey)
    if (key.start.line === line && !far) return true
    this.#dropKey(key)
    return false
  }

  #dropKey(key: SimpleKey): void {
    if (key.possible && key.required) this.#cursor.refuse("could not find expected ':'")
    key.possible = false
  }

  /** Remembers that a key may start here. */
  #saveKey(): void {
    if (!this.#keyAllowed) return
    const required = this.#keys.length === 1 && this.#indent === this.#cursor.column
    const key = { possible: true, required, token: this.#nextNumber(), start: this.#cursor.position() }
    this.#removeKey()
    this.#keys[this.#keys.length - 1] = key
    this.#keyOf.set(key.token, this.#keys.length - 1)
  }

  #removeKey(): void {
    const key = this.#keys.at(-1)!
    if (!key.possible) return
    this.#dropKey(key)
    this.#keyOf.delete(key.token)
  }

  get #inFlow(): boolean {
    return this.#keys.length > 1
  }

  /** Adds a token at the end of the queue, or before the one that has `number`, if it is still there. */
  #put(token: Token, number = -1): void {
    const place = number - this.#taken
    if (number < 0 || place < 0) this.#queue.push(token)
    else this.#queue.splice(this.#head + place, 0, token)
  }

  /** Opens a block where the column is further right than that of the open ones. */
  #openBlock(type: TokenType, start: TextPosition, number = -1): void {
    const column = start.column - 1
    if (this.#inFlow || this.#indent >= column) return
    this.#indents.push(this.#indent)
    this.#indent = column
    this.#put(bareToken(type, start), number)
  }

  #closeBlocks(column: number): void {
    if (this.#inFlow) return
    while (this.#indent > column) {
      this.#put(bareToken('blockEnd', this.#cursor.position()))
      this.#indent = this.#indents.pop() ?? -1
    }
  }

  #fetch(): void {
    const cursor = this.#cursor
    this.#skipToToken()
    this.#closeBlocks(cursor.column)
    const unit = cursor.unit()
    if (unit === endOfText) this.#fetchEnd()
    else if (cursor.column === 0 && unit === 37) this.#fetchDirective()
    else if (cursor.atDocumentMarker('---')) this.#fetchMarker('documentStart')
    else if (cursor.atDocumentMarker('...')) this.#fetchMarker('documentEnd')
    else if (!this.#fetchIndicator(unit)) this.#fetchOther(unit)
  }

  /** Skips blanks, comments and line breaks. */
  #skipToToken(): void {
    const cursor = this.#cursor
    for (;;) {
      for (let unit = cursor.unit(); unit === 32 || (unit === 9 && this.#tabAllowed()); unit = cursor.unit())
        cursor.at++
      cursor.skipComment()
      if (!isLineBreak(cursor.unit())) return
      cursor.skipBreak()
      if (!this.#inFlow) this.#keyAllowed = true
    }
  }

  /** Tabs may not indent. */
  #tabAllowed(): boolean {
    return this.#inFlow || !this.#keyAllowed
  }

  /** Ends the block context before a token that is only allowed outside of it. */
  #leaveBlocks(): void {
    this.#closeBlocks(-1)
    this.#removeKey()
    this.#keyAllowed = false
  }

  #fetchEnd(): void {
    if (this.#cursor.column !== 0) this.#cursor.startLine()
    this.#leaveBlocks()
    this.#put(bareToken('streamEnd', this.#cursor.position()))
  }

  #fetchDirective(): void {
    this.#leaveBlocks()
    this.#put(scanDirective(this.#cursor))
  }

  #fetchMarker(type: 'documentStart' | 'documentEnd'): void {
    this.#leaveBlocks()
    this.#putIndicator(type, 3)
  }

  #putIndicator(type: TokenType, length = 1): void {
    this.#put(bareToken(type, this.#cursor.position(), length))
    this.#cursor.at += length
  }

  #fetchIndicator(unit: number): boolean {
    switch (unit) {
      case 91:
        this.#fetchFlowStart('flowSequenceStart')
        return true
      case 123:
        this.#fetchFlowStart('flowMappingStart')
        return true
      case 93:
        this.#fetchFlowEnd('flowSequenceEnd')
        return true
      case 125:
        this.#fetchFlowEnd('flowMappingEnd')
        return true
      case 44:
        this.#removeKey()
        this.#keyAllowed = true
        this.#putIndicator('flowEntry')
        return true
      case 45:
        return isWordEnd(this.#cursor.unit(1)) && this.#fetchBlockEntry()
      case 63:
        return (this.#inFlow || isWordEnd(this.#cursor.unit(1))) && this.#fetchKey()
      case 58:
        return (this.#inFlow || isWordEnd(this.#cursor.unit(1))) && this.#fetchValue()
      default:
        return false
    }
  }

  #fetchFlowStart(type: TokenType): void {
    this.#saveKey()
    this.#keys.push(this.#noKey())
    this.#keyAllowed = true
    this.#putIndicator(type)
  }

  #fetchFlowEnd(type: TokenType): void {
    this.#removeKey()
    // As in Go this forgets that the collection itself may be a key when nothing in it might have been one.
    if (this.#inFlow) this.#keyOf.delete(this.#keys.pop()!.token)
    this.#keyAllowed = false
    this.#putIndicator(type)
  }

  #fetchBlockEntry(): true {
    const cursor = this.#cursor
    if (!this.#inFlow) {
      if (!this.#keyAllowed) cursor.refuse('block sequence entries are not allowed in this context')
      this.#openBlock('blockSequenceStart', cursor.position())
    }
    this.#removeKey()
    this.#keyAllowed = true
    this.#putIndicator('blockEntry')
    return true
  }

  #fetchKey(): true {
    const cursor = this.#cursor
    if (!this.#inFlow) {
      if (!this.#keyAllowed) cursor.refuse('mapping keys are not allowed in this context')
      this.#openBlock('blockMappingStart', cursor.position())
    }
    this.#removeKey()
    this.#keyAllowed = !this.#inFlow
    this.#putIndicator('key')
    return true
  }

  #fetchValue(): true {
    const cursor = this.#cursor
    const key = this.#keys.at(-1)!
    if (this.#isValid(key)) {
      this.#put(bareToken('key', key.start), key.token)
      this.#openBlock('blockMappingStart', key.start, key.token)
      key.possible = false
      this.#keyOf.delete(key.token)
      this.#keyAllowed = false
    } else {
      if (!this.#inFlow) {
        if (!this.#keyAllowed) cursor.refuse('mapping values are not allowed in this context')
        this.#openBlock('blockMappingStart', cursor.position())
      }
      this.#keyAllowed = !this.#inFlow
    }
    this.#putIndicator('value')
    return true
  }

  #fetchOther(unit: number): void {
    switch (unit) {
      case 42:
        this.#fetchAnchor('alias')
        return
      case 38:
        this.#fetchAnchor('anchor')
        return
      case 33:
        this.#fetchTag()
        return
      case 39:
      case 34:
        this.#fetchQuoted(unit)
        return
      default:
        if ((unit === 124 || unit === 62) && !this.#inFlow) this.#fetchBlockScalar(unit === 62)
        else if (this.#atPlain(unit)) this.#fetchPlain()
        else this.#cursor.refuse('found character that cannot start any token')
    }
  }

  #atPlain(unit: number): boolean {
    if (unit >= 128 || startsPlain[unit] === 1) return true
    if (unit === 45) return !isBlank(this.#cursor.unit(1))
    return (unit === 63 || unit === 58) && !this.#inFlow && !isWordEnd(this.#cursor.unit(1))
  }

  /** Remembers what may be a key and is followed by none. */
  #startKey(): TextPosition {
    this.#saveKey()
    this.#keyAllowed = false
    return this.#cursor.position()
  }

  #fetchAnchor(type: 'alias' | 'anchor'): void {
    const cursor = this.#cursor
    const start = this.#startKey()
    cursor.at++
    const name = scanName(cursor)
    if (name === '' || !endsAnchor(cursor.unit())) {
      cursor.refuse('did not find expected alphabetic or numeric character')
    }
    this.#put(textToken(type, { start, end: cursor.at, value: name }))
  }

  #fetchTag(): void {
    const start = this.#startKey()
    const { handle, suffix } = scanTag(this.#cursor)
    this.#put(textToken('tag', { start, end: this.#cursor.at, value: handle, suffix }))
  }

  #fetchQuoted(quote: 34 | 39): void {
    const start = this.#startKey()
    const value = scanQuotedScalar(this.#cursor, quote)
    this.#put(textToken('scalar', { start, end: this.#cursor.at, value }))
  }

  #fetchBlockScalar(folded: boolean): void {
    this.#removeKey()
    this.#keyAllowed = true
    const start = this.#cursor.position()
    const value = scanBlockScalar(this.#cursor, folded, this.#indent)
    this.#put(textToken('scalar', { start, end: this.#cursor.at, value }))
  }

  #fetchPlain(): void {
    const start = this.#startKey()
    const context = { inFlow: this.#inFlow, indent: this.#indent + 1 }
    const { value, end, multiline } = scanPlainScalar(this.#cursor, context)
    if (multiline) this.#keyAllowed = true
    this.#put(textToken('scalar', { start, end, value, plain: true }))
  }
}

/** Length of a text in characters. */
function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}
