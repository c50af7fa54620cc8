import { guardDepth } from '../../descriptor/guard-depth.js'
import { MachineryError } from '../../errors/machinery-error.js'
import { isJSONObject, type JSONObject, type JSONValue, presentKeys, stringOrEmpty } from '../../json/json-value.js'
import { memberOf } from '../field-path/value.js'
import { commonType, deducedAtom, deducedRef, untypedAtom, untypedRef } from './deduced.js'
import { listRelationshipOf, mapRelationshipOf } from './openapi-extensions.js'
import { type Atom, type ListType, MapType, type ScalarType, Schema, type StructField, type TypeRef } from './schema.js'

/** How {@link schemaFromOpenAPI} reads definitions. */
export interface OpenAPISchemaOptions {
  /** Fields that are not declared are allowed everywhere. */
  readonly preserveUnknownFields?: boolean
  /** Version of the document the definitions come from. Default: 3. */
  readonly version?: 2 | 3
}

const quantityName = 'io.k8s.apimachinery.pkg.api.resource.Quantity'
const rawExtensionName = 'io.k8s.apimachinery.pkg.runtime.RawExtension'

/**
 * Makes a schema of OpenAPI definitions: `components.schemas` of a version 3 document, `definitions` of a version 2 one.
 * Version 3 schemas are expected to be structural.
 *
 * @throws MachineryError `InvalidOpenAPISchema` with one line for each thing that cannot be read.
 */
export function schemaFromOpenAPI(
  definitions: Readonly<Record<string, JSONValue>>,
  options: OpenAPISchemaOptions = {},
): Schema {
  return guardDepth(() => {
    const errors: string[] = []
    const types: (readonly [string, Atom])[] = []
    for (const name of Object.keys(definitions)) {
      const definition = definitions[name]
      if (!isJSONObject(definition) || refOf(definition) !== undefined) continue
      const reader = new DefinitionReader(name, { ...options, errors })
      types.push([name, reader.definition(definition)])
    }
    if (errors.length > 0) throw new MachineryError('InvalidOpenAPISchema', errors.join('\n'))
    const byName = new Map(types)
    return new Schema((name) => byName.get(name) ?? commonType(name))
  })
}

interface ReaderOptions extends OpenAPISchemaOptions {
  readonly errors: string[]
}

/** Reads one definition and what is inlined in it. */
class DefinitionReader {
  readonly #name: string
  readonly #options: ReaderOptions

  constructor(name: string, options: ReaderOptions) {
    this.#name = name
    this.#options = options
  }

  definition(schema: JSONObject): Atom {
    if (this.#name === quantityName) return { scalar: 'untyped' }
    if (this.#name === rawExtensionName && this.#options.version !== 2) return untypedAtom
    return this.#atom(schema, this.#options.preserveUnknownFields === true)
  }

  #report(message: string): void {
    this.#options.errors.push(`${this.#name}: ${message}`)
  }

  #atom(schema: JSONObject, preserveUnknown: boolean): Atom {
    const preserve = preserveUnknown || memberOf(schema, 'x-kubernetes-preserve-unknown-fields') === true
    const type = typeOf(schema)
    switch (type) {
      case '':
        if (this.#options.version === 2 && memberOf(schema, 'properties') === undefined) return deducedAtom
        return { scalar: 'untyped', list: this.#list(schema, preserve), map: this.#object(schema, preserve) }
      case 'object':
        return { map: this.#object(schema, preserve) }
      case 'array':
        return { list: this.#list(schema, preserve) }
      case 'integer':
      case 'number':
      case 'boolean':
      case 'string':
        return { scalar: scalarOf(type, memberOf(schema, 'format')) }
      default:
        this.#report(`unrecognized type: '${type}'`)
        // Stryker disable next-line all: what is reported is thrown in the end
        return { scalar: 'untyped' }
    }
  }

  #ref(schema: JSONValue | undefined, preserve: boolean): TypeRef {
    if (!isJSONObject(schema)) return deducedRef
    const nullable = memberOf(schema, 'nullable') === true ? { nullable: true } : {}
    const name = refOf(schema)
    if (name === undefined) {
      const inner = new DefinitionReader(`inlined in ${this.#name}`, this.#options)
      return { inlined: inner.#atom(schema, preserve), ...nullable }
    }
    if (name === rawExtensionName) return untypedRef
    const elementRelationship = mapRelationshipOf(schema, (message) => this.#report(message))
    return { namedType: name, ...(elementRelationship === undefined ? {} : { elementRelationship }), ...nullable }
  }

  #object(schema: JSONObject, preserve: boolean): MapType {
    const declared = memberOf(schema, 'properties')
    const properties = isJSONObject(declared) ? declared : {}
    return new MapType({
      fields: presentKeys(properties).map((name) => this.#field(name, properties[name]!, preserve)),
      elementType: this.#elementType(schema, { preserve, hasFields: presentKeys(properties).length > 0 }),
      elementRelationship: mapRelationshipOf(schema, (message) => this.#report(message)),
    })
  }

  #field(name: string, schema: JSONValue, preserve: boolean): StructField {
    const type = this.#ref(schema, preserve)
    const value = isJSONObject(schema) ? memberOf(schema, 'default') : undefined
    return value === undefined || value === null ? { name, type } : { name, type, default: value }
  }

  /** The type of members that are not declared; `undefined` when they are not allowed. */
  #elementType(
    schema: JSONObject,
    { preserve, hasFields }: { readonly preserve: boolean; readonly hasFields: boolean },
  ): TypeRef | undefined {
    const additional = memberOf(schema, 'additionalProperties')
    if (this.#options.version === 2 && hasFields) return preserve ? deducedRef : undefined
    if (isJSONObject(additional)) return this.#ref(additional, preserve)
    if (additional === undefined || additional === null) return preserve || !hasFields ? deducedRef : undefined
    return additional === true || this.#options.version === 2 ? deducedRef : undefined
  }

  #list(schema: JSONObject, preserve: boolean): ListType {
    const relationship = listRelationshipOf(schema, (message) => this.#report(message))
    return { elementType: this.#itemType(schema, preserve), ...relationship }
  }

  #itemType(schema: JSONObject, preserve: boolean): TypeRef {
    const items = memberOf(schema, 'items')
    if (isJSONObject(items)) return this.#ref(items, preserve)
    if (items !== undefined && items !== null) {
      this.#report('structural schema arrays must have exactly one member subtype')
      return deducedRef
    }
    if (typeOf(schema) !== '') this.#report('`items` must be specified on arrays')
    return untypedRef
  }
}

/** The `type` of a schema, the first of several; empty if there is none. */
function typeOf(schema: JSONObject): string {
  const type = memberOf(schema, 'type')
  return stringOrEmpty(Array.isArray(type) ? type[0] : type)
}

/** The name a schema refers to, directly or as its only `allOf`. */
function refOf(schema: JSONObject): string | undefined {
  const direct = memberOf(schema, '$ref')
  if (typeof direct === 'string' && direct !== '') return lastSegment(direct)
  const all = memberOf(schema, 'allOf')
  const only = Array.isArray(all) && all.length === 1 ? all[0] : undefined
  const inner = isJSONObject(only) ? memberOf(only, '$ref') : undefined
  return typeof inner === 'string' && inner !== '' ? lastSegment(inner) : undefined
}

function lastSegment(reference: string): string | undefined {
  const name = reference.slice(reference.lastIndexOf('/') + 1)
  return name === '' ? undefined : name
}

function scalarOf(type: string, format: JSONValue | undefined): ScalarType {
  if (type === 'boolean') return 'boolean'
  if (type !== 'string') return 'numeric'
  return format === undefined || format === '' || format === 'byte' ? 'string' : 'untyped'
}

/** The kinds that a definition declares (`x-kubernetes-group-version-kind`). */
export function kindsOfDefinition(
  definition: JSONValue | undefined,
): { readonly group: string; readonly version: string; readonly kind: string }[] {
  const kinds = isJSONObject(definition) ? memberOf(definition, 'x-kubernetes-group-version-kind') : undefined
  if (!Array.isArray(kinds)) return []
  return kinds.flatMap((each) => {
    if (!isJSONObject(each)) return []
    const { group, version, kind } = each
    const known = typeof group === 'string' && typeof version === 'string' && typeof kind === 'string' && kind !== ''
    return known ? [{ group, version, kind }] : []
  })
}
