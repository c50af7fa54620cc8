import { newRequestEntityTooLargeError } from '../../../errors/new-status-error.js'
import { concatBytes } from '../../../internal/bytes.js'
import { type ChunkSource, chunksOf } from './chunks.js'

/** How a body is read. */
export interface ReadBodyOptions {
  /** Largest body, in bytes. */
  readonly limit: number
  /** What the sender says of the length: a body that says it is too large is not read at all. */
  readonly contentLength?: number | string | null | undefined
  /** Ends the reading when it is aborted. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Reads a whole body and no more than is allowed; the source is cancelled when it has more.
 *
 * @throws StatusError `RequestEntityTooLarge` (413), in Go's words; what the source throws; the reason of `signal`.
 */
export async function readBody(source: ChunkSource | null | undefined, options: ReadBodyOptions): Promise<Uint8Array> {
  const { limit, contentLength, signal } = options
  signal?.throwIfAborted()
  const tooLarge = () => newRequestEntityTooLargeError(`limit is ${limit}`)
  const chunks = chunksOf(source ?? new Uint8Array())
  if (Number(contentLength ?? 0) > limit) {
    await chunks.return?.()
    throw tooLarge()
  }
  const leave = () => void chunks.return?.()
  signal?.addEventListener('abort', leave, { once: true })
  try {
    const read: Uint8Array[] = []
    let size = 0
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > limit) throw tooLarge()
      read.push(chunk)
    }
    signal?.throwIfAborted()
    return read.length === 1 ? (read[0] as Uint8Array) : concatBytes(read)
  } finally {
    signal?.removeEventListener('abort', leave)
  }
}
