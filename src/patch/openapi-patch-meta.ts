import type { JSONObject, JSONValue } from '../json/json-value.js'
import { isMap } from './json-map.js'
import { patchError } from './patch-error.js'
import type { LookupPatchMeta, PatchField, PatchMeta } from './patch-meta.js'

const strategyExtension = 'x-kubernetes-patch-strategy'
const mergeKeyExtension = 'x-kubernetes-patch-merge-key'
const reference = /^#\/(?:definitions|components\/schemas)\/(.*)$/
/** A chain of references is followed this far; a longer one is cyclic. */
const longestChain = 100

type Schema = Readonly<Record<string, unknown>>

/** Patch metadata read from the schemas of an OpenAPI document, version 2 or 3. */
class OpenAPIPatchMeta implements LookupPatchMeta {
  readonly #schemas: Schema
  readonly #schema: Schema
  readonly #fields = new Map<string, PatchField>()
  readonly #lists = new Map<string, PatchField>()

  constructor(schemas: Schema, schema: Schema) {
    this.#schemas = schemas
    this.#schema = schema
  }

  get name(): string {
    const { type } = this.#schema
    return typeof type === 'string' ? type : 'Struct'
  }

  lookupPatchMetadataForStruct(key: string): PatchField {
    return this.#lookup(key, this.#fields, (schema) => schema)
  }

  lookupPatchMetadataForSlice(key: string): PatchField {
    return this.#lookup(key, this.#lists, (schema) => member(schema, 'items') ?? schema)
  }

  #lookup(key: string, known: Map<string, PatchField>, below: (schema: Schema) => Schema): PatchField {
    const earlier = known.get(key)
    if (earlier !== undefined) return earlier
    const schema = member(member(this.#schema, 'properties') ?? {}, key)
    if (schema === undefined) {
      throw patchError('PatchFieldNotFound', `unable to find api field ${JSON.stringify(key)}`)
    }
    const subschema = new OpenAPIPatchMeta(this.#schemas, resolve(this.#schemas, below(schema)))
    const field = { subschema, patchMeta: extensionMeta(schema) }
    known.set(key, field)
    return field
  }
}

/**
 * The patch metadata of a type of an OpenAPI document: `x-kubernetes-patch-strategy` and `x-kubernetes-patch-merge-key`.
 *
 * @param document - OpenAPI 2 (`definitions`) or 3 (`components.schemas`), as JSON.
 * @param name - of the type, such as `io.k8s.api.apps.v1.Deployment`.
 * @throws MachineryError `PatchFieldNotFound` when the document has no such type.
 */
export function patchMetaFromOpenAPI(document: JSONObject, name: string): LookupPatchMeta {
  const schemas = member(document, 'definitions') ?? member(member(document, 'components') ?? {}, 'schemas') ?? {}
  const schema = member(schemas, name)
  if (schema === undefined) throw patchError('PatchFieldNotFound', `unable to find ${name} in the OpenAPI document`)
  return new OpenAPIPatchMeta(schemas, resolve(schemas, schema))
}

function member(map: Schema, key: string): Schema | undefined {
  const value = Object.hasOwn(map, key) ? map[key] : undefined
  return isMap(value) ? value : undefined
}

/** Follows `$ref`, also as the first of `allOf`, which is how a reference with further keywords is written. */
function resolve(schemas: Schema, schema: Schema): Schema {
  let found = schema
  for (let steps = 0; steps < longestChain; steps++) {
    const { allOf } = found
    if (Array.isArray(allOf) && isMap(allOf[0])) found = allOf[0]
    const { $ref } = found
    if (typeof $ref !== 'string') return found
    const target = reference.exec($ref)?.[1]
    const next = target === undefined ? undefined : member(schemas, target)
    if (next === undefined) throw patchError('PatchFieldNotFound', `unable to resolve ${$ref} in OpenAPI`)
    found = next
  }
  throw patchError('PatchFieldNotFound', 'references in OpenAPI go in circles')
}

function extensionMeta(schema: Schema): PatchMeta {
  const strategy = text(schema[strategyExtension] as JSONValue | undefined)
  return {
    patchStrategies: strategy === undefined ? [] : strategy.split(','),
    patchMergeKey: text(schema[mergeKeyExtension] as JSONValue | undefined) ?? '',
  }
}

function text(value: JSONValue | undefined): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  throw patchError('BadArgType', `expected a string, but received a ${typeof value}`)
}
