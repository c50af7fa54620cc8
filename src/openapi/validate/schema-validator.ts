import { guardDepth } from '../../descriptor/guard-depth.js'
import type { JSONValue } from '../../json/json-value.js'
import type { FieldError } from '../../validation/field-error.js'
import { FieldPath } from '../../validation/field-path.js'
import type { JSONSchemaProps } from '../json-schema-props.js'
import { newStructural } from '../structural/new-structural.js'
import type { Structural } from '../structural/structural.js'
import { accepts } from './accepts.js'
import { Correlation } from './correlation.js'
import { explain } from './explain.js'
import { type SchemaPlan, schemaPlan } from './schema-plan.js'

/**
 * Validates values against the schema of a CRD as an API server does, with its messages and paths, without run-time code
 * generation and in time linear in the input: patterns are RE2.
 *
 * Make one per schema and use it for any number of values. Validation throws a MachineryError `TooDeep` if values that have
 * to be compared nest deeper than the stack allows. Not validated here: `x-kubernetes-list-type` (`validateListTypes`),
 * embedded metadata (`validateEmbeddedMeta`) and rules (`CELValidator`).
 */
export class SchemaValidator {
  readonly #plan: SchemaPlan
  readonly #structural: Structural

  /** @throws MachineryError `InvalidSchema` as {@link newStructural}. */
  constructor(schema: JSONSchemaProps) {
    this.#structural = newStructural(schema)
    this.#plan = schemaPlan(schema)
  }

  /** Reports whether a value is valid, without saying why not. */
  accepts(value: JSONValue | object): boolean {
    return guardDepth(() => accepts(this.#plan, value as JSONValue))
  }

  /** Returns the errors of a value; none if it is valid. */
  validate(value: JSONValue | object, path: FieldPath = FieldPath.empty()): FieldError[] {
    if (this.accepts(value)) return []
    return guardDepth(() => explain(this.#plan, value as JSONValue, { base: path }))
  }

  /**
   * Returns the errors of the new value of an update. Unchanged old errors pass (ratcheting), so that a schema can become
   * stricter.
   */
  validateUpdate(
    value: JSONValue | object,
    old: JSONValue | object,
    path: FieldPath = FieldPath.empty(),
  ): FieldError[] {
    if (this.accepts(value)) return []
    const now = value as JSONValue
    const correlation = new Correlation(now, old as JSONValue, this.#structural)
    return guardDepth(() => explain(this.#plan, now, { base: path, correlation }))
  }
}
