import { presentKeys, setOwn } from '../../json/json-value.js'
import { parseJSON } from '../../json/parse-json.js'
import { stringifyJSON } from '../../json/stringify-json.js'
import { type DocumentText, isDocumentText } from '../document-text.js'
import { isMap, type JSONMap, own, sameValue } from '../json-map.js'
import { conflictError } from '../patch-conflict.js'
import { boundedDepth, patchError } from '../patch-error.js'
import { checkPreconditions, type Precondition } from '../precondition.js'
import type { ThreeWayDocuments } from '../three-way-documents.js'
import { createMergePatch } from './create-merge-patch.js'
import { mergeMaps } from './merge-value.js'

/** How a three-way merge patch is made. */
export interface ThreeWayMergePatchOptions {
  /** All of them must accept the patch. */
  readonly preconditions?: readonly Precondition[]
}

/**
 * Makes the JSON merge patch that `kubectl apply` sends for kinds without a schema: what changed from `current` to
 * `modified`, and what was deleted from `original` to `modified`. Fields that others have added to `current` stay.
 *
 * Given texts, the answer is text as Go writes it.
 *
 * @throws MachineryError `PatchConflict`, `PatchPreconditionFailed`, `BadJSONDoc` or `MismatchedDocuments`.
 */
export function createThreeWayJSONMergePatch(
  documents: ThreeWayDocuments<DocumentText>,
  options?: ThreeWayMergePatchOptions,
): string
export function createThreeWayJSONMergePatch(documents: ThreeWayDocuments, options?: ThreeWayMergePatchOptions): JSONMap
export function createThreeWayJSONMergePatch(
  documents: ThreeWayDocuments<object | DocumentText>,
  { preconditions = [] }: ThreeWayMergePatchOptions = {},
): unknown {
  const { original, modified, current } = documents
  const isText = [original, modified, current].some(isDocumentText)
  const patch = boundedDepth(() => {
    const changes = withNulls(diff(current, modified, isText), false)
    const deletions = withNulls(diff(original, modified, isText), true)
    // Stryker disable next-line all: asked as in Go; what is set is not deleted
    if (hasConflicts(changes, deletions)) throw conflictError(changes, deletions)
    return mergeMaps(deletions, changes, false)
  })
  checkPreconditions(patch, preconditions)
  return isText ? stringifyJSON(patch) : patch
}

type Document = object | DocumentText | undefined

/** The merge patch between two objects; a missing one is empty. */
function diff(before: Document, after: Document, isText: boolean): JSONMap {
  const [first, second] = [before, after].map((document) => orEmpty(document, isText)) as [object, object]
  const patch: unknown = isText
    ? parseJSON(createMergePatch(first as DocumentText, second as DocumentText), { numbers: 'go' })
    : createMergePatch(first, second)
  if (isMap(patch)) return patch
  const message = 'json: cannot unmarshal array into Go value of type map[string]interface {}'
  throw patchError('BadJSONDoc', message)
}

function orEmpty(document: Document, isText: boolean): object | DocumentText {
  if (document === undefined || (isDocumentText(document) && document.length === 0)) return isText ? '{}' : {}
  return document
}

/** Keeps only the nulls of a patch, or everything but them. An object that becomes empty is removed, one that was empty is kept. */
function withNulls(patch: JSONMap, only: boolean): JSONMap {
  const result: JSONMap = {}
  for (const key of presentKeys(patch)) {
    const value = patch[key]
    if (isMap(value) && Object.keys(value).length > 0) {
      const kept = withNulls(value, only)
      if (Object.keys(kept).length > 0) setOwn(result, key, kept)
    } else if ((value === null) === only) {
      setOwn(result, key, value)
    }
  }
  return result
}

/** Reports whether two JSON merge patches set a field to different values. @throws MachineryError `PatchTooDeep`. */
export function hasConflicts(left: unknown, right: unknown): boolean {
  return boundedDepth(() => conflict(left, right))
}

function conflict(left: unknown, right: unknown): boolean {
  if (isMap(left)) {
    if (!isMap(right)) return true
    return presentKeys(left).some((key) => {
      const theirs = own(right, key)
      return theirs !== undefined && conflict(left[key], theirs)
    })
  }
  if (!Array.isArray(left)) return !sameValue(left, right)
  if (!Array.isArray(right) || left.length !== right.length) return true
  return left.some((element, i) => conflict(element, right[i]))
}
