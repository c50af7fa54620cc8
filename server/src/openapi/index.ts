export type { DocumentInfo } from './document-v3.js'
export { OpenAPI, type OpenAPIGroupVersion, type OpenAPIOptions } from './openapi.js'
