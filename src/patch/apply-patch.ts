import { isMachineryError } from '../errors/machinery-error.js'
import { newBadRequest, newRequestEntityTooLargeError } from '../errors/new-status-error.js'
import { newGenericServerResponse } from '../errors/server-response.js'
import { type DocumentText, isDocumentText } from './document-text.js'
import { type JSONPatchLimits, jsonPatch } from './json/json-patch.js'
import { mergePatch } from './merge/merge-patch.js'
import { patchError } from './patch-error.js'
import type { PatchSchema } from './patch-schema.js'
import type { PatchType } from './patch-type.js'
import { strategicMergePatch } from './strategic/strategic-merge-patch.js'

/** The type of a patch, and the facts about the kind that it needs. */
export interface ApplyPatchOptions {
  readonly type: PatchType
  /** For strategic merge patches: how the kind is merged. Default: by the class of the original. */
  readonly schema?: PatchSchema | undefined
  /** For JSON patches. */
  readonly limits?: JSONPatchLimits | undefined
}

/**
 * Applies a patch of any type but server-side apply, which is a `FieldManager`'s. Given texts, the answer is text; given a
 * value, a value of its class, and the patch may be text.
 *
 * @throws MachineryError with a code of this folder; `BadPatchType` for server-side apply. {@link statusErrorFromPatch}
 * makes the answer of an API server out of it.
 */
export function applyPatch(original: DocumentText, patch: DocumentText, options: ApplyPatchOptions): string
export function applyPatch<T extends object>(original: T, patch: object | DocumentText, options: ApplyPatchOptions): T
export function applyPatch(
  original: object | DocumentText,
  patch: object | DocumentText,
  options: ApplyPatchOptions,
): unknown {
  const { type, schema, limits } = options
  // The overloads of each function distinguish texts from values.
  const [before, change] = [original as object, patch]
  switch (type.name) {
    case 'json':
      return jsonPatch(before, change as DocumentText, limits)
    case 'merge':
      return mergePatch(before, change)
    case 'strategic':
      if (schema === undefined && isDocumentText(original))
        throw patchError('BadArgKind', 'name the kind of the document')
      return strategicMergePatch(before, change, schema)
    default:
      throw patchError('BadPatchType', `a patch of type ${type.contentType} needs a field manager`)
  }
}

const badRequest: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['BadJSONPatch', 'InvalidJSON', 'InvalidUTF8', 'BadJSONDoc', 'BadPatchFormatForPrimitiveList'],
  ...['BadPatchFormatForRetainKeys', 'BadPatchFormatForSetElementOrderList', 'UnsupportedStrategicMergePatchFormat'],
])
const unprocessable: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['PatchPathMissing', 'PatchIndexInvalid', 'PatchTestFailed', 'BadPatchOperation', 'PatchCopyTooLarge'],
  'NoListOfLists',
])

/**
 * The error with which an API server answers a patch that cannot be applied: 400 for one that is malformed, 413 for one with
 * too many operations, 422 for one that does not fit the object. Errors of another kind stay what they are.
 */
export function statusErrorFromPatch(error: unknown): unknown {
  if (!isMachineryError(error)) return error
  const { code, message } = error
  if (code === 'PatchTooLarge') return newRequestEntityTooLargeError(message)
  if (badRequest.has(code)) return newBadRequest(message)
  if (unprocessable.has(code)) return newGenericServerResponse(422, { verb: '', serverMessage: message })
  return error
}
