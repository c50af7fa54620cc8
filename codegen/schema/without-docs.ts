import type { JSONObject, SchemaFacets } from '../../src/descriptor/types.js'
import { isJSONObject, type JSONValue, setOwn } from '../../src/json/json-value.js'
import type { Declaration } from '../ir/declarations.js'
import type { ApiModel } from '../ir/model.js'

/** Keywords whose values are schemas by name. */
const byName = new Set(['properties', 'patternProperties', 'definitions'])
/** Keywords that hold prose. */
const prose = new Set(['description', 'externalDocs', 'example'])

/** A model without the prose that schemas carry on in `extra`; comments of declarations are left to the back ends. */
export function withoutDocs(model: ApiModel): ApiModel {
  return {
    ...model,
    packages: model.packages.map((pkg) =>
      pkg.external === undefined ? { ...pkg, declarations: pkg.declarations.map(withoutProse) } : pkg,
    ),
  }
}

function withoutProse(declaration: Declaration): Declaration {
  if (declaration.form === 'alias') return declaration
  if (declaration.form === 'named') return { ...declaration, ...schemaOf(declaration.schema) }
  const { options, fields } = declaration
  return {
    ...declaration,
    options: { ...options, ...schemaOf(options.schema) },
    fields: fields.map((field) => ({ ...field, options: { ...field.options, ...schemaOf(field.options.schema) } })),
  }
}

function schemaOf(facets: SchemaFacets | undefined): { schema?: SchemaFacets } {
  return facets === undefined ? {} : { schema: facetsOf(facets) }
}

function facetsOf(facets: SchemaFacets): SchemaFacets {
  const { extra, items, ...rest } = facets
  const kept = extra === undefined ? {} : schema(extra)
  return {
    ...rest,
    ...(items === undefined ? {} : { items: facetsOf(items) }),
    ...(Object.keys(kept).length > 0 ? { extra: kept } : {}),
  }
}

function schema(value: JSONObject): JSONObject {
  const result: JSONObject = {}
  for (const [key, each] of Object.entries(value)) {
    if (prose.has(key)) continue
    const kept =
      byName.has(key) && isJSONObject(each) ? named(each) : key === 'default' || key === 'enum' ? each : inner(each)
    const isEmptied = isJSONObject(kept) && isJSONObject(each) && isEmpty(kept) && !isEmpty(each)
    if (!isEmptied) setOwn(result, key, kept)
  }
  return result
}

function named(schemas: JSONObject): JSONObject {
  const result: JSONObject = {}
  for (const [name, each] of Object.entries(schemas)) {
    const kept = inner(each)
    if (!(isJSONObject(kept) && isEmpty(kept) && isJSONObject(each) && !isEmpty(each))) setOwn(result, name, kept)
  }
  return result
}

function inner(value: JSONValue): JSONValue {
  if (Array.isArray(value)) return value.map(inner)
  return isJSONObject(value) ? schema(value) : value
}

function isEmpty(value: JSONObject): boolean {
  return Object.keys(value).length === 0
}
