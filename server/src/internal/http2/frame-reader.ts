import { defaultFrameSize, type Frame, headerLength } from './frame.js'
import { Http2Error } from './http2-error.js'

/** Finds frames in the bytes of a socket. */
export class FrameReader {
  readonly #take: (frame: Frame) => void
  /** The beginning of a frame whose rest is still to come. */
  #begun: Buffer | undefined
  #filled = 0

  constructor(take: (frame: Frame) => void) {
    this.#take = take
  }

  /** Passes on the frames that are whole, without a copy of their content. Throws an {@link Http2Error} for one that is too large. */
  read(chunk: Buffer): void {
    let at = 0
    while (this.#begun !== undefined) {
      at += this.#fill(this.#begun, chunk, at)
      if (this.#filled < this.#begun.length) return
      this.#completed(this.#begun)
    }
    while (chunk.length - at >= headerLength) {
      const length = headerLength + payloadLength(chunk, at)
      if (chunk.length - at < length) break
      this.#take(frameAt(chunk, at, length))
      at += length
    }
    if (at === chunk.length) return
    const isHeaderWhole = chunk.length - at >= headerLength
    this.#begin(Buffer.allocUnsafe(headerLength + (isHeaderWhole ? payloadLength(chunk, at) : 0)))
    this.#fill(this.#begun!, chunk, at)
  }

  #begin(buffer: Buffer | undefined): void {
    this.#begun = buffer
    this.#filled = 0
  }

  #fill(begun: Buffer, chunk: Buffer, at: number): number {
    const copied = chunk.copy(begun, this.#filled, at)
    this.#filled += copied
    return copied
  }

  #completed(begun: Buffer): void {
    const length = headerLength + payloadLength(begun, 0)
    if (begun.length === length) {
      this.#begin(undefined)
      this.#take(frameAt(begun, 0, length))
      return
    }
    // Only now is it known how long the frame is.
    this.#begin(Buffer.allocUnsafe(length))
    this.#fill(this.#begun!, begun, 0)
  }
}

function payloadLength(bytes: Buffer, at: number): number {
  const length = (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!
  if (length > defaultFrameSize) throw new Http2Error('FRAME_SIZE_ERROR', `a frame of ${length} bytes`)
  return length
}

function frameAt(bytes: Buffer, at: number, length: number): Frame {
  return {
    type: bytes[at + 3]!,
    flags: bytes[at + 4]!,
    stream: bytes.readUInt32BE(at + 5) & 0x7fffffff,
    payload: bytes.subarray(at + headerLength, at + length),
  }
}
