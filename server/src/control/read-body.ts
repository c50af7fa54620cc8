import { newBadRequest, newRequestEntityTooLargeError } from 'apimachinery/errors'
import type { JSONObject } from 'apimachinery/json'
import type { ReceivedRequest } from '../request/http.js'
import { unsupportedMediaType } from './control-errors.js'

/** Bytes of a body at most. */
const longest = 16 * 1024 * 1024

/** The JSON object in the body of a request; one without a body is `{}`. @throws StatusError */
export async function readBody(request: Pick<ReceivedRequest, 'body' | 'headers'>): Promise<JSONObject> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body) {
    length += chunk.length
    if (length > longest) throw newRequestEntityTooLargeError(`limit is ${longest} bytes`)
    chunks.push(chunk)
  }
  if (length === 0) return {}
  const type = String(request.headers['content-type'] ?? '')
  if (!/^application\/json\s*(;|$)/i.test(type)) throw unsupportedMediaType(type)
  const value = parsed(Buffer.concat(chunks))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw newBadRequest('the body of the request is no JSON object')
  }
  return value as JSONObject
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes), refuseProto)
  } catch (error) {
    throw newBadRequest(`the body of the request is no JSON: ${(error as Error).message}`)
  }
}

/** A key that would become the prototype of a copy. */
function refuseProto(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('the key __proto__ is not allowed')
  return value
}
