import type {
  FieldOptions,
  JSONObject,
  SchemaFacets,
  StructOptions,
  UnionDescriptor,
} from '../../src/descriptor/types.js'
import { isJSONObject } from '../../src/json/json-value.js'
import type { SourceSpan } from '../diagnostics/source-span.js'
import type { Declaration, Field, StructDeclaration } from '../ir/declarations.js'
import { listRef, mapRef, type NamedRef, namedRef, scalarRef, type TypeRef, typeMeta } from '../ir/type-ref.js'
import { overlayOf } from './overlay.js'
import { quantityPattern } from './scalar-keywords.js'
import { facetKeywords, type SchemaWriter } from './schema-writer.js'
import { type NameScope, typeName } from './type-names.js'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
type Facets = Mutable<SchemaFacets>

/** Where a reader puts what it finds. */
export interface SchemaTarget {
  /** Path of the package that gets the declarations. */
  readonly package: string
  readonly names: NameScope
  declare(declaration: Declaration): void
  /** Writes schemas of the same model: what it would not write is put into `extra`. */
  readonly writer: SchemaWriter
  /** The type behind a `$ref`; without it, or for an unknown one, the value may be anything. */
  reference?(pointer: string, span: SourceSpan | undefined): TypeRef | undefined
  /** The order of `required` is not kept. */
  readonly anyOrder?: boolean
  /** Position of a part of the input, by its path in the document. */
  span?(path: readonly (string | number)[]): SourceSpan | undefined
}

/** One schema, the name for its type, and its path. */
interface Place {
  readonly schema: JSONObject
  readonly hint: string
  readonly path: readonly (string | number)[]
}

interface Shaped {
  readonly type: TypeRef
  readonly items?: SchemaFacets | undefined
}

/**
 * Converts OpenAPI v3 schemas to types of the model, each nested object to a type named after its path. Every keyword is
 * kept: those without a field of their own are in `extra`.
 */
export class SchemaReader {
  readonly #target: SchemaTarget

  constructor(target: SchemaTarget) {
    this.#target = target
  }

  /** Declares the struct of a kind: `apiVersion`, `kind` and `metadata` are those of every object. */
  root(place: Place, kind: StructDeclaration['kind'], metadata: NamedRef | undefined): StructDeclaration {
    const { schema, hint, path } = place
    const properties = isJSONObject(schema.properties) ? schema.properties : {}
    const fields: Field[] = [{ name: 'TypeMeta', number: 0, type: typeMeta, shape: '<', options: {} }]
    const required = stringsOf(schema.required)
    if (metadata !== undefined) {
      const options = required.includes('metadata') ? { required: true } : {}
      const doc = isJSONObject(properties.metadata) ? stringOrUndefined(properties.metadata.description) : undefined
      fields.push({ name: 'metadata', number: 0, type: metadata, shape: '?', options, span: this.#span(path), doc })
    }
    for (const [name, property] of Object.entries(properties)) {
      if (name === 'apiVersion' || name === 'kind' || !isJSONObject(property)) continue
      if (name === 'metadata' && metadata !== undefined) continue
      fields.push(this.#field(name, property, { ...place, required: required.includes(name) }))
    }
    const declaration: StructDeclaration = {
      form: 'struct',
      name: hint,
      fields,
      options: structOptions(schema),
      kind,
      span: this.#span(path),
      doc: stringOrUndefined(schema.description),
    }
    this.#target.declare(declaration)
    this.#closeStruct(declaration, schema)
    return declaration
  }

  /** Declares a type of the document under its own name, with any schema. */
  declare({ schema, hint, path }: Place): void {
    const common = { name: hint, span: this.#span(path), doc: stringOrUndefined(schema.description) }
    if (isStruct(schema)) {
      this.#closeStruct(this.#struct({ schema, hint, path }, hint), schema)
      return
    }
    const { type, facets } = this.#use({ schema, hint: `${hint}Value`, path }, {}, false)
    const values = enumOf(schema)
    const { enum: _, extra: ___, ...rest } = facets
    const kept =
      values === undefined ? facets : { ...rest, ...(facets.extra === undefined ? {} : { extra: facets.extra }) }
    this.#target.declare({
      form: 'named',
      ...common,
      type: type.form === 'named' && values !== undefined ? scalarRef('string') : type,
      enum: values,
      ...(Object.keys(kept).length > 0 ? { schema: kept } : {}),
    })
  }

  /** Keywords of the struct as a whole go to its own facets. */
  #closeStruct(declaration: StructDeclaration, schema: JSONObject): void {
    const facets = readFacets(schema)
    declaration.options = { ...declaration.options, ...(Object.keys(facets).length > 0 ? { schema: facets } : {}) }
    const ref = namedRef(this.#target.package, declaration.name)
    const overlay = this.#overlay(this.#target.writer.declaration(ref, declaration), schema)
    if (overlay === undefined) return
    declaration.options = { ...declaration.options, schema: { ...facets, extra: overlay } }
  }

  #field(name: string, schema: JSONObject, place: Place & { required: boolean }): Field {
    const path = [...place.path, 'properties', name]
    const options = { ...readOptions(schema), required: place.required }
    const use = this.#use({ schema, hint: `${place.hint}${typeName(name)}`, path }, options, true)
    return {
      name,
      number: 0,
      type: use.type,
      shape: '*?',
      options: { ...options, ...(Object.keys(use.facets).length > 0 ? { schema: use.facets } : {}) },
      span: this.#span(path),
      doc: stringOrUndefined(schema.description),
    }
  }

  #use(place: Place, options: FieldOptions, isField: boolean): { type: TypeRef; facets: Facets } {
    const { schema } = place
    const { type, items } = this.#shape(place)
    const facets = readFacets(schema)
    if (enumOf(schema) !== undefined && type.form === 'named') delete facets.enum
    if (items !== undefined && Object.keys(items).length > 0) facets.items = items
    const doc = isField ? stringOrUndefined(schema.description) : undefined
    const written = this.#target.writer.type(type, { options, facets, doc })
    const overlay = this.#overlay(written, schema)
    if (overlay !== undefined) facets.extra = overlay
    if (type.form === 'scalar') this.#dropImplied(facets, type)
    return { type, facets }
  }

  /** Keywords that follow from the scalar, such as its format, are not facets. */
  #dropImplied(facets: Facets, type: TypeRef): void {
    const implied = this.#target.writer.type(type, {})
    for (const key of facetKeywords) {
      if (key !== 'enum' && facets[key] !== undefined && facets[key] === implied[key]) delete facets[key]
    }
  }

  #overlay(written: JSONObject, schema: JSONObject): JSONObject | undefined {
    const overlay = overlayOf(written, schema)
    const names = overlay?.required
    if (overlay === undefined || this.#target.anyOrder !== true || !Array.isArray(names)) return overlay
    if ([...names].sort().join() === [...stringsOf(written.required)].sort().join()) delete overlay.required
    return Object.keys(overlay).length > 0 ? overlay : undefined
  }

  #shape(place: Place): Shaped {
    const { schema, path } = place
    const pointer = referenceOf(schema)
    if (pointer !== undefined) {
      const type = this.#target.reference?.(pointer, this.#span(path))
      if (type !== undefined) return { type }
    }
    if (schema['x-kubernetes-int-or-string'] === true || schema.format === 'int-or-string') {
      return { type: scalarRef(schema.pattern === quantityPattern ? 'quantity' : 'intOrString') }
    }
    if (isStruct(schema)) return { type: this.#nested(place) }
    switch (schema.type) {
      case 'array':
        return this.#list(place)
      case 'object':
        return this.#object(place)
      case 'string':
        return { type: this.#string(place) }
      case 'boolean':
        return { type: scalarRef('bool') }
      case 'integer':
        return { type: scalarRef(schema.format === 'int32' ? 'int32' : 'int64') }
      case 'number':
        return { type: scalarRef(schema.format === 'float' ? 'float' : 'double') }
      default:
        return { type: scalarRef('json') }
    }
  }

  #nested(place: Place): NamedRef {
    const { name } = this.#struct(place, this.#target.names.claim(place.hint))
    return namedRef(this.#target.package, name)
  }

  #list({ schema, hint, path }: Place): Shaped {
    if (!isJSONObject(schema.items)) return { type: listRef(scalarRef('json')) }
    const element = this.#use({ schema: schema.items, hint, path: [...path, 'items'] }, {}, false)
    return { type: listRef(element.type), items: element.facets }
  }

  #object({ schema, hint, path }: Place): Shaped {
    const values = schema.additionalProperties
    if (isJSONObject(values)) {
      const value = this.#use({ schema: values, hint, path: [...path, 'additionalProperties'] }, {}, false)
      return { type: mapRef(value.type), items: value.facets }
    }
    if (values === true) return { type: mapRef(scalarRef('json')) }
    const isAnything = schema['x-kubernetes-preserve-unknown-fields'] === true
    if (isAnything || schema['x-kubernetes-embedded-resource'] === true) return { type: scalarRef('rawExtension') }
    return { type: this.#nested({ schema, hint, path }) }
  }

  #string({ schema, hint, path }: Place): TypeRef {
    if (schema.format === 'byte') return scalarRef('bytes')
    const values = enumOf(schema)
    if (values === undefined) return scalarRef('string')
    const name = this.#target.names.claim(hint)
    this.#target.declare({
      form: 'named',
      name,
      type: scalarRef('string'),
      enum: values,
      span: this.#span(path),
      doc: stringOrUndefined(schema.description),
    })
    return namedRef(this.#target.package, name)
  }

  /** Declares the struct of an object schema under `name`; keywords of the field are not read. */
  #struct({ schema, path }: Place, name: string): StructDeclaration {
    const properties = isJSONObject(schema.properties) ? schema.properties : {}
    const required = stringsOf(schema.required)
    const declaration: StructDeclaration = {
      form: 'struct',
      name,
      fields: [],
      options: structOptions(schema),
      span: this.#span(path),
      doc: stringOrUndefined(schema.description),
    }
    this.#target.declare(declaration)
    for (const [key, property] of Object.entries(properties)) {
      if (!isJSONObject(property)) continue
      const place = { schema, hint: name, path, required: required.includes(key) }
      declaration.fields.push(this.#field(key, property, place))
    }
    if (schema['x-kubernetes-embedded-resource'] === true) addObjectFields(declaration)
    return declaration
  }

  #span(path: readonly (string | number)[]): SourceSpan | undefined {
    return this.#target.span?.(path)
  }
}

/** An embedded resource has these whether its schema says so or not. */
function addObjectFields(declaration: StructDeclaration): void {
  for (const name of ['apiVersion', 'kind'] as const) {
    if (declaration.fields.some((field) => field.name === name)) continue
    declaration.fields.push({ name, number: 0, type: scalarRef('string'), shape: '*?', options: { required: false } })
  }
  if (declaration.fields.some((field) => field.name === 'metadata')) return
  const metadata = namedRef(typeMeta.package, 'ObjectMeta')
  declaration.fields.push({ name: 'metadata', number: 0, type: metadata, shape: '?', options: { required: false } })
}

function isStruct(schema: JSONObject): boolean {
  return isJSONObject(schema.properties) && (schema.type === 'object' || schema.type === undefined)
}

function referenceOf(schema: JSONObject): string | undefined {
  if (typeof schema.$ref === 'string') return schema.$ref
  const [only, ...rest] = Array.isArray(schema.allOf) ? schema.allOf : []
  return rest.length === 0 && isJSONObject(only) && typeof only.$ref === 'string' ? only.$ref : undefined
}

function structOptions(schema: JSONObject): StructOptions {
  const mapType = schema['x-kubernetes-map-type']
  const unions = unionsOf(schema['x-kubernetes-unions'])
  return {
    ...(unions.length > 0 ? { unions } : {}),
    ...(mapType === 'atomic' || mapType === 'granular' ? { structType: mapType } : {}),
    ...(schema['x-kubernetes-preserve-unknown-fields'] === true ? { preserveUnknownFields: true } : {}),
    ...(schema['x-kubernetes-embedded-resource'] === true ? { embeddedResource: true } : {}),
  }
}

/** Values of an enumeration of texts, each once; others stay a facet. */
function enumOf(schema: JSONObject): string[] | undefined {
  const values = schema.enum
  if (schema.type !== 'string' || schema.format === 'byte' || !Array.isArray(values) || values.length === 0) {
    return undefined
  }
  const texts = values.filter((value): value is string => typeof value === 'string')
  return texts.length === values.length && new Set(texts).size === texts.length ? texts : undefined
}

function unionsOf(value: unknown): UnionDescriptor[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((each: unknown) => {
    const fields = isJSONObject(each) ? each['fields-to-discriminateBy'] : undefined
    if (!isJSONObject(each) || !isJSONObject(fields)) return []
    const members = Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, String(text)]))
    return [{ ...(typeof each.discriminator === 'string' ? { discriminator: each.discriminator } : {}), members }]
  })
}

function readFacets(schema: JSONObject): Facets {
  const facets: Record<string, unknown> = {}
  for (const key of facetKeywords) if (Object.hasOwn(schema, key) && fits(key, schema[key])) facets[key] = schema[key]
  const rules = schema['x-kubernetes-validations']
  if (Array.isArray(rules) && rules.length > 0 && rules.every(isJSONObject)) facets.rules = rules
  return facets
}

const textual = new Set<string>(['title', 'format', 'pattern'])
const flags = new Set<string>(['exclusiveMinimum', 'exclusiveMaximum', 'uniqueItems'])

function fits(key: string, value: unknown): boolean {
  if (key === 'enum') return Array.isArray(value)
  if (textual.has(key)) return typeof value === 'string'
  return typeof value === (flags.has(key) ? 'boolean' : 'number')
}

function readOptions(schema: JSONObject): FieldOptions {
  const listType = schema['x-kubernetes-list-type']
  const keys = schema['x-kubernetes-list-map-keys']
  const mapType = schema['x-kubernetes-map-type']
  const isMap = !isStruct(schema) && (mapType === 'atomic' || mapType === 'granular')
  return {
    ...(schema.nullable === true ? { nullable: true } : {}),
    ...(listType === 'atomic' || listType === 'set' || listType === 'map' ? { listType } : {}),
    ...(Array.isArray(keys) && keys.length > 0 ? { listMapKeys: stringsOf(keys) } : {}),
    ...(isMap ? { mapType } : {}),
    ...(schema.default === undefined ? {} : { default: schema.default }),
    ...patchOptions(schema),
  }
}

/** Documents of a cluster say how strategic merge patches treat a list; CRDs cannot. */
function patchOptions(schema: JSONObject): FieldOptions {
  const patchStrategy = schema['x-kubernetes-patch-strategy']
  const patchMergeKey = schema['x-kubernetes-patch-merge-key']
  return {
    ...(typeof patchStrategy === 'string' ? { patchStrategy } : {}),
    ...(typeof patchMergeKey === 'string' ? { patchMergeKey } : {}),
  }
}

function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
}

function stringOrUndefined(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
