import { constants, createInflate, type Inflate } from 'node:zlib'
import { headerDictionary } from './header-dictionary.js'

/** Header fields of a stream, with names in lower case. */
export type SpdyHeaders = Readonly<Record<string, string>>

/** Bytes of the headers of one stream, uncompressed. */
const mostBytes = 64 * 1024

/** Reads the compressed headers that a peer sends, in their order: all of a connection are one text for the compressor. */
export class SpdyHeaderReader {
  readonly #inflate: Inflate = createInflate({ dictionary: headerDictionary(), flush: constants.Z_SYNC_FLUSH })
  #pieces: Buffer[] = []
  #size = 0
  #failure: Error | undefined

  constructor() {
    this.#inflate.on('error', (error) => {
      this.#failure ??= error
    })
    this.#inflate.on('data', (piece: Buffer) => {
      this.#size += piece.length
      if (this.#size > mostBytes) this.#inflate.destroy(new Error('the headers of a stream are too large'))
      else this.#pieces.push(piece)
    })
  }

  /** @throws Error for bytes that are no headers */
  async read(block: Uint8Array): Promise<SpdyHeaders> {
    await new Promise<void>((resolve) => {
      const done = (): void => {
        this.#inflate.off('close', done)
        resolve()
      }
      this.#inflate.once('close', done)
      this.#inflate.write(block, done)
    })
    if (this.#failure !== undefined) throw this.#failure
    const bytes = Buffer.concat(this.#pieces)
    this.#pieces = []
    this.#size = 0
    return headersIn(bytes)
  }

  close(): void {
    this.#inflate.close()
  }
}

function headersIn(bytes: Buffer): SpdyHeaders {
  let at = 0
  const number = (): number => {
    if (bytes.length - at < 4) throw new Error('the headers of a stream are cut off')
    at += 4
    return bytes.readUInt32BE(at - 4)
  }
  const text = (): string => {
    const length = number()
    if (length > bytes.length - at) throw new Error('the headers of a stream are cut off')
    at += length
    return bytes.toString('utf8', at - length, at)
  }
  const headers: Record<string, string> = Object.create(null)
  for (let left = number(); left > 0; left--) headers[text().toLowerCase()] = text()
  return headers
}
