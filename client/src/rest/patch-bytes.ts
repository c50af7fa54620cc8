import { stringifyJSON } from 'apimachinery/json'
import type { Patch } from './call-options.js'

const encoder = new TextEncoder()

/** The bytes of a patch. */
export function patchBytes({ body }: Patch): Uint8Array {
  if (body instanceof Uint8Array) return body
  return typeof body === 'string' ? encoder.encode(body) : jsonBytes(body)
}

/** A value as JSON, integers exact. */
export function jsonBytes(value: object): Uint8Array {
  return encoder.encode(stringifyJSON(value as never))
}
