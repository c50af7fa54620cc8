import { isJSONObject, type JSONObject, type JSONValue, setOwn } from '../../../src/json/json-value.js'

/** The content of a document of either version. */
export interface OpenAPIParts {
  /** Models by name, their references in the notation of v3. */
  readonly schemas: JSONObject
  readonly paths: JSONObject
  /** The path of the models in the document. */
  readonly schemasPath: readonly string[]
}

const v3 = '#/components/schemas/'

/** Takes an OpenAPI document of version 2 or 3 apart; `undefined` for anything else. */
export function openAPIParts(document: JSONValue): OpenAPIParts | undefined {
  if (!isJSONObject(document)) return undefined
  const paths = isJSONObject(document.paths) ? document.paths : {}
  if (typeof document.swagger === 'string' && isJSONObject(document.definitions)) {
    return { schemas: normalizeAll(document.definitions), paths, schemasPath: ['definitions'] }
  }
  if (typeof document.openapi !== 'string') return undefined
  const components = isJSONObject(document.components) ? document.components : {}
  const schemas = isJSONObject(components.schemas) ? components.schemas : {}
  return { schemas: normalizeAll(schemas), paths, schemasPath: ['components', 'schemas'] }
}

/** Name of the model that a reference points to. */
export function modelName(pointer: string): string {
  const last = pointer.slice(pointer.lastIndexOf('/') + 1)
  return decodeText(last).replaceAll('~1', '/').replaceAll('~0', '~')
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function normalizeAll(schemas: JSONObject): JSONObject {
  const result: JSONObject = {}
  for (const [name, schema] of Object.entries(schemas)) {
    setOwn(result, name, isJSONObject(schema) ? normalize(schema, name.startsWith('io.k8s.')) : schema)
  }
  return result
}

/**
 * References as in v3, wrapped in `allOf` where they have sibling keywords. The zero values that Kubernetes' own models
 * have as defaults go: they say that Go writes the field always, not that a server fills it in.
 */
function normalize(schema: JSONObject, isKubernetes: boolean): JSONObject {
  const result: JSONObject = {}
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'default' && isKubernetes && isZero(value)) continue
    if (key === 'properties' && isJSONObject(value)) {
      const properties: JSONObject = {}
      for (const [name, each] of Object.entries(value)) {
        setOwn(properties, name, isJSONObject(each) ? normalize(each, isKubernetes) : each)
      }
      result[key] = properties
    } else if (['items', 'additionalProperties', 'not'].includes(key) && isJSONObject(value)) {
      result[key] = normalize(value, isKubernetes)
    } else if (['allOf', 'anyOf', 'oneOf'].includes(key) && Array.isArray(value)) {
      result[key] = value.map((each) => (isJSONObject(each) ? normalize(each, isKubernetes) : each))
    } else setOwn(result, key, value)
  }
  return withReference(result)
}

function withReference(schema: JSONObject): JSONObject {
  const { $ref, allOf, ...rest } = schema
  const [only, ...more] = Array.isArray(allOf) ? allOf : []
  const pointer = typeof $ref === 'string' ? $ref : isJSONObject(only) && more.length === 0 ? only.$ref : undefined
  if (typeof pointer !== 'string') return schema
  const reference = { $ref: v3 + modelName(pointer) }
  return Object.keys(rest).length === 0 ? reference : { ...rest, allOf: [reference] }
}

function isZero(value: JSONValue): boolean {
  return value === '' || value === 0 || value === false || (isJSONObject(value) && Object.keys(value).length === 0)
}
