import { deepCopy } from '../../descriptor/deep-copy.js'
import { utf8Length } from '../../internal/utf8-length.js'
import type { JSONValue } from '../../json/json-value.js'
import { stringifyJSON } from '../../json/stringify-json.js'
import { type AccessedParts, accessedByPointers } from '../accessed-parts.js'
import { type DocumentText, documentText, isDocumentText } from '../document-text.js'
import { jsonTypeText } from '../go-text.js'
import { isMap, withPrototypeOf } from '../json-map.js'
import { boundedDepth, patchError } from '../patch-error.js'
import { openedWhole, plainPart, readParts } from '../read-parts.js'
import { UnchangedText } from '../unchanged-text.js'
import { applyOperation, type PatchRun } from './apply-operation.js'
import { type JSONPatchOperation, type RawOperation, readOperations } from './json-patch-operation.js'
import { type Container, isContainer, namesOf, PatchTarget } from './patch-target.js'

/** Limits of a JSON Patch; the defaults are those of the API server. */
export interface JSONPatchLimits {
  /** Default 10,000. */
  readonly maxOperations?: number
  /** Size of a patch that is text, in bytes. Default 3 MiB. */
  readonly maxPatchBytes?: number
  /** Size of all that `copy` steps copy together, in bytes of JSON. Default 3 MiB. */
  readonly maxCopyBytes?: number
}

const mebibyte = 1024 * 1024
const defaultLimits: Required<JSONPatchLimits> = {
  maxOperations: 10_000,
  maxPatchBytes: 3 * mebibyte,
  maxCopyBytes: 3 * mebibyte,
}

/**
 * Applies a JSON Patch, RFC 6902, as the API server does: negative indices count from the end, `replace` also adds a
 * member, `/` before the first name may be anything.
 *
 * Given texts, the answer is text, byte for byte as Go writes it: what no pointer passes through stays as it is written.
 * Given a value, the answer is a value, of the same class as far as it is still an object; neither argument is changed.
 *
 * @throws MachineryError `PatchPathMissing`, `PatchIndexInvalid`, `PatchTestFailed`, `BadPatchOperation`, `PatchTooLarge`,
 * `PatchCopyTooLarge`, `BadJSONDoc`, `BadJSONPatch`.
 */
export function jsonPatch(original: DocumentText, patch: DocumentText, limits?: JSONPatchLimits): string
export function jsonPatch<T extends object>(
  original: T,
  patch: readonly JSONPatchOperation[] | DocumentText,
  limits?: JSONPatchLimits,
): T
export function jsonPatch(
  original: object | DocumentText,
  patch: readonly JSONPatchOperation[] | DocumentText,
  limits: JSONPatchLimits = {},
): unknown {
  return boundedDepth(() => {
    const bounds = { ...defaultLimits, ...limits }
    const operations = readOperations(isDocumentText(patch) ? readPatch(patch, bounds) : patch)
    checkLimit('maximum operations in a JSON patch', operations.length, bounds.maxOperations)
    return isDocumentText(original)
      ? patchText(documentText(original), operations, bounds)
      : patchValue(original, operations, bounds)
  })
}

function readPatch(patch: DocumentText, { maxPatchBytes }: Required<JSONPatchLimits>): unknown {
  const text = documentText(patch)
  checkLimit('size of a JSON patch in bytes', utf8Length(text), maxPatchBytes)
  return readParts(text)
}

function checkLimit(what: string, got: number, limit: number): void {
  if (got > limit) throw patchError('PatchTooLarge', `The allowed ${what} is ${limit}, got ${got}`)
}

function patchText(text: string, operations: readonly RawOperation[], bounds: Required<JSONPatchLimits>): string {
  if (text === '') return ''
  const document = readParts(text, accessedByOperations(operations))
  const spend = copyBudget(bounds)
  const target = new PatchTarget(document === null ? {} : requireContainer(document, text))
  const copy = (value: unknown): unknown => {
    const source = stringifyJSON(value as JSONValue)
    spend(utf8Length(source))
    return value === null ? null : new UnchangedText(source)
  }
  // Go has parsed what it compared, and writes it again.
  applyAll({ target, copy, visited: openedWhole, stored: (value) => value }, operations)
  return document === null && !target.replaced ? unchangedNull(target.root) : stringifyJSON(target.root)
}

/** Operations whose pointers cannot be read fail where they are reached. */
function accessedByOperations(operations: readonly RawOperation[]): AccessedParts | undefined {
  try {
    return accessedByPointers(operations.flatMap(pointersOf))
  } catch {
    return undefined
  }
}

function pointersOf(operation: RawOperation): (readonly string[])[] {
  const path = namesOf(operation.path())
  return operation.op === 'move' || operation.op === 'copy' ? [path, namesOf(operation.from())] : [path]
}

/** A test may find an absent value, but nothing can be added to null. */
function unchangedNull(root: Container): string {
  if (Object.keys(root).length > 0) throw patchError('BadJSONDoc', 'null cannot be patched')
  return 'null'
}

/** To Go an array does not start with a blank. */
function requireContainer(document: unknown, text: string): Container {
  if (isContainer(document) && Array.isArray(document) === text.startsWith('[')) return document
  const message = `json: cannot unmarshal ${jsonTypeText(plainPart(document))} into Go value of type jsonpatch.partialDoc`
  throw patchError('BadJSONDoc', message)
}

function patchValue(document: object, operations: readonly RawOperation[], bounds: Required<JSONPatchLimits>): object {
  const spend = copyBudget(bounds)
  const target = new PatchTarget(document as Container)
  const copy = (value: unknown): unknown => {
    spend(utf8Length(stringifyJSON(value as JSONValue)))
    return deepCopy(value)
  }
  applyAll({ target, copy, visited: (value) => value, stored: plainPart }, operations)
  const { root } = target
  return isMap(root) && isMap(document) ? withPrototypeOf(document, root) : root
}

function applyAll(run: PatchRun, operations: readonly RawOperation[]): void {
  for (const operation of operations) applyOperation(run, operation)
}

function copyBudget({ maxCopyBytes }: Required<JSONPatchLimits>): (bytes: number) => void {
  let copied = 0
  return (bytes) => {
    copied += bytes
    if (copied <= maxCopyBytes) return
    const message = `Unable to complete the copy, the accumulated size increase of copy is ${copied}, exceeding the limit ${maxCopyBytes}`
    throw patchError('PatchCopyTooLarge', message)
  }
}
