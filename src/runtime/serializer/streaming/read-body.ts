import { newRequestEntityTooLargeError } from '../../../errors/new-status-error.js'
import { concatBytes } from '../../../internal/bytes.js'
import { type ChunkSource, chunksOf } from './chunks.js'

/** How a body is read. */
export interface ReadBodyOptions {
  /** Largest body, in bytes. Default: no limit. */
  readonly limit?: number | undefined
  /** Makes the error for a larger body. Default: `RequestEntityTooLarge`. */
  readonly tooLarge?: (() => Error) | undefined
  /** Returns the first bytes of a larger body, without an error. Default: false. */
  readonly truncate?: boolean | undefined
  /** The announced length: if it exceeds the limit, the body is not read at all. */
  readonly contentLength?: number | string | null | undefined
  /** Ends the reading when it is aborted. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Reads a whole body up to a limit; the source is cancelled if it has more.
 *
 * @throws the error of `tooLarge`, by default StatusError `RequestEntityTooLarge` (413) in Go's wording; errors of the source; the reason of `signal`.
 */
export async function readBody(
  source: ChunkSource | null | undefined,
  options: ReadBodyOptions = {},
): Promise<Uint8Array> {
  const { limit = Number.POSITIVE_INFINITY, contentLength, signal, truncate = false } = options
  signal?.throwIfAborted()
  const tooLarge = options.tooLarge ?? (() => newRequestEntityTooLargeError(`limit is ${limit}`))
  const chunks = chunksOf(source ?? new Uint8Array())
  if (Number(contentLength ?? 0) > limit && !truncate) {
    await chunks.return?.()
    throw tooLarge()
  }
  const cancel = () => void chunks.return?.()
  signal?.addEventListener('abort', cancel, { once: true })
  try {
    const read: Uint8Array[] = []
    let size = 0
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > limit && !truncate) throw tooLarge()
      read.push(size > limit ? chunk.subarray(0, chunk.length - (size - limit)) : chunk)
      if (size > limit) break
    }
    signal?.throwIfAborted()
    return read.length === 1 ? read[0]! : concatBytes(read)
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}
