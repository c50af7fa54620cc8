export { type AppliedObject, type ApplyObjectOptions, type ApplyOutcome, ObjectApplier } from './apply-objects.js'
export { ApplySet, type ApplySetOptions, type ApplySetParent } from './apply-set.js'
export { CustomColumns } from './custom-columns.js'
export { type DeleteObjectOptions, deleteObject, waitForDeletion } from './delete-objects.js'
export { type ExplainOptions, explain } from './explain.js'
export { type FetchTableOptions, fetchTable } from './fetch-table.js'
export { LabelPruner, type LabelPrunerOptions } from './label-pruner.js'
export { lastApplied, lastAppliedAnnotation, withLastApplied } from './last-applied.js'
export {
  findFieldsOwners,
  type ManagedFieldsEntry,
  type UpgradeOptions,
  upgradeManagedFields,
  upgradeManagedFieldsPatch,
} from './managed-fields-upgrade.js'
export { kindName, type ObjectInfo, objectName, resourceOf } from './object-info.js'
export { ObjectSequence } from './object-sequence.js'
export { type ObjectPrinter, objectPrinter, type PrintedObject } from './object-text.js'
export { type ManifestObject, type ManifestSources, readManifests, readManifestText } from './read-manifests.js'
export { type FindOptions, ResourceFinder, type ResourceSelection } from './resource-finder.js'
export { TablePrinter, type TableTextOptions, tableText } from './table-text.js'
export { ThreeWayPatcher } from './three-way-patch.js'
export { parseWaitCondition, type WaitCondition } from './wait-condition.js'
export { type WaitForOptions, waitFor } from './wait-for.js'
export { WatchPrinter } from './watch-text.js'
export type { DryRun, FieldValidation, WriteOptions } from './write-options.js'
