import { jsonTypeText } from '../go-text.js'
import { isMap, own } from '../json-map.js'
import { patchError } from '../patch-error.js'
import { opened, plainPart } from '../read-parts.js'

/** One step of a JSON Patch, RFC 6902. Paths are JSON pointers such as `/metadata/labels/app`. */
export type JSONPatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly path: string; readonly from: string }

/** A step as it was read: nothing about it has been checked. */
export interface RawOperation {
  /** `unknown` when it is not text. */
  readonly op: string
  /** @throws MachineryError `BadPatchOperation`. */
  path(): string
  from(): string
  /** Undefined when the step has no such member. */
  readonly value: unknown
}

/**
 * The steps of a patch; `null` has none.
 *
 * @throws MachineryError `BadJSONPatch` for what is not a list of objects.
 */
export function readOperations(patch: unknown): RawOperation[] {
  if (patch === null) return []
  if (!Array.isArray(patch)) throw wrongShape(patch, 'Patch')
  return patch.map((part: unknown) => {
    const operation = opened(part)
    if (operation !== null && !isMap(operation)) throw wrongShape(operation, 'Operation')
    return readOperation(operation ?? {})
  })
}

function readOperation(operation: Record<string, unknown>): RawOperation {
  const op = plainPart(own(operation, 'op'))
  return {
    op: typeof op === 'string' ? op : 'unknown',
    path: () => pointerOf(operation, 'path', 'operation missing path field'),
    from: () => pointerOf(operation, 'from', 'operation, missing from field'),
    value: own(operation, 'value'),
  }
}

function pointerOf(operation: Record<string, unknown>, name: string, missing: string): string {
  const value = plainPart(own(operation, name) ?? null)
  if (value === null) throw patchError('BadPatchOperation', `${missing}: missing value`)
  if (typeof value !== 'string') {
    const message = `json: cannot unmarshal ${jsonTypeText(value)} into Go value of type string`
    throw patchError('BadPatchOperation', message)
  }
  return value
}

function wrongShape(value: unknown, type: string): Error {
  const name = jsonTypeText(plainPart(value))
  return patchError('BadJSONPatch', `json: cannot unmarshal ${name} into Go value of type jsonpatch.${type}`)
}
