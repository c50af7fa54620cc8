export { patchMetaFromDescriptor } from './descriptor-patch-meta.js'
export type { DocumentText } from './document-text.js'
export type { JSONMap } from './json-map.js'
export { patchMetaFromOpenAPI } from './openapi-patch-meta.js'
export { isConflict, isPreconditionFailed, type PatchErrorCode } from './patch-error.js'
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
  type ThreeWayDocuments,
  type ThreeWayPatchOptions,
} from './strategic/strategic-merge-patch.js'
