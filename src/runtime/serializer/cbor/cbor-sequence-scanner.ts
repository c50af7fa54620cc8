import { MachineryError } from '../../../errors/machinery-error.js'
import { unexpectedEnd } from '../framing/frame-error.js'
import type { FrameScanner } from '../framing/frame-reader.js'
import { maxNesting } from './cbor-reader.js'

const indefinite = -1
const breakByte = 0xff

/** The first bytes of a data item: what it is, how much follows and how long they are. */
interface Head {
  readonly major: number
  /** The argument; {@link indefinite} for items that a break ends. */
  readonly argument: number
  readonly length: number
}

function invalid(byte: number): MachineryError {
  return new MachineryError('InvalidCBOR', `cbor: invalid initial byte 0x${byte.toString(16).padStart(2, '0')}`)
}

function readHead(bytes: Uint8Array, at: number): Head | undefined {
  const first = bytes[at]!
  const major = first >> 5
  const info = first & 0x1f
  if (info < 24) return { major, argument: info, length: 1 }
  if (info === 31) {
    if (major < 2 || major > 5) throw invalid(first)
    return { major, argument: indefinite, length: 1 }
  }
  if (info > 27) throw invalid(first)
  const size = 1 << (info - 24)
  if (at + 1 + size > bytes.length) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset + at + 1, size)
  if (size === 8) return { major, argument: Number(view.getBigUint64(0)), length: 9 }
  const argument = size === 1 ? view.getUint8(0) : size === 2 ? view.getUint16(0) : view.getUint32(0)
  return { major, argument, length: 1 + size }
}

/** Finds where CBOR data items end, without reading what they hold. */
export class CBORSequenceScanner implements FrameScanner {
  /** Position of the next head; beyond the available bytes while a string is incomplete. */
  #at = 0
  /** Items still to come of each open array or map. */
  #open: number[] = []
  /** A tag was read last: an item follows that belongs to it. */
  #tagged = false

  findEnd(frame: Uint8Array): number {
    // An item is complete when nothing is open; its last string may still be on its way.
    while (this.#at === 0 || this.#tagged || this.#open.length > 0) {
      if (this.#at >= frame.length || !this.#readItem(frame)) return -1
    }
    return this.#at <= frame.length ? this.#at : -1
  }

  contentOf(frame: Uint8Array): Uint8Array {
    this.#at = 0
    this.#open = []
    return frame
  }

  finish(): never {
    throw unexpectedEnd()
  }

  /** Reads one head and advances past its own bytes; false if it is incomplete. */
  #readItem(frame: Uint8Array): boolean {
    if (frame[this.#at] === breakByte) {
      if (this.#tagged || this.#open.at(-1) !== indefinite) throw invalid(breakByte)
      this.#open.pop()
      this.#at++
      this.#complete()
      return true
    }
    const head = readHead(frame, this.#at)
    if (head === undefined) return false
    this.#at += head.length
    this.#enter(head)
    return true
  }

  #enter({ major, argument }: Head): void {
    this.#tagged = major === 6
    if (this.#tagged) return
    const children = major === 4 ? argument : major === 5 ? argument * 2 : 0
    if (argument === indefinite || children > 0) {
      if (this.#open.length >= maxNesting) {
        throw new MachineryError('InvalidCBOR', `cbor: exceeded max nested level ${maxNesting}`)
      }
      this.#open.push(argument === indefinite ? indefinite : children)
    } else {
      if (major === 2 || major === 3) this.#at += argument
      this.#complete()
    }
  }

  /** Counts an item off what holds it, and that off what holds it in turn. */
  #complete(): void {
    while (this.#open.length > 0) {
      const last = this.#open.length - 1
      const left = this.#open[last]!
      if (left === indefinite) return
      if (left > 1) {
        this.#open[last] = left - 1
        return
      }
      this.#open.pop()
    }
  }
}
