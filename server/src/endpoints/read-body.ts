import { newRequestEntityTooLargeError } from 'apimachinery/errors'
import type { ServerRequest } from '../request/http.js'

/** Reads the whole body of a request. @throws StatusError 413 for more than `limit` bytes. */
export async function readBody({ body, observer }: ServerRequest, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > limit) throw newRequestEntityTooLargeError(`limit is ${limit}`)
    chunks.push(chunk)
  }
  observer?.bodySize(size)
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks, size)
}
