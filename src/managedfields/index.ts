export { type ExtractOptions, extractApplyConfiguration, extractInto } from './extract.js'
export { BuildManagerInfoManager } from './field-manager/build-manager-info-manager.js'
export { CapManagersManager, defaultMaxUpdateManagers } from './field-manager/cap-managers-manager.js'
export { describeManager, newConflictError } from './field-manager/conflict-error.js'
export {
  type FieldManagerOptions,
  newDefaultCRDFieldManager,
  newDefaultFieldManager,
} from './field-manager/default-field-manager.js'
export {
  type ApplyOptions,
  FieldManager,
  type ManagerOptions,
  type UpdateNoErrorsOptions,
} from './field-manager/field-manager.js'
export { ignoreManagedFieldsTimestamps } from './field-manager/ignore-timestamps.js'
export { lastAppliedConfigAnnotation } from './field-manager/last-applied-annotation.js'
export { LastAppliedManager, type LastAppliedOptions } from './field-manager/last-applied-manager.js'
export { LastAppliedUpdater } from './field-manager/last-applied-updater.js'
export {
  buildManagerIdentifier,
  checkManagedFields,
  decodeManagedFields,
  emptyManaged,
  encodeManagedFields,
  type Managed,
  type ManagedFieldsEntry,
  type ManagerOperation,
  parseManagerIdentifier,
} from './field-manager/managed.js'
export { ManagedFieldsUpdater } from './field-manager/managed-fields-updater.js'
export type { AppliedChange, ApplyRequest, Change, Manager, UpdateRequest } from './field-manager/manager.js'
export {
  type ObjectConvertor,
  type ObjectCreater,
  type ObjectDefaulter,
  type ObjectMachinery,
  unstructuredMachinery,
} from './field-manager/object-convertor.js'
export { type ResourcePathMappings, ScaleHandler } from './field-manager/scale-handler.js'
export { SkipNonAppliedManager, type TrackingOptions } from './field-manager/skip-non-applied-manager.js'
export { StripMetaManager } from './field-manager/strip-meta-manager.js'
export { StructuredMergeManager, type StructuredMergeOptions } from './field-manager/structured-merge-manager.js'
export {
  isNoCorrespondingType,
  newDeducedTypeConverter,
  newSchemeTypeConverter,
  newTypeConverter,
  noCorrespondingType,
  type TypeConverter,
} from './field-manager/type-converter.js'
export { VersionCheckManager } from './field-manager/version-check-manager.js'
export { VersionConverter, type VersionConverterOptions } from './field-manager/version-converter.js'
export { type ChildSet, FieldSet, fieldSetOf } from './field-path/field-set.js'
export {
  fieldSetFromFieldsV1,
  fieldSetFromJSON,
  fieldSetToFieldsV1,
  fieldSetToJSON,
} from './field-path/fields-v1.js'
export {
  type FieldSetFilter,
  newExcludeFilterSetMap,
  newExcludeSetFilter,
  newIncludeMatcherFilter,
} from './field-path/filter.js'
export {
  differenceOfManagedFields,
  equalManagedFields,
  type ManagedFields,
  VersionedSet,
} from './field-path/managed-fields.js'
export { comparePaths, equalPaths, makePath, type Path, type PathPart, pathText } from './field-path/path.js'
export {
  FieldNameElement,
  fieldNameElement,
  IndexElement,
  indexElement,
  KeyElement,
  type KeyField,
  keyElement,
  keyElementOf,
  PathElement,
  type PathElementKind,
  ValueElement,
  valueElement,
} from './field-path/path-element.js'
export { parsePathElement, serializePathElement } from './field-path/path-element-text.js'
export { associativeListCandidateFieldNames, fieldSetFromValue } from './field-path/set-from-value.js'
export {
  anyPathElement,
  filterIncludeMatches,
  type MemberMatcher,
  matchAnySet,
  prefixMatcher,
  SetMatcher,
} from './field-path/set-matcher.js'
export { compareValues, equalValues, valueText } from './field-path/value.js'
export { type Conflict, Conflicts, conflictsFromManagers } from './merge/conflicts.js'
export {
  type Applied,
  type Requester,
  type Updated,
  Updater,
  type UpdaterApply,
  type UpdaterOptions,
  type UpdaterUpdate,
} from './merge/updater.js'
export type { VersionConversion } from './merge/version-conversion.js'
export { deducedRef, deducedSchema, untypedRef } from './schema/deduced.js'
export { DescriptorSchema } from './schema/descriptor-schema.js'
export { kindsOfDefinition, type OpenAPISchemaOptions, schemaFromOpenAPI } from './schema/from-openapi.js'
export { parseSchema } from './schema/parse-schema.js'
export {
  type Atom,
  type ElementRelationship,
  equalTypeRefs,
  type IndexedField,
  type ListType,
  MapType,
  type ScalarType,
  Schema,
  type StructField,
  type TypeLookup,
  type TypeRef,
} from './schema/schema.js'
export { Comparison } from './typed/comparison.js'
export { ensureNamedFieldsAreMembers } from './typed/ensure-named-fields.js'
export { deducedParseableType, type ObjectToTypedOptions, ParseableType } from './typed/parseable-type.js'
export type { ToFieldSetOptions } from './typed/to-field-set.js'
export { asTyped, type ExtractItemsOptions, TypedValue } from './typed/typed-value.js'
export type { ValidationOptions } from './typed/validate.js'
export { type ValidationError, ValidationErrors } from './typed/validation-errors.js'
