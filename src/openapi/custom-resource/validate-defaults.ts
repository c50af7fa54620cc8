import { appendAll } from '../../internal/append-all.js'
import type { JSONObject, JSONValue } from '../../json/json-value.js'
import { toAggregate } from '../../validation/error-list.js'
import { type FieldError, invalid } from '../../validation/field-error.js'
import { FieldPath } from '../../validation/field-path.js'
import { CELValidator, hasRules, runtimeCostBudget } from '../cel/cel-validator.js'
import { coerceObjectMeta } from '../structural/coerce-object-meta.js'
import { copyJSON } from '../structural/default-value.js'
import { isMetaField, prune } from '../structural/prune.js'
import { asResourceRoot, type Structural } from '../structural/structural.js'
import { Surrounding } from '../structural/surrounding.js'
import { validateEmbeddedMeta } from '../structural/validate-object-meta.js'
import { explain } from '../validate/explain.js'
import { schemaPlan } from '../validate/schema-plan.js'
import { equalJSON } from '../validate/value-rules.js'

/** How {@link validateDefaults} takes its input. */
export interface DefaultsOptions {
  /** Path of the schema. */
  readonly path?: FieldPath
  /** The schema is that of a whole object. Default: true. */
  readonly isResourceRoot?: boolean
  /** Defaults must not have fields that the schema does not declare. Default: true. */
  readonly requirePruned?: boolean
}

/**
 * Returns errors for the defaults of a schema that API servers would refuse, in Go's wording: those with unknown fields,
 * those that the schema itself or its rules reject, and those of metadata that make invalid metadata.
 */
export function validateDefaults(schema: Structural, options: DefaultsOptions = {}): FieldError[] {
  const root = options.isResourceRoot === false ? schema : asResourceRoot(schema)
  const walk = new DefaultsWalk(options.requirePruned ?? true)
  walk.visit({ schema: root, path: options.path ?? FieldPath.empty(), place: new Surrounding(root), insideMeta: false })
  return walk.errors
}

interface Step {
  readonly schema: Structural
  readonly path: FieldPath
  readonly place: Surrounding
  /** The schema describes a part of `metadata`, or `apiVersion` or `kind`. */
  readonly insideMeta: boolean
}

class DefaultsWalk {
  readonly errors: FieldError[] = []
  readonly #requirePruned: boolean
  /** The remaining cost of rules: all defaults share one limit. */
  #left = runtimeCostBudget

  constructor(requirePruned: boolean) {
    this.#requirePruned = requirePruned
  }

  visit(given: Step): void {
    const { schema, path } = given
    const step = schema.embeddedResource ? { ...given, place: new Surrounding(schema), insideMeta: false } : given
    if (schema.default !== undefined) this.#default(step, copyJSON(schema.default))
    const { place, insideMeta } = step
    if (this.#left < 0) return
    if (schema.items !== undefined && !schema.items.isPlain) {
      this.visit({ schema: schema.items, path: path.child('items'), place: place.item(), insideMeta })
    }
    for (const [name, property] of schema.properties) {
      if (property.isPlain) continue
      const isMeta = insideMeta || (schema.embeddedResource && isMetaField(name))
      const below = path.child('properties').key(name)
      this.visit({ schema: property, path: below, place: place.child(name), insideMeta: isMeta })
    }
  }

  #default(step: Step, value: JSONValue): void {
    const { schema, insideMeta } = step
    const path = step.path.child('default')
    const errors = insideMeta ? embeddedMetadataErrors(step, value, path) : this.#ownErrors(schema, value, path)
    const found = errors.length > 0 ? errors : valueErrors(schema, value, path)
    appendAll(this.errors, found)
    if (found.length === 0) this.#rules(step, value, path)
  }

  #ownErrors(schema: Structural, value: JSONValue, path: FieldPath): FieldError[] {
    const options = { isResourceRoot: schema.embeddedResource, path }
    const pruned = copyJSON(value)
    if (this.#requirePruned) prune(pruned, schema, options)
    const isPruned = equalJSON(pruned, value)
    const { error } = coerceObjectMeta(value, schema, options)
    // Go shows the value with its metadata in canonical form.
    if (!isPruned) this.errors.push(invalid(path, value, 'must not have unknown fields'))
    return error === undefined ? validateEmbeddedMeta(value, schema, options) : [error]
  }

  #rules({ schema, place }: Step, value: JSONValue, path: FieldPath): void {
    if (!hasRules(schema)) return
    const rules = new CELValidator(schema, { isResourceRoot: schema === place.root })
    const before = this.#left
    // Once as an unchanged value, and once as a new one: rules may distinguish these.
    for (const old of [value, undefined]) {
      const { errors, remaining } = rules.judge(value, { path, costBudget: before, ...(old !== undefined && { old }) })
      appendAll(this.errors, errors)
      this.#left = Math.min(this.#left, remaining)
      if (errors.length > 0) return
    }
  }
}

function valueErrors({ schema }: Structural, value: JSONValue, base: FieldPath): FieldError[] {
  return explain(schemaPlan(schema, 'structural'), value, { base })
}

/** Metadata is validated as part of a resource without other fields. */
function embeddedMetadataErrors({ place }: Step, value: JSONValue, path: FieldPath): FieldError[] {
  const whole = place.around(copyJSON(value)) as JSONObject
  whole.kind ??= 'Validation'
  whole.apiVersion ??= 'validation/v1'
  const { error } = coerceObjectMeta(whole, place.root)
  const problem = error ?? toAggregate(validateEmbeddedMeta(whole, place.root, { isResourceRoot: true }))
  return problem === undefined ? [] : [invalid(path, value, `must result in valid metadata: ${problem.message}`)]
}
