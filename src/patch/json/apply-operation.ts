import { isMachineryError } from '../../errors/machinery-error.js'
import { presentKeys } from '../../json/json-value.js'
import { isMap, type JSONMap, own } from '../json-map.js'
import { type PatchErrorCode, patchError } from '../patch-error.js'
import { opened } from '../read-parts.js'
import { UnchangedText } from '../unchanged-text.js'
import type { RawOperation } from './json-patch-operation.js'
import { add, type Container, get, isContainer, type PatchTarget, type Place, remove, set } from './patch-target.js'

/** The shared state of the operations of one patch. */
export interface PatchRun {
  readonly target: PatchTarget
  /** A copy of part of the document. @throws MachineryError `PatchCopyTooLarge`. */
  copy(value: unknown): unknown
  /** Records that a test read a value; returns the value to store in its place. */
  visited(value: unknown): unknown
  /** What the document holds for a value of the patch. */
  stored(value: unknown): unknown
}

/** Does one step of a JSON Patch. @throws MachineryError with the wording of Go's library. */
export function applyOperation(run: PatchRun, operation: RawOperation): void {
  const apply = Object.hasOwn(operations, operation.op) ? operations[operation.op] : undefined
  if (apply === undefined) throw patchError('BadPatchOperation', `Unexpected kind: ${operation.op}`)
  apply(run, operation)
}

const operations: Readonly<Record<string, (run: PatchRun, operation: RawOperation) => void>> = {
  add({ target, stored }, operation) {
    const path = explained('add operation failed to decode path', 'missing value', () => operation.path())
    const place = target.find(path) ?? missing(`add operation does not apply: doc is missing path: "${path}"`)
    within(`error in add for path: '${path}'`, () => add(place, stored(operation.value ?? null)))
  },
  remove({ target }, operation) {
    const path = explained('remove operation failed to decode path', 'missing value', () => operation.path())
    const place = target.find(path) ?? missing(`remove operation does not apply: doc is missing path: "${path}"`)
    within(`error in remove for path: '${path}'`, () => remove(place))
  },
  replace({ target, stored }, operation) {
    const path = within('replace operation failed to decode path', () => operation.path())
    if (path === '') {
      target.replaceRoot(newRoot(stored(operation.value)))
      return
    }
    const place = target.find(path) ?? missing(`replace operation does not apply: doc is missing path: ${path}`)
    explained(`replace operation does not apply: doc is missing key: ${path}`, 'missing value', () => get(place))
    set(place, stored(operation.value ?? null))
  },
  move({ target }, operation) {
    const from = within('move operation failed to decode from', () => operation.from())
    const source = target.find(from) ?? missing(`move operation does not apply: doc is missing from path: ${from}`)
    const value = within(`error in move for path: '${source.key}'`, () => take(source))
    const path = within('move operation failed to decode path', () => operation.path())
    const place =
      target.find(path) ?? missing(`move operation does not apply: doc is missing destination path: ${path}`)
    within(`error in move for path: '${path}'`, () => add(place, value))
  },
  copy(run, operation) {
    const { target } = run
    const from = within('copy operation failed to decode from', () => operation.from())
    const source = target.find(from) ?? missing(`copy operation does not apply: doc is missing from path: ${from}`)
    within(`error in copy for from: '${from}'`, () => get(source))
    const path = explained('copy operation failed to decode path', 'missing value', () => operation.path())
    const place =
      target.find(path) ?? missing(`copy operation does not apply: doc is missing destination path: ${path}`)
    // Looking for the destination may have looked into what is copied.
    const copy = run.copy(get(source) ?? null)
    within('error while adding value during copy', () => add(place, copy))
  },
  test(run, operation) {
    const { target } = run
    const path = within('test operation failed to decode path', () => operation.path())
    const failed = () => patchError('PatchTestFailed', `testing value ${path} failed: test failed`)
    if (path === '') {
      if (!equal(target.root, operation.value)) throw failed()
      target.renewRoot(run.visited(target.root) as Container)
      return
    }
    const place = target.find(path) ?? missing(`test operation does not apply: is missing path: ${path}`)
    const value = within(`error in test for path: '${path}'`, () => get(place) ?? null)
    if (!equal(value, operation.value ?? null)) throw failed()
    if (value !== null) set(place, run.visited(value))
  },
}

function take(place: Place): unknown {
  const value = get(place) ?? null
  remove(place)
  return value
}

function newRoot(part: unknown): Container {
  const value = opened(part)
  if (isContainer(value)) return value
  // Go wraps an error that it does not have.
  throw patchError('BadPatchOperation', 'replace operation value must be object or array: %!w(<nil>)')
}

/** The same value, numbers and text as they are written. */
function equal(one: unknown, other: unknown): boolean {
  const [a, b] = [opened(one), opened(other)]
  if (a === b) return true
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((element, i) => equal(element, b[i]))
  }
  if (isMap(a)) return isMap(b) && equalMaps(a, b)
  return !isContainer(b) && scalarSource(a) === scalarSource(b)
}

function scalarSource(value: unknown): string {
  if (value instanceof UnchangedText) return value.source
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value)
}

function equalMaps(a: JSONMap, b: JSONMap): boolean {
  const keys = presentKeys(a)
  return keys.length === presentKeys(b).length && keys.every((key) => equal(a[key], own(b, key)))
}

function missing(message: string): never {
  throw patchError('PatchPathMissing', `${message}: missing value`)
}

/** Prefixes the message of an error. */
function within<T>(message: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!isMachineryError(error)) throw error
    throw patchError(error.code as PatchErrorCode, `${message}: ${error.message}`, error)
  }
}

/** Replaces the message of an error. */
function explained<T>(message: string, reason: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!isMachineryError(error)) throw error
    throw patchError('PatchPathMissing', `${message}: ${reason}`, error)
  }
}
