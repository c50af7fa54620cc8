export { applyDefaults } from './apply-defaults.js'
export { type FieldShape, type FieldTuple, field, list, map, scalar, struct, variant } from './build.js'
export { deepCopy } from './deep-copy.js'
export { deepEqual } from './deep-equal.js'
export type { FieldFinding } from './field-findings.js'
export { fieldShape } from './field-shape.js'
export { fromJSON } from './from-json.js'
export { goDump } from './go-dump.js'
export { goTypeName } from './go-type-name.js'
export { heldValue } from './held-value.js'
export { JSONScalarError, JSONTypeError } from './read-error.js'
export { type ReadJSONOptions, type ReadResult, readJSON } from './read-json.js'
export type { IntegerRule } from './read-scalar.js'
export { type CanonicalJSONOptions, canonicalize, toCanonicalJSON } from './to-canonical-json.js'
export type {
  FieldDescriptor,
  FieldOptions,
  JSONObject,
  JSONValue,
  ListDescriptor,
  MapDescriptor,
  ScalarDescriptor,
  ScalarKind,
  SchemaFacets,
  StructDescriptor,
  StructOptions,
  StructProperty,
  TypeDescriptor,
  UnionDescriptor,
  VariantDescriptor,
} from './types.js'
export { type WalkStep, type WalkVisitor, walk } from './walk.js'
export { isZero, zeroValue } from './zero-value.js'
