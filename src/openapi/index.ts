export { type CELOptions, CELValidator, runtimeCostBudget } from './cel/cel-validator.js'
export { perCallLimit } from './cel/evaluate/compiled-program.js'
export type { RuleObserver } from './cel/schema/rule-node.js'
export {
  type ConversionCall,
  type ConversionTransport,
  convertThroughWebhook,
} from './custom-resource/conversion-review.js'
export { CustomResourceVersion, type VersionFacts } from './custom-resource/custom-resource-version.js'
export type { CustomResourceDefinitionFields } from './custom-resource/read-definition.js'
export {
  CustomResource,
  type RegisterOptions,
  registerCustomResource,
} from './custom-resource/register-custom-resource.js'
export { type DefaultsOptions, validateDefaults } from './custom-resource/validate-defaults.js'
export { scaleFields } from './custom-resource/validate-scale.js'
export type { JSONSchemaProps, ValidationRule } from './json-schema-props.js'
export { type DefinedType, openAPIDefinitions } from './publish/definitions.js'
export { type OpenAPIDocumentOptions, openAPIV2, openAPIV3 } from './publish/openapi-document.js'
export type { OpenAPISchema, OpenAPIVersion } from './publish/openapi-schema.js'
export { type SchemaStyle, structSchema, type TypeSchemaOptions, typeSchema } from './publish/type-schema.js'
export {
  type CoerceOptions,
  type CoerceResult,
  coerceObjectMeta,
} from './structural/coerce-object-meta.js'
export { applySchemaDefaults, pruneNonNullableNulls } from './structural/default-value.js'
export { validateListTypes } from './structural/list-types.js'
export { maxSchemaDepth, maxSchemaNodes, newStructural } from './structural/new-structural.js'
export { type PruneOptions, prune } from './structural/prune.js'
export { pruneDefaults } from './structural/prune-defaults.js'
export type { Structural, StructuralOrBool } from './structural/structural.js'
export { type EmbeddedMetaOptions, validateEmbeddedMeta } from './structural/validate-object-meta.js'
export { validateStructural } from './structural/validate-structural.js'
export { SchemaValidator } from './validate/schema-validator.js'
export { type FormatCheck, stringFormat } from './validate/string-formats.js'
