import { stringifyJSON } from 'apimachinery/json'
import type { PatchType } from 'apimachinery/patch'
import type { Patch } from './call-options.js'

const encoder = new TextEncoder()

/** The content type of server-side apply. Only the type of `PatchType` is imported: its package holds all algorithms. */
export const applyContentType: PatchType['contentType'] = 'application/apply-patch+yaml'

/** The bytes of a patch. */
export function patchBytes({ body }: Pick<Patch, 'body'>): Uint8Array {
  if (body instanceof Uint8Array) return body
  return typeof body === 'string' ? encoder.encode(body) : jsonBytes(body)
}

/** A value as JSON, integers exact. */
export function jsonBytes(value: object): Uint8Array {
  return encoder.encode(stringifyJSON(value))
}
