export { type ApplyPatchOptions, applyPatch, statusErrorFromPatch } from './apply-patch.js'
export { patchMetaFromDescriptor } from './descriptor-patch-meta.js'
export type { DocumentText } from './document-text.js'
export { createJSONPatch } from './json/create-json-patch.js'
export { type JSONPatchLimits, jsonPatch } from './json/json-patch.js'
export type { JSONPatchOperation } from './json/json-patch-operation.js'
export type { JSONMap } from './json-map.js'
export { createMergePatch } from './merge/create-merge-patch.js'
export { mergeMergePatches, mergePatch } from './merge/merge-patch.js'
export {
  createThreeWayJSONMergePatch,
  hasConflicts,
  type ThreeWayMergePatchOptions,
} from './merge/three-way-merge-patch.js'
export { patchMetaFromOpenAPI } from './openapi-patch-meta.js'
export { isPatchConflict, isPreconditionFailed, type PatchErrorCode } from './patch-error.js'
export type { LookupPatchMeta, PatchField, PatchMeta } from './patch-meta.js'
export type { PatchSchema } from './patch-schema.js'
export { PatchType, patchTypeByName, patchTypeForContentType } from './patch-type.js'
export { type Precondition, requireKeyUnchanged, requireMetadataKeyUnchanged } from './precondition.js'
export {
  createThreeWayMergeMapPatch,
  createThreeWayMergePatch,
  createTwoWayMergeMapPatch,
  createTwoWayMergePatch,
  mergeStrategicMergeMapPatches,
  mergingMapsHaveConflicts,
  type StrategicPatchOptions,
  strategicMergeMapPatch,
  strategicMergePatch,
  type ThreeWayPatchOptions,
} from './strategic/strategic-merge-patch.js'
export type { ThreeWayDocuments } from './three-way-documents.js'
