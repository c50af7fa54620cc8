import { product } from '../../../../openapi/cel/cost/size-range.js'
import { schemaType } from '../../../../openapi/cel/schema/schema-type.js'
import type { StaticType } from '../../../../openapi/cel/values/cel-static-type.js'
import type { JSONSchemaProps } from '../../../../openapi/json-schema-props.js'
import type { Structural } from '../../../../openapi/structural/structural.js'
import type { FieldPath } from '../../../../validation/field-path.js'

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
  readonly structure: Structural
  readonly #parent: SchemaContext | undefined

  constructor(structure: Structural, parent?: SchemaContext) {
    this.structure = structure
    this.total = parent?.total ?? new TotalCost()
    this.#parent = parent
  }

  /** Reports whether there is nothing to check in a property. */
  isPlainProperty(name: string): boolean {
    return this.structure.properties.get(name)?.isPlain === true
  }

  /** Reports whether there is nothing to check in items. */
  hasPlainItems(): boolean {
    return this.structure.items?.isPlain === true
  }

  /** Reports whether there is nothing to check in additional properties. */
  hasPlainAdditional(): boolean {
    return this.structure.additionalProperties?.schema?.isPlain === true
  }

  /** The context of a property. */
  property(name: string): SchemaContext | undefined {
    return this.#below(this.structure.properties.get(name))
  }

  /** The context of items. */
  items(): SchemaContext | undefined {
    return this.#below(this.structure.items)
  }

  /** The context of additional properties. */
  additional(): SchemaContext | undefined {
    return this.#below(this.structure.additionalProperties?.schema)
  }

  /** Undefined if there is no bound. */
  cardinality(): number | undefined {
    if (this.#parent === undefined) return 1
    const above = this.#parent.cardinality()
    const elements = maxElements(this.#parent.structure.schema)
    return above === undefined || elements === undefined ? undefined : product(above, elements)
  }

  /** The structure and type of values; undefined if rules cannot use them. */
  types(): { readonly schema: Structural; readonly type: StaticType; readonly isRoot: boolean } | undefined {
    const schema = this.structure
    const isRoot = this.#parent === undefined || schema.embeddedResource
    const type = schemaType(schema, isRoot)
    return type && { schema, type, isRoot }
  }

  #below(structure: Structural | undefined): SchemaContext | undefined {
    return structure && new SchemaContext(structure, this)
  }
}

function maxElements({ type, additionalProperties, maxProperties, maxItems }: JSONSchemaProps): number | undefined {
  if (type === 'array') return typeof maxItems === 'number' ? Math.max(0, maxItems) : undefined
  if (type !== 'object' || additionalProperties === undefined || additionalProperties === null) return 1
  return typeof maxProperties === 'number' ? Math.max(0, maxProperties) : undefined
}
