import { parseJSON } from '../../json/parse-json.js'
import { stringifyJSON } from '../../json/stringify-json.js'
import { accessedByMergePatch } from '../accessed-parts.js'
import { type DocumentText, documentText, isDocumentText } from '../document-text.js'
import { isMap, type JSONMap, withPrototypeOf } from '../json-map.js'
import { boundedDepth, patchError } from '../patch-error.js'
import { readParts } from '../read-parts.js'
import { mergeMaps, withoutNulls } from './merge-value.js'

/**
 * Applies a JSON merge patch, RFC 7396.
 *
 * Given texts, the answer is text, byte for byte as Go writes it: what the patch does not touch stays as it is written,
 * number text such as `1.0` included. Given objects, it is an object of the class of `original` that shares with both
 * arguments what they have in common; neither is changed. The patch of an object may be text.
 *
 * @throws MachineryError `BadJSONDoc` or `BadJSONPatch` for what is not JSON, and for `null`.
 */
export function mergePatch(original: DocumentText, patch: DocumentText): string
export function mergePatch<T extends object>(original: T, patch: object | DocumentText): T
export function mergePatch(original: object | DocumentText, patch: object | DocumentText): unknown {
  return apply(original, patch, false)
}

/** Combines two JSON merge patches into one that does what they do one after another. Takes texts or objects. */
export function mergeMergePatches(first: DocumentText, second: DocumentText): string
export function mergeMergePatches<T extends object>(first: T, second: object | DocumentText): T
export function mergeMergePatches(first: object | DocumentText, second: object | DocumentText): unknown {
  return apply(first, second, true)
}

function apply(original: object | DocumentText, patch: object | DocumentText, keepNulls: boolean): unknown {
  return boundedDepth(() => {
    const isText = isDocumentText(original)
    const [before, change] = readBoth(original, patch, (text) =>
      isText ? readParts(text, keepNulls ? undefined : 'objects') : parseJSON(text),
    )
    if (before === null) throw invalid('BadJSONDoc')
    if (change === null) throw invalid('BadJSONPatch')
    const merged = mergeRoots(before, change, keepNulls)
    if (isText) return stringifyJSON(merged)
    return isMap(merged) && isMap(original) ? withPrototypeOf(original, merged) : merged
  })
}

/** Errors of the original are reported first. */
function readBoth(
  original: object | DocumentText,
  patch: object | DocumentText,
  readPatch: (text: string) => unknown,
): [before: unknown, change: unknown] {
  let change: unknown
  try {
    change = read(patch, 'BadJSONPatch', readPatch)
  } catch (error) {
    read(original, 'BadJSONDoc', readParts)
    throw error
  }
  const accessed = isMap(change) ? accessedByMergePatch(change) : undefined
  return [read(original, 'BadJSONDoc', (text) => readParts(text, accessed)), change]
}

function mergeRoots(before: unknown, change: unknown, keepNulls: boolean): object {
  if (isMap(change)) {
    if (isMap(before)) return mergeMaps(before, change, keepNulls)
    return keepNulls ? { ...change } : (withoutNulls(change) as JSONMap)
  }
  if (!Array.isArray(change)) throw invalid('BadJSONPatch')
  return withoutNulls(change) as unknown[]
}

function read(
  document: object | DocumentText,
  code: 'BadJSONDoc' | 'BadJSONPatch',
  readText: (text: string) => unknown,
): unknown {
  if (!isDocumentText(document)) return document
  try {
    return readText(documentText(document))
  } catch (error) {
    if (error instanceof RangeError) throw error
    throw invalid(code, error)
  }
}

function invalid(code: 'BadJSONDoc' | 'BadJSONPatch', cause?: unknown): Error {
  return patchError(code, code === 'BadJSONDoc' ? 'Invalid JSON Document' : 'Invalid JSON Patch', cause)
}
