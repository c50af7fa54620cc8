import { documentValueWith } from '../../json/document-value.js'
import { hasLongInteger } from '../../json/has-long-integer.js'
import type { NumberLiteral } from '../../json/json-document.js'
import { type JSONValue, presentKeys, setOwn } from '../../json/json-value.js'
import { numberValue } from '../../json/number-value.js'
import { parseDocument } from '../../json/parse-document.js'
import { parseJSON } from '../../json/parse-json.js'
import { replaceSurrogates } from '../../json/replace-surrogates.js'
import { stringifyJSON } from '../../json/stringify-json.js'
import { type DocumentText, documentText, isDocumentText } from '../document-text.js'
import { isMap, type JSONMap, own, sameValue } from '../json-map.js'
import { boundedDepth, patchError } from '../patch-error.js'

/**
 * Makes the JSON merge patch that turns `original` into `modified`; of two arrays of equal length, an array of patches.
 *
 * Given texts, the answer is text as Go writes it, `1.0` as `1`; integers within int64 are kept digit for digit, where Go
 * rounds them to a float64. Given objects, it is an object that shares parts of `modified`.
 *
 * A merge patch cannot set a member to `null`.
 *
 * @throws MachineryError `BadJSONDoc`, or `MismatchedDocuments` for an array and something else.
 */
export function createMergePatch(original: DocumentText, modified: DocumentText): string
export function createMergePatch(original: object, modified: object): JSONMap
export function createMergePatch(original: object | DocumentText, modified: object | DocumentText): unknown {
  const isText = isDocumentText(original)
  const patch = boundedDepth(() => diffDocuments(...shapesOf(original, modified)))
  return isText ? stringifyJSON(patch as JSONValue) : patch
}

/** The documents as values; that only one is an array is found before anything else. */
function shapesOf(original: object | DocumentText, modified: object | DocumentText): [unknown, unknown] {
  const [before, after] = [original, modified].map((each) => (isDocumentText(each) ? documentText(each) : each))
  if (looksLikeArray(before) !== looksLikeArray(after)) {
    throw patchError('MismatchedDocuments', 'Mismatched JSON Documents')
  }
  return [readDocument(before), readDocument(after)]
}

function looksLikeArray(document: unknown): boolean {
  return typeof document === 'string' ? /^\s*\[/.test(document) && /\]\s*$/.test(document) : Array.isArray(document)
}

function readDocument(document: unknown): unknown {
  if (typeof document !== 'string') return document
  try {
    if (!hasLongInteger(document)) return parseJSON(document)
    return documentValueWith(parseDocument(replaceSurrogates(document)), floatOf)
  } catch (error) {
    throw badDocument(error)
  }
}

/** Go holds each of these numbers as a float, which has a negative zero. */
function floatOf({ text }: NumberLiteral): number | bigint {
  return /^-0+$/.test(text) ? -0 : numberValue(text, 'go')
}

function badDocument(cause?: unknown): Error {
  return patchError('BadJSONDoc', 'Invalid JSON Document', cause)
}

function diffDocuments(original: unknown, modified: unknown): unknown {
  if (!Array.isArray(original) || !Array.isArray(modified)) return diffMaps(asMap(original), asMap(modified))
  if (original.length !== modified.length) throw badDocument()
  return original.map((element, i) => diffMaps(asMap(element), asMap(modified[i])))
}

/** To Go null is an empty object here. */
function asMap(value: unknown): JSONMap {
  if (value === null) return {}
  if (!isMap(value)) throw badDocument()
  return value
}

/** The merge patch that turns one object into another. */
function diffMaps(original: JSONMap, modified: JSONMap): JSONMap {
  const patch: JSONMap = {}
  for (const key of presentKeys(modified)) {
    const before = own(original, key)
    const after = modified[key]
    if (isMap(before) && isMap(after)) {
      const difference = diffMaps(before, after)
      if (Object.keys(difference).length > 0) setOwn(patch, key, difference)
    } else if (before === undefined || !sameValue(before, after)) {
      setOwn(patch, key, after)
    }
  }
  for (const key of presentKeys(original)) if (own(modified, key) === undefined) setOwn(patch, key, null)
  return patch
}
