import { MachineryError } from '../../../errors/machinery-error.js'
import { concatBytes } from '../../../internal/bytes.js'
import type { Framer } from '../serializer-info.js'
import { isCBORError } from './cbor-error.js'
import { CBORReader } from './cbor-reader.js'

/** What Go's streaming decoder takes for one object. */
const defaultMaxFrame = 16 * 1024 * 1024

/** Frames are CBOR data items one after another (RFC 8742); an item says itself where it ends. */
export class CBORSequenceFramer implements Framer {
  readonly #maxFrame: number

  /** `maxFrame` is the largest item that is read, in bytes; default 16 MiB. */
  constructor(options: { readonly maxFrame?: number } = {}) {
    this.#maxFrame = options.maxFrame ?? defaultMaxFrame
  }

  frame(data: Uint8Array): Uint8Array {
    return data
  }

  /** @throws CBORError for what is no CBOR; MachineryError `FrameTooLarge`, `UnexpectedEnd`. */
  async *newFrameReader(stream: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    let rest = new Uint8Array() as Uint8Array
    /** An item that was incomplete is looked at again when twice as much is there, so that the work stays linear. */
    let enough = 0
    for await (const chunk of stream) {
      rest = rest.length === 0 ? chunk : concatBytes([rest, chunk])
      if (rest.length < enough) continue
      for (let end = this.#itemEnd(rest); end > 0; end = this.#itemEnd(rest)) {
        yield rest.subarray(0, end)
        rest = rest.subarray(end)
      }
      enough = rest.length
    }
    if (rest.length > 0) throw new MachineryError('UnexpectedEnd', 'unexpected EOF')
  }

  /** Where the first item ends; 0 when it is not complete yet. */
  #itemEnd(data: Uint8Array): number {
    if (data.length === 0) return 0
    const reader = new CBORReader(data)
    try {
      reader.skip()
    } catch (error) {
      if (!isCBORError(error) || error.message !== 'unexpected EOF') throw error
      if (data.length > this.#maxFrame) {
        throw new MachineryError('FrameTooLarge', `item of more than ${this.#maxFrame} bytes`)
      }
      return 0
    }
    return reader.pos
  }
}
