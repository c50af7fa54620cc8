import { type DocumentText, documentText, GoReader, isDocumentText } from '../document-text.js'
import { isMap, type JSONMap, withPrototypeOf } from '../json-map.js'
import { conflictError } from '../patch-conflict.js'
import { boundedDepth, fixedError } from '../patch-error.js'
import type { LookupPatchMeta } from '../patch-meta.js'
import { type PatchSchema, patchMetaFor } from '../patch-schema.js'
import { checkPreconditions, type Precondition } from '../precondition.js'
import type { ThreeWayDocuments } from '../three-way-documents.js'
import { writeSorted } from '../write-sorted.js'
import { mapsHaveConflicts } from './conflicts.js'
import { diffMaps } from './diff.js'
import type { DiffOptions } from './diff-place.js'
import { mergeMap } from './merge-map.js'
import { readTouched } from './touched-document.js'

/** How a strategic merge patch is made. */
export interface StrategicPatchOptions {
  /** How the kind is merged. Default: by the class of the original. */
  readonly schema?: PatchSchema
  /** All of them must accept the patch. */
  readonly preconditions?: readonly Precondition[]
}

/** How a three-way patch is made. */
export interface ThreeWayPatchOptions extends StrategicPatchOptions {
  /** Change fields although another client has changed them differently meanwhile. Default: refuse. */
  readonly overwrite?: boolean
}

const applying = { mergeParallelList: true, ignoreUnmatchedNulls: true }
const combining = { mergeParallelList: false, ignoreUnmatchedNulls: false }
const everything: DiffOptions = { setElementOrder: true, ignoreChangesAndAdditions: false, ignoreDeletions: false }
const changesOnly: DiffOptions = { ...everything, ignoreDeletions: true }
const deletionsOnly: DiffOptions = { ...everything, ignoreChangesAndAdditions: true }
const withoutOrder: DiffOptions = { ...everything, setElementOrder: false }

/**
 * Applies a strategic merge patch.
 *
 * For texts, the result is text, byte for byte as Go writes it. For values, it is a value of the class of `original` that
 * shares with both arguments what they have in common; neither is changed. The patch of a value may be text.
 *
 * @param schema - how the kind is merged: its class, a descriptor, or metadata from OpenAPI. Default: by the class of
 * `original`.
 * @throws MachineryError with a code of this folder, and Go's wording.
 * @see https://kubernetes.io/docs/tasks/manage-kubernetes-objects/update-api-object-kubectl-patch/
 */
export function strategicMergePatch(original: DocumentText, patch: DocumentText, schema: PatchSchema): string
export function strategicMergePatch<T extends object>(
  original: T,
  patch: object | DocumentText,
  schema?: PatchSchema,
): T
export function strategicMergePatch(
  original: object | DocumentText,
  patch: object | DocumentText,
  schema?: PatchSchema,
): unknown {
  const reader = new GoReader()
  if (!isDocumentText(original)) return strategicMergeMapPatch(original, mapOf(patch, reader), schema)
  const change = mapOf(patch, reader)
  const isPlain = reader.plain && isDocumentText(patch)
  const { map, plain } = readTouched(documentText(original), change) ?? {
    map: readMap(original, reader),
    plain: reader.plain,
  }
  return writeSorted(merge(map, change, patchMetaFor(schema)), isPlain && plain)
}

/** {@link strategicMergePatch} of values. */
export function strategicMergeMapPatch<T extends object>(original: T, patch: object, schema?: PatchSchema): T {
  const merged = merge(mapFrom(original), mapFrom(patch), patchMetaFor(schema, original))
  return withPrototypeOf(original, merged) as T
}

function merge(original: JSONMap, patch: JSONMap, schema: LookupPatchMeta): JSONMap {
  return boundedDepth(() => mergeMap(original, patch, { schema, options: applying }))
}

/**
 * Makes the strategic merge patch that turns `original` into `modified`.
 *
 * Given texts, the answer is text, byte for byte as Go writes it; empty text is an empty document. Given values, it is a
 * value that shares parts of `modified`.
 *
 * @throws MachineryError `PatchPreconditionFailed`, or another code of this folder.
 */
export function createTwoWayMergePatch(
  original: DocumentText,
  modified: DocumentText,
  options: PatchSchema | (StrategicPatchOptions & { readonly schema: PatchSchema }),
): string
export function createTwoWayMergePatch(
  original: object,
  modified: object,
  options?: PatchSchema | StrategicPatchOptions,
): JSONMap
export function createTwoWayMergePatch(
  original: object | DocumentText,
  modified: object | DocumentText,
  options?: PatchSchema | StrategicPatchOptions,
): unknown {
  if (!isDocumentText(original)) return createTwoWayMergeMapPatch(original, modified as object, options)
  const reader = new GoReader()
  const documents = [original, modified as DocumentText].map((text) => readOrEmpty(text, reader))
  return writeSorted(createTwoWayMergeMapPatch(documents[0]!, documents[1]!, options), reader.plain)
}

/** {@link createTwoWayMergePatch} of values. */
export function createTwoWayMergeMapPatch(
  original: object,
  modified: object,
  options?: PatchSchema | StrategicPatchOptions,
): JSONMap {
  const { schema, preconditions } = withSchema(options)
  const patch = diff(mapFrom(original), mapFrom(modified), {
    schema: patchMetaFor(schema, original),
    options: everything,
  })
  checkPreconditions(patch, preconditions)
  return patch
}

function diff(
  original: JSONMap,
  modified: JSONMap,
  { schema, options }: { readonly schema: LookupPatchMeta; readonly options: DiffOptions },
): JSONMap {
  return boundedDepth(() => diffMaps(original, modified, { schema, options, retainKeys: false }))
}

/**
 * Makes the strategic merge patch that `kubectl apply` sends: the changes from `current` to `modified`, and the deletions
 * from `original` to `modified`. Fields that other clients added to `current` stay.
 *
 * For texts, the result is text, byte for byte as Go writes it.
 *
 * @throws MachineryError `PatchConflict` if `current` was changed differently and `overwrite` is not set,
 * `PatchPreconditionFailed`, or another code of this folder.
 */
export function createThreeWayMergePatch(
  documents: ThreeWayDocuments<DocumentText>,
  options: PatchSchema | (ThreeWayPatchOptions & { readonly schema: PatchSchema }),
): string
export function createThreeWayMergePatch(
  documents: ThreeWayDocuments,
  options?: PatchSchema | ThreeWayPatchOptions,
): JSONMap
export function createThreeWayMergePatch(
  documents: ThreeWayDocuments<object | DocumentText>,
  options?: PatchSchema | ThreeWayPatchOptions,
): unknown {
  const { original, modified, current } = documents
  if (![original, modified, current].some(isDocumentText)) {
    return createThreeWayMergeMapPatch(documents as ThreeWayDocuments, options)
  }
  const reader = new GoReader()
  const [first, second, third] = [original, modified, current].map((text) =>
    readOrEmpty((text ?? '') as DocumentText, reader),
  )
  const patch = createThreeWayMergeMapPatch({ original: first, modified: second, current: third }, options)
  return writeSorted(patch, reader.plain)
}

/** {@link createThreeWayMergePatch} of values. */
export function createThreeWayMergeMapPatch(
  { original = {}, modified = {}, current = {} }: ThreeWayDocuments,
  options?: PatchSchema | ThreeWayPatchOptions,
): JSONMap {
  const { schema, preconditions, overwrite } = withSchema(options)
  const [before, wanted, found] = [mapFrom(original), mapFrom(modified), mapFrom(current)]
  const meta = patchMetaFor(schema, modified)
  const changes = diff(found, wanted, { schema: meta, options: changesOnly })
  const deletions = diff(before, wanted, { schema: meta, options: deletionsOnly })
  const patch = boundedDepth(() => mergeMap(deletions, changes, { schema: meta, options: combining }))
  checkPreconditions(patch, preconditions)
  if (overwrite === true) return patch
  const others = diff(before, found, { schema: meta, options: withoutOrder })
  if (mergingMapsHaveConflicts(patch, others, meta)) throw conflictError(patch, others)
  return patch
}

/**
 * Combines strategic merge patches into one with the effect of all of them in order; nulls and directives are kept. Of two
 * patches to one field the later one wins: call {@link mergingMapsHaveConflicts} first if that matters.
 */
export function mergeStrategicMergeMapPatches(schema: PatchSchema, ...patches: readonly object[]): JSONMap {
  const meta = patchMetaFor(schema)
  return boundedDepth(() =>
    patches.reduce<JSONMap>(
      (merged, patch) => mergeMap(merged, mapFrom(patch), { schema: meta, options: combining }),
      {},
    ),
  )
}

/** Reports whether two strategic merge patches set a field to different values. */
export function mergingMapsHaveConflicts(left: object, right: object, schema: PatchSchema): boolean {
  return boundedDepth(() => mapsHaveConflicts(mapFrom(left), mapFrom(right), patchMetaFor(schema)))
}

/** Options may be given by their schema alone. */
function withSchema(options: PatchSchema | ThreeWayPatchOptions | undefined): ThreeWayPatchOptions {
  if (options === undefined) return {}
  const isSchema =
    'lookupPatchMetadataForStruct' in options || 'descriptor' in options || ('kind' in options && 'fields' in options)
  return isSchema ? { schema: options } : options
}

function mapOf(document: object | DocumentText, reader: GoReader): JSONMap {
  return isDocumentText(document) ? readMap(document, reader) : mapFrom(document)
}

/** @throws MachineryError `BadJSONDoc` for a value that is not an object although its type is. */
function mapFrom(value: object): JSONMap {
  if (!isMap(value)) throw fixedError('BadJSONDoc')
  return value
}

/** Go's library takes no text for no changes. */
function readOrEmpty(document: DocumentText, reader: GoReader): JSONMap {
  return document.length === 0 ? {} : readMap(document, reader)
}

/** @throws MachineryError `BadJSONDoc` for anything but an object or null, which is an empty object. */
function readMap(document: DocumentText, reader: GoReader): JSONMap {
  const value = parse(document, reader)
  if (value === null) return {}
  if (!isMap(value)) throw fixedError('BadJSONDoc')
  return value
}

function parse(document: DocumentText, reader: GoReader): unknown {
  try {
    return reader.read(document)
  } catch (error) {
    throw fixedError('BadJSONDoc', error)
  }
}
