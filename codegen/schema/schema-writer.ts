import type { FieldOptions, JSONObject, SchemaFacets } from '../../src/descriptor/types.js'
import { type JSONValue, setOwn } from '../../src/json/json-value.js'
import type { Declaration, Field, StructDeclaration } from '../ir/declarations.js'
import { isRequired } from '../ir/is-required.js'
import { isObjectOrListMeta, isTypeMeta, type NamedRef, type ScalarRef, type TypeRef } from '../ir/type-ref.js'
import { applyOverlay } from './overlay.js'
import { scalarKeywords } from './scalar-keywords.js'

/** How schemas are written. */
export interface SchemaWriterOptions {
  /** The declaration behind a reference, through aliases. */
  resolve(ref: NamedRef): Declaration | undefined
  /** Writes `description`. */
  readonly docs: boolean
  /** Schema for a struct, such as a `$ref`; `undefined` writes the struct in place. */
  reference?(ref: NamedRef): JSONObject | undefined
  /** Schema of a scalar, where it is not the structural one. */
  scalar?(ref: ScalarRef): JSONObject | undefined
  /** Writes keywords of OpenAPI documents that CRDs must not have: patch strategies, unions. */
  readonly beyondCRD?: boolean
  /** Enumerations that may grow without notice: they are left out. */
  isOpenEnum?(ref: NamedRef): boolean
  /**
   * Called once for the type of a schema in which more than `mostStructs` are written in place; the rest is omitted.
   */
  tooLarge?(ref: NamedRef): void
  /** Called for a struct that contains itself; it becomes an object with any content. */
  recursive?(ref: NamedRef): void
}

/** The facets of a use of a type. */
interface Use {
  readonly options?: FieldOptions | undefined
  readonly facets?: SchemaFacets | undefined
  readonly doc?: string | undefined
}

/** Keywords of {@link SchemaFacets} that have the same name and value in a schema. */
export const facetKeywords = [
  'title',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'enum',
] as const

/** Objects that one schema may have: types that are used in many places are written out in each. */
export const mostStructs = 100_000

/** Writes types of the model as structural OpenAPI v3 schemas. */
export class SchemaWriter {
  readonly #options: SchemaWriterOptions
  readonly #open: string[] = []
  #written = 0

  constructor(options: SchemaWriterOptions) {
    this.#options = options
  }

  /** Schema of a declared type itself, never a reference to it. */
  declaration(ref: NamedRef, declaration: Declaration): JSONObject {
    if (declaration.form === 'struct') return this.#structUse(ref, declaration, { doc: declaration.doc })
    if (declaration.form === 'alias') return this.type(declaration.target, {})
    return this.#namedType(declaration, {})
  }

  /** The schema of a field. */
  field({ type, options, doc }: Field): JSONObject {
    return this.type(type, { options, facets: options.schema, doc })
  }

  /** The schema of a type. */
  type(ref: TypeRef, use: Use): JSONObject {
    switch (ref.form) {
      case 'scalar':
        return this.#finish(this.#scalar(ref, use), use)
      case 'list':
        return this.#finish({ type: 'array', items: this.type(ref.element, { facets: use.facets?.items }) }, use)
      case 'map':
        return this.#finish(
          { type: 'object', additionalProperties: this.type(ref.value, { facets: use.facets?.items }) },
          use,
        )
      case 'variant':
        return this.#finish({ 'x-kubernetes-preserve-unknown-fields': true }, use)
      case 'named':
        return this.#named(ref, use)
    }
  }

  #scalar(ref: ScalarRef, use: Use): JSONObject {
    const own = this.#options.beyondCRD === true || ref.structural === undefined ? undefined : { ...ref.structural }
    const schema = this.#options.scalar?.(ref) ?? own ?? scalarKeywords(ref.scalar)
    return typeof schema.$ref === 'string' ? wrapped(schema, use) : schema
  }

  #named(ref: NamedRef, use: Use): JSONObject {
    // Tried first: a document may refer to a type that has not been read yet.
    const reference = this.#options.reference?.(ref)
    if (reference !== undefined) return this.#finish(wrapped(reference, use), use)
    const declaration = this.#options.resolve(ref)
    if (declaration === undefined) throw new Error(`unknown type ${ref.package}#${ref.name}`)
    if (declaration.form === 'alias') return this.#named(declaration.target, use)
    if (declaration.form === 'named') {
      const { enum: values, ...open } = declaration
      const isOpen = values !== undefined && this.#options.isOpenEnum?.(ref) === true
      return this.#namedType(isOpen ? open : declaration, use)
    }
    return this.#structUse(ref, declaration, { ...use, doc: docOf(use.doc, declaration) })
  }

  #namedType(declaration: Extract<Declaration, { form: 'named' }>, use: Use): JSONObject {
    const { options, facets, doc } = use
    const own = declaration.enum === undefined ? undefined : { enum: [...new Set(declaration.enum)] }
    const fromType = declaration.schema
    const merged = { ...own, ...fromType, ...facets }
    return this.type(declaration.type, {
      options,
      facets: Object.keys(merged).length > 0 ? merged : undefined,
      doc: docOf(doc, declaration),
    })
  }

  #structUse(ref: NamedRef, struct: StructDeclaration, use: Use): JSONObject {
    const key = `${ref.package}#${ref.name}`
    if (this.#open.length === 0) this.#written = 0
    if (++this.#written > mostStructs) {
      if (this.#written === mostStructs + 1) this.#options.tooLarge?.(ref)
      return { type: 'object' }
    }
    if (this.#open.includes(key)) {
      this.#options.recursive?.(ref)
      return this.#finish({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true }, use)
    }
    // `metadata` is validated by the API server itself; below the root its schema is not written out.
    if (isObjectOrListMeta(ref) && this.#open.length > 0) return this.#finish({ type: 'object' }, use)
    this.#open.push(key)
    const schema = this.#object(struct)
    this.#open.pop()
    return this.#finish(this.#finish(schema, { facets: struct.options.schema }), use)
  }

  #object(struct: StructDeclaration): JSONObject {
    const { options } = struct
    const schema: JSONObject = { type: 'object' }
    const properties: JSONObject = {}
    const required: string[] = []
    this.#collect(struct, properties, required)
    if (Object.keys(properties).length > 0) schema.properties = properties
    if (required.length > 0) schema.required = required
    if (options.structType !== undefined) schema['x-kubernetes-map-type'] = options.structType
    if (options.preserveUnknownFields === true) schema['x-kubernetes-preserve-unknown-fields'] = true
    if (options.embeddedResource === true) schema['x-kubernetes-embedded-resource'] = true
    if (this.#options.beyondCRD === true && options.unions !== undefined) {
      schema['x-kubernetes-unions'] = options.unions.map(({ discriminator, members }) => ({
        ...(discriminator === undefined ? {} : { discriminator }),
        'fields-to-discriminateBy': { ...members },
      }))
    }
    return schema
  }

  /** Collects properties, including those of inlined structs. */
  #collect(struct: StructDeclaration, properties: JSONObject, required: string[]): void {
    for (const field of struct.fields) {
      if (field.shape === '<' && field.type.form === 'named') {
        this.#collectInlined(field.type, properties, required)
        continue
      }
      setOwn(properties, field.name, this.field(field))
      if (isRequired(field)) required.push(field.name)
    }
  }

  #collectInlined(type: NamedRef, properties: JSONObject, required: string[]): void {
    if (isTypeMeta(type)) {
      for (const name of ['apiVersion', 'kind']) setOwn(properties, name, { type: 'string' })
      return
    }
    const inlined = this.#options.resolve(type)
    if (inlined?.form === 'struct') this.#collect(inlined, properties, required)
  }

  #finish(schema: JSONObject, { options = {}, facets = {}, doc }: Use): JSONObject {
    if (this.#options.docs && doc !== undefined && doc !== '') schema.description = doc
    for (const key of facetKeywords) {
      const value = facets[key]
      if (value !== undefined) schema[key] = value as JSONValue
    }
    if (facets.rules !== undefined) schema['x-kubernetes-validations'] = [...facets.rules]
    if (options.nullable === true) schema.nullable = true
    if (options.default !== undefined) schema.default = options.default
    if (options.listType !== undefined) schema['x-kubernetes-list-type'] = options.listType
    if (options.listMapKeys !== undefined) schema['x-kubernetes-list-map-keys'] = [...options.listMapKeys]
    const mapType = options.mapType ?? options.structType
    if (mapType !== undefined) schema['x-kubernetes-map-type'] = mapType
    if (this.#options.beyondCRD === true) {
      if (options.patchStrategy !== undefined) schema['x-kubernetes-patch-strategy'] = options.patchStrategy
      if (options.patchMergeKey !== undefined) schema['x-kubernetes-patch-merge-key'] = options.patchMergeKey
    }
    return applyOverlay(schema, facets.extra)
  }
}

/** A `$ref` allows no keyword beside it in OpenAPI v3.0: it is wrapped in `allOf` when there are some. */
function wrapped(reference: JSONObject, { options = {}, facets = {}, doc }: Use): JSONObject {
  const hasKeywords = (value: object) => Object.keys(value).some((key) => key !== 'required')
  return hasKeywords(options) || hasKeywords(facets) || (doc ?? '') !== '' ? { allOf: [reference] } : reference
}

/** The doc of a field, otherwise that of its type. */
function docOf(doc: string | undefined, declaration: Declaration): string | undefined {
  return doc === undefined || doc === '' ? declaration.doc : doc
}
