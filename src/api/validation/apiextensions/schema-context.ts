import type { StaticType } from '../../../openapi/cel/check/cel-static-type.js'
import { product } from '../../../openapi/cel/cost/size-range.js'
import { schemaType } from '../../../openapi/cel/schema/schema-type.js'
import type { JSONSchemaProps } from '../../../openapi/json-schema-props.js'
import { newStructural } from '../../../openapi/structural/new-structural.js'
import type { Structural } from '../../../openapi/structural/structural.js'
import type { FieldPath } from '../../../validation/field-path.js'

/** Limit of the estimated costs of all rules of one schema. */
export const schemaCostLimit = 100_000_000
/** The expensive rules that are named when a schema costs too much. */
const mostNamed = 4

/** Sums up what the rules of a schema cost by their estimates. */
export class TotalCost {
  total = 0
  /** The rules that cost most, the dearest first. */
  mostExpensive: { readonly path: FieldPath; readonly cost: number }[] = []

  /** Adds the cost of one expression. */
  observe(path: FieldPath, cost: number): void {
    this.total += cost
    if (cost < schemaCostLimit / 100) return
    this.mostExpensive = [...this.mostExpensive, { path, cost }].sort((a, b) => b.cost - a.cost).slice(0, mostNamed)
  }
}

/** A schema with what its rules need: types, and how often a value of it can be in an object. */
export class SchemaContext {
  readonly total: TotalCost
  readonly #schema: JSONSchemaProps
  readonly #isRoot: boolean
  /** Undefined if there is no bound. */
  readonly cardinality: number | undefined

  constructor(schema: JSONSchemaProps, parent?: { readonly context: SchemaContext; readonly schema: JSONSchemaProps }) {
    this.#schema = schema
    this.#isRoot = parent === undefined
    this.total = parent?.context.total ?? new TotalCost()
    this.cardinality = parent === undefined ? 1 : cardinalityBelow(parent.context.cardinality, parent.schema)
  }

  /** The context of a property, of items or of additional properties. */
  below(schema: JSONSchemaProps): SchemaContext {
    return new SchemaContext(schema, { context: this, schema: this.#schema })
  }

  /** The structure and type of values; undefined if rules cannot use them. */
  types(): { readonly schema: Structural; readonly type: StaticType; readonly isRoot: boolean } | undefined {
    const schema = newStructural(this.#schema)
    const isRoot = this.#isRoot || schema.embeddedResource
    const type = schemaType(schema, isRoot)
    return type && { schema, type, isRoot }
  }
}

function cardinalityBelow(above: number | undefined, parent: JSONSchemaProps): number | undefined {
  const elements = maxElements(parent)
  return above === undefined || elements === undefined ? undefined : product(above, elements)
}

function maxElements({ type, additionalProperties, maxProperties, maxItems }: JSONSchemaProps): number | undefined {
  if (type === 'array') return typeof maxItems === 'number' ? Math.max(0, maxItems) : undefined
  if (type !== 'object' || additionalProperties === undefined || additionalProperties === null) return 1
  return typeof maxProperties === 'number' ? Math.max(0, maxProperties) : undefined
}
