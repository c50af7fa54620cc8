import { isMachineryError, MachineryError } from '../errors/machinery-error.js'

/**
 * Why a patch could not be made or applied.
 *
 * | code | meaning |
 * | --- | --- |
 * | `BadJSONDoc`, `BadJSONPatch` | a text is not JSON, or not JSON of the right shape |
 * | `MismatchedDocuments` | a merge patch between a list and something else |
 * | `NoListOfLists`, `BadListElements` | lists that cannot be merged: of lists, of mixed types, of nulls, empty |
 * | `BadPatchFormatForPrimitiveList`, `BadPatchFormatForRetainKeys`, `BadPatchFormatForSetElementOrderList` | a directive is malformed or contradicts the patch |
 * | `UnsupportedStrategicMergePatchFormat` | nothing says how the kind is merged |
 * | `NoMergeKey`, `BadArgType`, `BadArgKind`, `BadPatchType`, `BadPatchStrategy` | as in Go's package `mergepatch` |
 * | `PatchFieldNotFound`, `PatchFieldType` | the schema does not know a field, or knows it as something else |
 * | `PatchPathMissing`, `PatchIndexInvalid`, `PatchTestFailed`, `BadPatchOperation` | JSON Patch |
 * | `PatchTooLarge`, `PatchCopyTooLarge` | a limit of JSONPatchLimits |
 * | `PatchTooDeep` | a document nested deeper than the stack allows |
 */
export type PatchErrorCode =
  | 'BadJSONDoc'
  | 'BadJSONPatch'
  | 'MismatchedDocuments'
  | 'NoListOfLists'
  | 'BadListElements'
  | 'BadPatchFormatForPrimitiveList'
  | 'BadPatchFormatForRetainKeys'
  | 'BadPatchFormatForSetElementOrderList'
  | 'UnsupportedStrategicMergePatchFormat'
  | 'NoMergeKey'
  | 'BadArgType'
  | 'BadArgKind'
  | 'BadPatchType'
  | 'BadPatchStrategy'
  | 'PatchFieldNotFound'
  | 'PatchFieldType'
  | 'PatchPathMissing'
  | 'PatchIndexInvalid'
  | 'PatchTestFailed'
  | 'BadPatchOperation'
  | 'PatchTooLarge'
  | 'PatchCopyTooLarge'
  | 'PatchTooDeep'
  | 'PatchConflict'
  | 'PatchPreconditionFailed'

const messages = {
  BadJSONDoc: 'invalid JSON document',
  NoListOfLists: 'lists of lists are not supported',
  BadPatchFormatForPrimitiveList: 'invalid patch format of primitive list',
  BadPatchFormatForRetainKeys: 'invalid patch format of retainKeys',
  BadPatchFormatForSetElementOrderList: 'invalid patch format of setElementOrder list',
  UnsupportedStrategicMergePatchFormat: 'strategic merge patch format is not supported',
} as const

/** A {@link MachineryError} with one of the codes of this folder. */
export function patchError(code: PatchErrorCode, message: string, cause?: unknown): MachineryError {
  return new MachineryError(code, message, { cause })
}

/** An error whose message its code decides. */
export function fixedError(code: keyof typeof messages, cause?: unknown): MachineryError {
  return patchError(code, messages[code], cause)
}

/** Reports whether a three-way patch was refused because another client changed the same fields. */
export function isPatchConflict(error: unknown): boolean {
  return isMachineryError(error, 'PatchConflict')
}

/** Reports whether a precondition refused a patch. */
export function isPreconditionFailed(error: unknown): boolean {
  return isMachineryError(error, 'PatchPreconditionFailed')
}

/**
 * Runs work that recurses over documents; input nested deeper than the stack allows becomes an error.
 *
 * @throws MachineryError `PatchTooDeep`.
 */
export function boundedDepth<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw patchError('PatchTooDeep', 'document is nested too deeply to be patched', error)
  }
}
