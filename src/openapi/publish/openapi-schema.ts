import type { JSONValue } from '../../json/json-value.js'

/** A schema as OpenAPI documents have it: keywords in the order in which Kubernetes writes them. */
export interface OpenAPISchema {
  [keyword: string]: JSONValue
}

/** Which of the two documents a schema is for: they write references and unions of types differently. */
export type OpenAPIVersion = 'v2' | 'v3'
