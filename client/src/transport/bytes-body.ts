import type { ResponseBody } from './transport.js'

const nothing = new Uint8Array(0)

/** A body that is there already. */
export class BytesBody implements ResponseBody {
  #bytes: Uint8Array

  constructor(bytes: Uint8Array = nothing) {
    this.#bytes = bytes
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, undefined> {
    const bytes = this.#take()
    if (bytes.length > 0) yield bytes
  }

  async bytes(): Promise<Uint8Array> {
    return this.#take()
  }

  cancel(): void {
    this.#take()
  }

  #take(): Uint8Array {
    const bytes = this.#bytes
    this.#bytes = nothing
    return bytes
  }
}
