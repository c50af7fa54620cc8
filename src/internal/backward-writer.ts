import { encodeEscaped, hasLoneSurrogate } from './escaped-text.js'
import { nativeBuffer, type TextBytes, textBytes } from './native-text.js'

/** From this length on the platform writes text faster than a loop does. */
const longText = 48
const initialSize = 1024
/** The largest buffer made in advance. */
const mostInAdvance = 2 ** 24

/** How large a buffer to begin with when the last one that was written took `length` bytes. */
export function roomFor(length: number): number {
  return Math.min(length + initialSize, mostInAdvance)
}

let encoder: TextEncoder | undefined

/**
 * Writes bytes from the end to the beginning: when a length prefix is written, its content is already there and needs no
 * separate measuring.
 */
export class BackwardWriter {
  protected buffer: Uint8Array
  private native: TextBytes | undefined
  /** How many of the texts written were not ASCII. */
  wideTexts = 0
  /** Position of the last byte written; everything before it is free. */
  protected pos: number

  constructor(size: number = initialSize) {
    this.buffer = new Uint8Array(size)
    this.native = textBytes(this.buffer)
    this.pos = size
  }

  /** How much has been written. The difference of two of them is the length of what was written between. */
  get length(): number {
    return this.buffer.length - this.pos
  }

  /** The bytes written, in a memory block of their own. */
  finish(): Uint8Array {
    return this.buffer.slice(this.pos)
  }

  /** Forgets what has been written. */
  reset(): void {
    this.pos = this.buffer.length
  }

  /** Forgets all but the first `length` bytes that were written. */
  truncate(length: number): void {
    this.pos = this.buffer.length - length
  }

  /** Makes room for `size` bytes. */
  protected room(size: number): void {
    if (this.pos < size) this.grow(size)
  }

  private grow(size: number): void {
    const used = this.length
    const grown = new Uint8Array(Math.max(this.buffer.length * 2, used + size))
    grown.set(this.buffer.subarray(this.pos), grown.length - used)
    this.buffer = grown
    this.native = textBytes(grown)
    this.pos = grown.length - used
  }

  byte(value: number): void {
    this.room(1)
    this.buffer[--this.pos] = value
  }

  /** Writes bytes without their length. */
  bytes(bytes: ArrayLike<number>): void {
    this.room(bytes.length)
    this.pos -= bytes.length
    this.buffer.set(bytes, this.pos)
  }

  /** Writes text as UTF-8 and returns its length in bytes. */
  text(text: string): number {
    const { length } = text
    if (length >= longText) return this.long(text)
    this.room(length * 3)
    const { buffer } = this
    let at = this.pos
    for (let i = length - 1; i >= 0; i--) {
      const unit = text.charCodeAt(i)
      if (unit < 128) buffer[--at] = unit
      else return this.wide(text)
    }
    this.pos = at
    return length
  }

  private long(text: string): number {
    const size = nativeBuffer()?.byteLength(text)
    if (size !== text.length) return this.wide(text)
    this.room(size)
    this.pos -= size
    this.native?.latin1Write(text, this.pos, size)
    return size
  }

  private wide(text: string): number {
    this.wideTexts++
    encoder ??= new TextEncoder()
    const bytes = hasLoneSurrogate(text) ? encodeEscaped(text) : encoder.encode(text)
    this.bytes(bytes)
    return bytes.length
  }
}
