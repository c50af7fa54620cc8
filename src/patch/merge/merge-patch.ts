import { accessedByMergePatch } from '../accessed-parts.js'
import { type DocumentText, isDocumentText, textOf } from '../document-text.js'
import { isMap, withPrototypeOf } from '../json-map.js'
import { boundedDepth, patchError } from '../patch-error.js'
import { SourceTexts } from '../source-texts.js'
import { mergeText } from './merge-text.js'
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
  const merged = isDocumentText(original) && isDocumentText(patch) ? mergeText(original, patch) : undefined
  return merged ?? apply(original, patch, false)
}

/** Combines two JSON merge patches into one that does what they do one after another. Takes texts or objects. */
export function mergeMergePatches(first: DocumentText, second: DocumentText): string
export function mergeMergePatches<T extends object>(first: T, second: object | DocumentText): T
export function mergeMergePatches(first: object | DocumentText, second: object | DocumentText): unknown {
  return apply(first, second, true)
}

function apply(original: object | DocumentText, patch: object | DocumentText, keepNulls: boolean): unknown {
  const texts = new SourceTexts()
  const { before, change } = readBoth(original, patch, texts)
  if (before === null) throw invalid('BadJSONDoc')
  if (change === null) throw invalid('BadJSONPatch')
  return boundedDepth(() => {
    const merged = mergeRoots(before, change, keepNulls)
    if (isDocumentText(original)) return texts.write(merged)
    return isMap(merged) && isMap(original) ? withPrototypeOf(original, merged) : merged
  })
}

/** Parses the parts of the original that the patch reads. Errors of the original are reported first. */
function readBoth(original: object | DocumentText, patch: object | DocumentText, texts: SourceTexts) {
  let change: unknown
  try {
    change = read(patch, 'BadJSONPatch', (text) => texts.read(text))
  } catch (error) {
    read(original, 'BadJSONDoc', (text) => texts.read(text))
    throw error
  }
  const looked = boundedDepth(() => (isMap(change) ? accessedByMergePatch(change) : 'everything'))
  return { before: read(original, 'BadJSONDoc', (text) => texts.read(text, looked)), change }
}

function mergeRoots(before: unknown, change: unknown, keepNulls: boolean): unknown {
  if (isMap(change)) {
    if (isMap(before)) return mergeMaps(before, change, keepNulls)
    return keepNulls ? { ...change } : withoutNulls(change)
  }
  if (!Array.isArray(change)) throw invalid('BadJSONPatch')
  return withoutNulls(change)
}

function read(
  document: object | DocumentText,
  code: 'BadJSONDoc' | 'BadJSONPatch',
  readText: (text: string) => unknown,
): unknown {
  if (!isDocumentText(document)) return document
  try {
    return readText(textOf(document))
  } catch (error) {
    throw invalid(code, error)
  }
}

function invalid(code: 'BadJSONDoc' | 'BadJSONPatch', cause?: unknown): Error {
  return patchError(code, code === 'BadJSONDoc' ? 'Invalid JSON Document' : 'Invalid JSON Patch', cause)
}
