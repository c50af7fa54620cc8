import { drained, type NodeWritable } from '../transport/drained.js'

export type { NodeWritable }

/** Where bytes come from: text, bytes, Node streams, WHATWG streams, generators. */
export type ByteSource =
  | string
  | Uint8Array
  | AsyncIterable<Uint8Array | string>
  | Iterable<Uint8Array | string>
  | ReadableStream<Uint8Array | string>

/** Where bytes go: a Node `Writable`, a WHATWG `WritableStream`, or a function. */
export type ByteSink = NodeWritable | WritableStream<Uint8Array> | ((chunk: Uint8Array) => void | Promise<void>)

const encoder = new TextEncoder()

/** The bytes of a source, piece by piece. */
export async function* bytesOf(source: ByteSource): AsyncGenerator<Uint8Array, undefined> {
  if (typeof source === 'string') yield encoder.encode(source)
  else if (source instanceof Uint8Array) yield source
  else if ('getReader' in source) yield* readStream(source)
  else for await (const chunk of source) yield typeof chunk === 'string' ? encoder.encode(chunk) : chunk
}

async function* readStream(stream: ReadableStream<Uint8Array | string>): AsyncGenerator<Uint8Array, undefined> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      yield typeof value === 'string' ? encoder.encode(value) : value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
    reader.releaseLock()
  }
}

/** A function that writes to a sink, and waits while the sink is full. */
export function writerOf(sink: ByteSink): (chunk: Uint8Array) => Promise<void> {
  if (typeof sink === 'function') return async (chunk) => sink(chunk)
  if ('getWriter' in sink) {
    const writer = sink.getWriter()
    return async (chunk) => {
      await writer.ready
      await writer.write(chunk)
    }
  }
  return async (chunk) => {
    // Output for a closed sink is dropped: the command continues, as with a closed pipe.
    if (sink.destroyed !== true && !sink.write(chunk)) await drained(sink)
  }
}
