export { RegularExpression } from '../regular-expression.js'
export {
  type AdmissionExpressionOptions,
  type AdmissionResult,
  type AdmissionTypes,
  checkAdmissionTypes,
  compileAdmissionExpression,
} from './admission-expression.js'
export { type Compilation, type CompileOptions, compileExpression } from './compile-expression.js'
export { perCallLimit } from './evaluate/compiled-program.js'
export { type ResourceCheckFields, ResourceCheckValue } from './library/authorizers.js'
export type { CELFunction } from './own-function.js'
export {
  type Bindings,
  type CELEvaluation,
  type CELProgram,
  type CELValue,
  type EvaluateOptions,
  LazyFields,
} from './program.js'
export { type OpenAPISchemas, openAPIType } from './schema/openapi-type.js'
export {
  AuthorizerValue,
  type CELAuthorizationAttributes,
  type CELAuthorizationUser,
  type CELAuthorizer,
  type CELDecision,
} from './values/authorizer.js'
export {
  type CELTypeName,
  dynType,
  listType,
  mapType,
  namedType,
  objectType,
  type StaticType,
  typeText,
} from './values/cel-static-type.js'
export { jsonOf } from './values/json-of.js'
export { QuantityValue } from './values/quantity-value.js'
export { Duration as DurationValue } from './values/value.js'
