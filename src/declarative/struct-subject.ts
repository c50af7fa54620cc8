import type { StructDescriptor } from '../descriptor/types.js'
import type { JSONValue } from '../json/json-value.js'
import type { FieldPath } from '../validation/field-path.js'
import type { DeclaredOperation } from './field-rule.js'

/** A struct under judgement. */
export interface StructSubject {
  readonly operation: DeclaredOperation
  readonly struct: StructDescriptor
  readonly path: FieldPath
  readonly value: JSONValue | undefined
  /** The value that it replaces; undefined when there was none. */
  readonly old: JSONValue | undefined
}
