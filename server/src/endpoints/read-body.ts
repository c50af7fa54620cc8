import { newRequestEntityTooLargeError, newTimeoutError } from 'apimachinery/errors'
import type { ServerRequest } from '../request/http.js'

/**
 * Reads the whole body of a request. A peer that sends nothing more is not waited for when the time of the request is up.
 *
 * @throws StatusError 413 for more than `limit` bytes, 504 when the request is aborted.
 */
export async function readBody({ body, observer, signal }: ServerRequest, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  const iterator = body[Symbol.asyncIterator]()
  let onAbort: (() => void) | undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(newTimeoutError('request did not complete within the allotted timeout', 0))
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    // Not `for await`: leaving one early destroys the stream, and with it the way for the answer.
    for (;;) {
      const next = await Promise.race([iterator.next(), aborted])
      if (next.done === true) break
      size += next.value.length
      if (size > limit) throw newRequestEntityTooLargeError(`limit is ${limit}`)
      chunks.push(next.value)
    }
  } finally {
    if (onAbort !== undefined) signal.removeEventListener('abort', onAbort)
  }
  observer?.bodySize(size)
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks, size)
}
