export { statusErrorWriter } from './error-writer.js'
export {
  type Deprecation,
  type EndpointsConfig,
  type FieldManagerFacts,
  type GroupVersionOptions,
  type InstalledGroupVersion,
  installGroupVersion,
} from './install-group-version.js'
export { type ObjectConversion, schemeConversion } from './object-conversion.js'
export type { PatchMediaType } from './patch-media-type.js'
export type { ResourceScope } from './resource-scope.js'
export type { Route, RoutePlace, RouteVerb } from './route.js'
