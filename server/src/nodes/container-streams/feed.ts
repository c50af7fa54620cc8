import type { Writable } from 'node:stream'
import { drained } from '../../serving/drained.js'

/** Writes what comes to a stream, and ends it; what follows after the stream has closed is dropped. */
export async function feed(from: AsyncIterable<Uint8Array>, to: Writable): Promise<void> {
  try {
    for await (const piece of from) if (to.writable && !to.write(piece)) await drained(to)
  } catch {
    // The connection that it comes from is gone.
  }
  to.end()
}

/** Drops what comes. */
export async function drop(from: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const _ of from);
  } catch {
    // The connection that it comes from is gone.
  }
}
