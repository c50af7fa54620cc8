import { encodeUtf8 } from '../../../internal/utf8.js'

/** Anything bytes or text come from piece by piece: web streams, Node streams, generators, arrays. */
export type ChunkSource =
  | ReadableStream<Uint8Array | string>
  | AsyncIterable<Uint8Array | string>
  | Iterable<Uint8Array | string>

function isReadableStream(source: ChunkSource): source is ReadableStream<Uint8Array | string> {
  return typeof (source as Partial<ReadableStream>).getReader === 'function'
}

/** Not every browser can iterate a web stream. */
async function* readAll<T>(stream: ReadableStream<T>): AsyncGenerator<T, void, undefined> {
  const reader = stream.getReader()
  let ended = false
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) {
        ended = true
        return
      }
      yield value
    }
  } finally {
    if (!ended) await reader.cancel()
    reader.releaseLock()
  }
}

/** Yields the bytes of any source; leaving the loop early cancels it. */
export async function* chunksOf(source: ChunkSource): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of isReadableStream(source) ? readAll(source) : source) {
    yield typeof chunk === 'string' ? encodeUtf8(chunk) : chunk
  }
}
