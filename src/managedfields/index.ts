export { type ExtractOptions, extractApplyConfiguration, extractInto } from './extract.js'
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
export {
  checkManagedFields,
  decodeManagedFields,
  encodeManagedFields,
  type Managed,
  type ManagedFieldsEntry,
} from './field-manager/managed.js'
export {
  type ObjectConvertor,
  type ObjectCreater,
  type ObjectDefaulter,
  type ObjectMachinery,
  unstructuredMachinery,
} from './field-manager/object-convertor.js'
export { type ResourcePathMappings, ScaleHandler } from './field-manager/scale-handler.js'
export {
  isNoCorrespondingType,
  newDeducedTypeConverter,
  newSchemeTypeConverter,
  newTypeConverter,
  type TypeConverter,
} from './field-manager/type-converter.js'
export { FieldSet, fieldSetOf } from './field-path/field-set.js'
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
export type { ManagedFields, VersionedSet } from './field-path/managed-fields.js'
export { makePath, type Path, type PathPart, pathText } from './field-path/path.js'
export {
  fieldNameElement,
  indexElement,
  keyElement,
  type PathElement,
  valueElement,
} from './field-path/path-element.js'
export { fieldSetFromValue } from './field-path/set-from-value.js'
export { anyPathElement, prefixMatcher, SetMatcher } from './field-path/set-matcher.js'
export { type OpenAPISchemaOptions, schemaFromOpenAPI } from './schema/from-openapi.js'
export { parseSchema } from './schema/parse-schema.js'
export { Schema, type TypeRef } from './schema/schema.js'
export { ParseableType } from './typed/parseable-type.js'
export { TypedValue } from './typed/typed-value.js'
export { ValidationErrors } from './typed/validation-errors.js'
