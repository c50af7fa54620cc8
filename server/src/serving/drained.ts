import type { EventEmitter } from 'node:events'

/**
 * Resolves when what was written to a stream has left its buffer, or when the stream is closed.
 *
 * `closing` tells the end where another emitter than the stream does, as with web sockets.
 */
export function drained(stream: EventEmitter, closing: EventEmitter = stream): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done)
      closing.off('close', done)
      resolve()
    }
    stream.on('drain', done)
    closing.on('close', done)
  })
}
