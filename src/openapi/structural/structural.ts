import type { JSONValue } from '../../json/json-value.js'
import type { JSONSchemaProps, ValidationRule } from '../json-schema-props.js'

/**
 * A schema that gives every value a type: pruning, defaulting and the list and CEL rules follow it. Value validations
 * (`allOf`, `anyOf`, `oneOf`, `not`, `pattern`, …) stay in {@link Structural.schema}.
 */
export interface Structural {
  /** The schema from which this was made. */
  readonly schema: JSONSchemaProps
  /** `object`, `array`, `string`, `integer`, `number`, `boolean`, or empty. */
  readonly type: string
  readonly nullable: boolean
  /** The default; `undefined` for none and for `null`. */
  default: JSONValue | undefined
  readonly items: Structural | undefined
  readonly properties: ReadonlyMap<string, Structural>
  readonly additionalProperties: StructuralOrBool | undefined
  readonly preserveUnknownFields: boolean
  readonly embeddedResource: boolean
  readonly intOrString: boolean
  readonly listType: string | undefined
  readonly listMapKeys: readonly string[]
  readonly mapType: string | undefined
  /** Rules of `x-kubernetes-validations`. */
  readonly rules: readonly ValidationRule[]
  /** There are rules, here or in a schema below it, those of `allOf` included. */
  readonly mayHaveRules: boolean
  /**
   * It has nothing but a type, texts, bounds and parts of the same sort: no check of definitions has anything against it. Most schemas
   * of a definition are like this.
   */
  readonly isPlain: boolean
}

/** The schema of properties that are not named. */
export interface StructuralOrBool {
  readonly schema: Structural | undefined
  readonly allows: boolean
}

/** The same schema as the root of a resource: its TypeMeta and ObjectMeta are known without being declared. */
export function asResourceRoot(schema: Structural): Structural {
  return schema.embeddedResource ? schema : { ...schema, embeddedResource: true }
}

const embedded = /* @__PURE__ */ new WeakMap<Structural, boolean>()

/** Whether a value of a schema may hold a whole object, by `x-kubernetes-embedded-resource`: most schemas embed nothing. */
export function hasEmbedded(schema: Structural | undefined): boolean {
  if (schema === undefined) return false
  const known = embedded.get(schema)
  if (known !== undefined) return known
  const found =
    schema.embeddedResource ||
    hasEmbedded(schema.items) ||
    hasEmbedded(schema.additionalProperties?.schema) ||
    [...schema.properties.values()].some(hasEmbedded)
  embedded.set(schema, found)
  return found
}
