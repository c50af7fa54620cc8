import type { JSONObject } from '../../../src/json/json-value.js'
import type { SourceSpan } from '../../diagnostics/source-span.js'

/** A model of an OpenAPI document. */
export interface DocumentModel {
  readonly name: string
  readonly schema: JSONObject
  /** Place of a part of the model. */
  span(path: readonly (string | number)[]): SourceSpan
}
