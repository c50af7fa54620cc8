import { newRequestEntityTooLargeError, newTimeoutError } from 'apimachinery/errors'
import type { AuthorizedRequest } from '../request/http.js'

/**
 * Reads the whole body of a request. A peer that sends nothing more is not waited for when the time of the request is up. The library's
 * `readBody` would end the stream of a body that is too large, and with it the way for the answer.
 *
 * @throws StatusError 413 for more than `limit` bytes, 504 when the request is cancelled.
 */
export async function readBody(
  { body, observer, cancellation }: AuthorizedRequest,
  limit: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  const iterator = body[Symbol.asyncIterator]()
  const cancelled = new Promise<never>((_resolve, reject) => {
    cancellation.setListener(() => reject(newTimeoutError('request did not complete within the allotted timeout', 0)))
  })
  try {
    // Not `for await`: leaving one early destroys the stream.
    for (;;) {
      const next = await Promise.race([iterator.next(), cancelled])
      if (next.done === true) break
      size += next.value.length
      if (size > limit) throw newRequestEntityTooLargeError(`limit is ${limit}`)
      chunks.push(next.value)
    }
  } finally {
    cancellation.setListener(undefined)
  }
  observer.bodySize(size)
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size)
}
