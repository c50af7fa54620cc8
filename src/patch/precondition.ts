import { goText } from './go-text.js'
import { isMap, type JSONMap, own } from './json-map.js'
import { patchError } from './patch-error.js'

/** Decides whether a patch may be used. */
export type Precondition = (patch: unknown) => boolean

/** Refuses patches that change `key` of the document. */
export function requireKeyUnchanged(key: string): Precondition {
  return (patch) => !isMap(patch) || own(patch, key) === undefined
}

/** Refuses patches that change `metadata.key`. */
export function requireMetadataKeyUnchanged(key: string): Precondition {
  return (patch) => {
    const metadata = isMap(patch) ? own(patch, 'metadata') : undefined
    return !isMap(metadata) || own(metadata, key) === undefined
  }
}

/** @throws MachineryError `PatchPreconditionFailed`; see `isPreconditionFailed`. */
export function checkPreconditions(patch: JSONMap, preconditions: readonly Precondition[] = []): void {
  if (preconditions.every((precondition) => precondition(patch))) return
  throw patchError('PatchPreconditionFailed', `precondition failed for: ${goText(patch)}`)
}
