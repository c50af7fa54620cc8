import { FrameTooLargeError, unexpectedEnd } from './frame-error.js'
import type { FrameScanner } from './frame-reader.js'

const headerLength = 4

/** Prefixes a frame with its length. */
export function frameWithLength(data: Uint8Array): Uint8Array {
  const framed = new Uint8Array(headerLength + data.length)
  new DataView(framed.buffer).setUint32(0, data.length)
  framed.set(data, headerLength)
  return framed
}

/** Reads the length before each frame. */
export class LengthDelimitedScanner implements FrameScanner {
  readonly #limit: number

  /** Refuses lengths beyond `limit` before the bytes come. */
  constructor(limit: number) {
    this.#limit = limit
  }

  findEnd(frame: Uint8Array): number {
    if (frame.length < headerLength) return -1
    const at = (index: number): number => frame[index]!
    const length = ((at(0) << 24) | (at(1) << 16) | (at(2) << 8) | at(3)) >>> 0
    if (length > this.#limit) throw new FrameTooLargeError(this.#limit)
    return frame.length < headerLength + length ? -1 : headerLength + length
  }

  contentOf(frame: Uint8Array): Uint8Array {
    return frame.subarray(headerLength)
  }

  finish(): never {
    throw unexpectedEnd()
  }
}
