import type { GroupVersionKind } from '../../../schema/group-version-kind.js'
import { fromAPIVersionAndKind } from '../../../schema/parse.js'

/** How far from both ends kind and version are looked for. */
const reach = 160
const kindKey = 'kind'
const versionKey = 'apiVersion'

function latin1(data: Uint8Array, start: number, stop: number): string {
  return String.fromCharCode(...data.subarray(Math.max(0, start), stop))
}

/** The string of up to 255 bytes at an offset. */
function stringAt(text: string, at: number): string | undefined {
  const head = text.charCodeAt(at)
  const major = head >> 5
  const info = head & 31
  if ((major !== 2 && major !== 3) || info > 24) return undefined
  const start = info < 24 ? at + 1 : at + 2
  const length = info < 24 ? info : text.charCodeAt(at + 1)
  return start + length > text.length ? undefined : text.slice(start, start + length)
}

/**
 * Guesses the kind of an object from both its ends: in the order of deterministic CBOR, `kind` comes first and `apiVersion`
 * last. The caller has to verify the result. `undefined` if nothing was found.
 */
export function guessTypeMeta(data: Uint8Array): GroupVersionKind | undefined {
  const front = latin1(data, 0, reach)
  const atKind = front.indexOf(kindKey)
  if (atKind < 0) return undefined
  const back = latin1(data, data.length - reach, data.length)
  const atVersion = back.lastIndexOf(versionKey)
  if (atVersion < 0) return undefined
  const kind = stringAt(front, atKind + kindKey.length)
  const apiVersion = stringAt(back, atVersion + versionKey.length)
  return kind === undefined || apiVersion === undefined ? undefined : fromAPIVersionAndKind(apiVersion, kind)
}
