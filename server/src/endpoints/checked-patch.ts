import { messageOf, newBadRequest } from 'apimachinery/errors'
import { stringifyJSON } from 'apimachinery/json'
import { decodeCBOR } from 'apimachinery/runtime/serializer/cbor'
import { yamlToJSON } from 'apimachinery/runtime/serializer/yaml'
import type { PatchMediaType } from './patch-media-type.js'

/**
 * The JSON of a patch, for audit events. A patch without one is refused before the object is looked at.
 *
 * Source: `validateAndTranscodePatch` of k8s.io/apiserver/pkg/endpoints/handlers.
 * @throws StatusError 400 for what is not JSON, YAML or CBOR, as its media type says.
 */
export function checkedPatch(bytes: Uint8Array, mediaType: PatchMediaType): Uint8Array {
  if (mediaType === 'application/apply-patch+yaml') {
    return Buffer.from(stringifyJSON(orRefused('encoding', () => yamlToJSON(bytes))))
  }
  if (mediaType === 'application/apply-patch+cbor') {
    return Buffer.from(stringifyJSON(orRefused('decoding', () => decodeCBOR(bytes) as never)))
  }
  if (!isJSON(bytes)) throw newBadRequest('invalid JSON patch')
  return bytes
}

function orRefused<T>(doing: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw newBadRequest(`error ${doing} patch: ${messageOf(error)}`)
  }
}

/** Bytes in texts that are not UTF-8 are no matter to Go, either. */
function isJSON(bytes: Uint8Array): boolean {
  try {
    JSON.parse(Buffer.from(bytes).toString('utf8'))
    return true
  } catch {
    return false
  }
}
