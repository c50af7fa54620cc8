import { MachineryError } from '../../../errors/machinery-error.js'
import { concatBytes } from '../../../internal/bytes.js'
import type { Framer } from '../serializer-info.js'

const headSize = 4
/** What Go's streaming decoder takes for one object. */
const defaultMaxFrame = 16 * 1024 * 1024

/** Frames are preceded by their length: four bytes, the most significant first. */
export class LengthDelimitedFramer implements Framer {
  readonly #maxFrame: number

  /** `maxFrame` is the largest frame that is read, in bytes; default 16 MiB. */
  constructor(options: { readonly maxFrame?: number } = {}) {
    this.#maxFrame = options.maxFrame ?? defaultMaxFrame
  }

  frame(data: Uint8Array): Uint8Array {
    const head = new Uint8Array(headSize)
    new DataView(head.buffer).setUint32(0, data.length)
    return concatBytes([head, data])
  }

  /** @throws MachineryError `FrameTooLarge`, `UnexpectedEnd` for a stream that ends inside a frame. */
  async *newFrameReader(stream: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    let parts: Uint8Array[] = []
    let held = 0
    let wanted = headSize
    let inHead = true
    for await (const chunk of stream) {
      parts.push(chunk)
      held += chunk.length
      if (held < wanted) continue
      let rest = concatBytes(parts)
      while (rest.length >= wanted) {
        const part = rest.subarray(0, wanted)
        rest = rest.subarray(wanted)
        if (inHead) wanted = this.#checked(new DataView(part.buffer, part.byteOffset, headSize).getUint32(0))
        else wanted = headSize
        if (!inHead) yield part
        inHead = !inHead
      }
      parts = [rest]
      held = rest.length
    }
    if (held > 0 || !inHead) throw new MachineryError('UnexpectedEnd', 'unexpected EOF')
  }

  #checked(size: number): number {
    if (size > this.#maxFrame) {
      throw new MachineryError('FrameTooLarge', `frame of ${size} bytes is larger than ${this.#maxFrame}`)
    }
    return size
  }
}
