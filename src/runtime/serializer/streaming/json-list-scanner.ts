import { MachineryError } from '../../../errors/machinery-error.js'
import { tryDecodeUtf8 } from '../../../internal/utf8.js'
import { isSpace, JSONValueScanner } from '../../../json/json-value-scanner.js'
import { quoteCharacter } from '../../../json/unexpected-character.js'
import { unexpectedEnd } from '../framing/frame-error.js'
import {
  batchBytes,
  type FoundPiece,
  type ItemBounds,
  itemsPiece,
  type ListPiece,
  type ListScanner,
} from './list-scanner.js'

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

type Place =
  | 'start'
  | 'first-name'
  | 'name'
  | 'colon'
  | 'value'
  | 'after-member'
  | 'first-item'
  | 'item'
  | 'after-item'
  | 'end'

/** Cuts a JSON object with `items` into its members and its items. */
export class JSONListScanner implements ListScanner {
  piece: ListPiece = { kind: 'member', name: '' }
  readonly #batchBytes: number
  readonly #value = new JSONValueScanner()
  #place: Place = 'start'
  #at = 0
  /** Where the name of the member begins, or the value that is being read. */
  #start = -1
  #valueStart = -1
  #name = ''
  sawItems = false
  #bounds: ItemBounds[] = []
  /** The next piece to return, found by {@link findEnd}. */
  #found: FoundPiece | undefined

  constructor(limit: number) {
    this.#batchBytes = Math.min(limit, batchBytes)
  }

  /** @throws MachineryError `InvalidJSON` in Go's wording, `DuplicateField` for a second `items`. */
  findEnd(frame: Uint8Array): number {
    while (this.#step(frame)) if (this.#found !== undefined) return this.#found.end
    // Items that are there do not wait for the next one to be complete.
    if (this.#bounds.length === 0) return -1
    return this.#findItems().end
  }

  contentOf(frame: Uint8Array): Uint8Array {
    const { start, end, piece } = this.#found!
    this.piece = piece
    this.#found = undefined
    this.#at -= end
    this.#start -= end
    this.#valueStart -= end
    this.#value.shift(end)
    this.#bounds = this.#bounds.map((item) => ({ start: item.start - end, end: item.end - end }))
    return frame.subarray(start, end)
  }

  finish(): undefined {
    if (this.#place !== 'end') throw unexpectedEnd()
  }

  /** Whether the object is complete. */
  get ended(): boolean {
    return this.#place === 'end'
  }

  /** Advances by one token or value; false if it is not complete. */
  #step(frame: Uint8Array): boolean {
    if (this.#place === 'value' && this.#valueStart >= 0) return this.#endValue(frame)
    if (this.#place === 'item' && this.#start >= 0) return this.#endItem(frame)
    if (this.#place === 'name' && this.#start >= 0) return this.#endName(frame)
    while (this.#at < frame.length && isSpace(frame[this.#at]!)) this.#at++
    if (this.#at >= frame.length) return false
    this.#token(frame[this.#at]!)
    return true
  }

  #token(byte: number): void {
    switch (this.#place) {
      case 'start':
        if (byte !== openBrace) throw this.#unexpected(byte, 'looking for beginning of a list')
        this.#moveTo('first-name')
        return
      case 'first-name':
      case 'name':
        if (byte === closeBrace && this.#place === 'first-name') this.#moveTo('end')
        else if (byte !== quote) throw this.#unexpected(byte, 'looking for beginning of object key string')
        else {
          this.#place = 'name'
          this.#start = this.#at
        }
        return
      case 'colon':
        if (byte !== colon) throw this.#unexpected(byte, 'after object key')
        this.#moveTo('value')
        return
      case 'value':
        this.#beginValue(byte)
        return
      case 'after-member':
        if (byte === closeBrace) this.#moveTo('end')
        else if (byte === comma) this.#moveTo('name')
        else throw this.#unexpected(byte, 'after object key:value pair')
        return
      default:
        this.#itemToken(byte)
    }
  }

  #itemToken(byte: number): void {
    switch (this.#place) {
      case 'first-item':
      case 'item':
        if (byte === closeBracket && this.#place === 'first-item') this.#moveTo('after-member')
        else if (byte === comma || byte === closeBracket || byte === closeBrace || byte === colon) {
          throw this.#unexpected(byte, 'looking for beginning of value')
        } else {
          this.#place = 'item'
          this.#start = this.#at
        }
        return
      case 'after-item':
        if (byte === comma) this.#moveTo('item')
        else if (byte === closeBracket) {
          this.#moveTo('after-member')
          if (this.#bounds.length > 0) this.#findItems()
        } else throw this.#unexpected(byte, 'after array element')
        return
      default:
        throw this.#unexpected(byte, 'after top-level value')
    }
  }

  #moveTo(place: Place): void {
    this.#place = place
    this.#at++
    if (place !== 'colon' && place !== 'value') this.#start = -1
  }

  #endName(frame: Uint8Array): boolean {
    const end = this.#value.findEnd(frame, this.#start)
    if (end < 0) return false
    this.#at = end
    this.#place = 'colon'
    this.#name = memberName(frame.subarray(this.#start, end))
    return true
  }

  #beginValue(byte: number): void {
    if (this.#name !== 'items' || byte !== openBracket) {
      if (byte === comma || byte === closeBracket || byte === closeBrace || byte === colon) {
        throw this.#unexpected(byte, 'looking for beginning of value')
      }
      this.#valueStart = this.#at
      if (this.#name === 'items') this.#checkSingleItems()
      return
    }
    this.#checkSingleItems()
    this.#moveTo('first-item')
  }

  /** Go lets a later list of items replace an earlier one, which was already returned here. */
  #checkSingleItems(): void {
    if (this.sawItems) throw new MachineryError('DuplicateField', 'duplicate field "items"', { path: 'items' })
    this.sawItems = true
  }

  #endValue(frame: Uint8Array): boolean {
    const end = this.#value.findEnd(frame, this.#valueStart)
    if (end < 0) return false
    this.#at = end
    this.#found = { start: this.#start, end, piece: { kind: 'member', name: this.#name } }
    this.#valueStart = -1
    this.#start = -1
    this.#place = 'after-member'
    return true
  }

  #endItem(frame: Uint8Array): boolean {
    const end = this.#value.findEnd(frame, this.#start)
    if (end < 0) return false
    const item = { start: this.#start, end }
    this.#at = end
    this.#start = -1
    this.#place = 'after-item'
    const [first] = this.#bounds
    // The item that exceeds the limit begins the next batch.
    if (first !== undefined && end - first.start > this.#batchBytes) this.#findItems()
    this.#bounds.push(item)
    return true
  }

  /** The items of the batch are complete. */
  #findItems(): FoundPiece {
    const found = itemsPiece(this.#bounds)
    this.#found = found
    this.#bounds = []
    return found
  }

  #unexpected(byte: number, context: string): MachineryError {
    return new MachineryError(
      'InvalidJSON',
      `invalid character ${quoteCharacter(String.fromCharCode(byte))} ${context}`,
    )
  }
}

function memberName(bytes: Uint8Array): string {
  try {
    return JSON.parse(tryDecodeUtf8(bytes) ?? '""')
  } catch {
    // The reader of the member reports the problem.
    return ''
  }
}
