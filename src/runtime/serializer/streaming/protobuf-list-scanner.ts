import { FrameTooLargeError, unexpectedEnd } from '../framing/frame-error.js'
import { envelopePrefix, rawTag } from '../protobuf/envelope-format.js'
import { ProtobufError } from '../protobuf/protobuf-error.js'
import {
  batchBytes,
  type FoundPiece,
  type ItemBounds,
  itemsPiece,
  type ListPiece,
  type ListScanner,
} from './list-scanner.js'

const longestVarint = 10

/** A field whose first bytes are there. */
interface Field {
  readonly tag: number
  /** Where its value begins, after its length. */
  readonly content: number
  readonly end: number
}

/** Cuts an enveloped protobuf list into the fields of the envelope, those of the list, and its items. */
export class ProtobufListScanner implements ListScanner {
  piece: ListPiece = { kind: 'member', name: '' }
  /** An empty list has no field for items. */
  readonly sawItems = true
  readonly #limit: number
  readonly #batchBytes: number
  readonly #itemsTag: number
  #at = 0
  #begun = false
  /** Bytes of the list that are still to come; undefined outside of it. */
  #left: number | undefined
  #sawList = false
  #bounds: ItemBounds[] = []
  #found: FoundPiece | undefined

  /** `itemsNumber` is the number of the field with the items. */
  constructor(limit: number, itemsNumber: number) {
    this.#limit = limit
    this.#batchBytes = Math.min(limit, batchBytes)
    this.#itemsTag = itemsNumber * 8 + 2
  }

  /** @throws ProtobufError for invalid messages, FrameTooLargeError before the bytes of a field that is too large. */
  findEnd(frame: Uint8Array): number {
    if (!this.#begun && !this.#begin(frame)) return -1
    while (this.#found === undefined && this.#step(frame));
    if (this.#found === undefined && this.#bounds.length > 0) this.#findItems()
    return this.#found?.end ?? -1
  }

  contentOf(frame: Uint8Array): Uint8Array {
    const { start, end, piece } = this.#found!
    this.piece = piece
    this.#found = undefined
    this.#at -= end
    this.#bounds = this.#bounds.map((item) => ({ start: item.start - end, end: item.end - end }))
    return frame.subarray(start, end)
  }

  finish(rest: Uint8Array): undefined {
    if (!this.ended || this.#at !== rest.length) throw unexpectedEnd()
  }

  /**
   * Whether the list is complete; fields of the envelope may follow. Go reads an envelope without a list as an empty list,
   * but no program writes that: here it counts as truncated.
   */
  get ended(): boolean {
    return this.#sawList && (this.#left === undefined || this.#left === 0)
  }

  #begin(frame: Uint8Array): boolean {
    const { length } = envelopePrefix
    for (let i = 0; i < Math.min(length, frame.length); i++) {
      if (frame[i] === envelopePrefix[i]) continue
      const message = 'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]'
      throw new ProtobufError('ProtobufDecode', message)
    }
    this.#begun = frame.length >= length
    this.#at = length
    return this.#begun
  }

  /** Advances by one field; false if it is not complete. */
  #step(frame: Uint8Array): boolean {
    if (this.#left === 0) {
      this.#left = undefined
      if (this.#bounds.length > 0) {
        this.#findItems()
        return true
      }
    }
    if (this.#at >= frame.length) return false
    const field = this.#fieldAt(frame)
    if (field === undefined) return false
    const inList = this.#left !== undefined
    if (!inList && field.tag === rawTag) {
      if (this.#sawList) throw this.#fail('more than one list in an envelope')
      this.#sawList = true
      this.#left = field.end - field.content
      this.#at = field.content
      return true
    }
    if (field.end - this.#at > this.#limit) throw new FrameTooLargeError(this.#limit)
    if (inList && field.end - this.#at > this.#left!) throw this.#fail('unexpected EOF')
    if (field.end > frame.length) return false
    this.#take(field, inList)
    return true
  }

  #take(field: Field, inList: boolean): void {
    const start = this.#at
    const { end } = field
    this.#at = end
    if (inList) this.#left = this.#left! - (end - start)
    if (inList && field.tag === this.#itemsTag) {
      const [first] = this.#bounds
      if (first !== undefined && end - first.start > this.#batchBytes) this.#findItems()
      this.#bounds.push({ start, end })
      return
    }
    if (this.#bounds.length > 0) {
      // Items before another field are returned first; the field is read again.
      this.#findItems()
      this.#at = start
      this.#left = this.#left! + (end - start)
      return
    }
    this.#found = { start, end, piece: { kind: 'member', name: inList ? String(field.tag >>> 3) : 'envelope' } }
  }

  #findItems(): void {
    this.#found = itemsPiece(this.#bounds)
    this.#bounds = []
  }

  /** The field that begins here; undefined if more bytes are needed. */
  #fieldAt(frame: Uint8Array): Field | undefined {
    const tag = this.#varint(frame, this.#at)
    if (tag === undefined) return undefined
    if (tag.value < 8 || tag.value > 0xffff_ffff) throw this.#fail(`proto: illegal tag ${Math.floor(tag.value / 8)}`)
    const content = tag.end
    switch (tag.value & 7) {
      case 0: {
        const value = this.#varint(frame, content)
        return value === undefined ? undefined : { tag: tag.value, content, end: value.end }
      }
      case 1:
        return { tag: tag.value, content, end: content + 8 }
      case 2: {
        const length = this.#varint(frame, content)
        if (length === undefined) return undefined
        if (length.value > Number.MAX_SAFE_INTEGER) throw this.#fail('proto: negative length found during unmarshaling')
        return { tag: tag.value, content: length.end, end: length.end + length.value }
      }
      case 5:
        return { tag: tag.value, content, end: content + 4 }
      default:
        throw this.#fail(`proto: illegal wireType ${tag.value & 7}`)
    }
  }

  #varint(frame: Uint8Array, start: number): { readonly value: number; readonly end: number } | undefined {
    let value = 0
    let factor = 1
    for (let at = start; at < frame.length; at++) {
      const byte = frame[at]!
      value += (byte & 127) * factor
      if (byte < 128) return { value, end: at + 1 }
      factor *= 128
      if (at - start >= longestVarint - 1) throw this.#fail('proto: integer overflow')
    }
    return undefined
  }

  #fail(message: string): ProtobufError {
    return new ProtobufError('ProtobufDecode', message)
  }
}
