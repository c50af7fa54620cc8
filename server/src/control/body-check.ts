import type { JSONObject } from 'apimachinery/json'
import { type JSONSchemaProps, newStructural, prune, SchemaValidator } from 'apimachinery/openapi'
import { type FieldError, fieldPath, forbidden } from 'apimachinery/validation'
import { invalidBody } from './control-errors.js'

/** Checks bodies against a schema: values, and that nothing unknown is there. */
export class BodyCheck {
  readonly #schema: JSONSchemaProps
  readonly #validator: SchemaValidator

  constructor(schema: JSONSchemaProps) {
    this.#schema = schema
    this.#validator = new SchemaValidator(schema)
  }

  /** @throws StatusError with a cause for each field that is wrong */
  check(body: JSONObject): void {
    const errors: FieldError[] = this.#validator.validate(body)
    // What is unknown is removed, but then the body is refused.
    for (const path of prune(body, newStructural(this.#schema), { isResourceRoot: false })) {
      errors.push(forbidden(fieldPath(path), 'unknown field'))
    }
    if (errors.length > 0) throw invalidBody(errors)
  }
}
