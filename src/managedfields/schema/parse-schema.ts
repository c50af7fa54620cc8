import { guardDepth } from '../../descriptor/guard-depth.js'
import { MachineryError } from '../../errors/machinery-error.js'
import { isJSONObject, type JSONObject, type JSONValue } from '../../json/json-value.js'
import { memberOf } from '../field-path/value.js'
import {
  type Atom,
  type ElementRelationship,
  type ListType,
  MapType,
  type ScalarType,
  Schema,
  type StructField,
  type TypeRef,
} from './schema.js'

const relationships: readonly string[] = ['associative', 'atomic', 'separable']

/**
 * Reads a schema in the form Go's `typed.NewParser` takes, parsed already: `{ types: [{ name, map: { fields … } }] }`.
 *
 * Names of scalar types are not checked; values of an unknown one are invalid.
 *
 * @throws MachineryError `InvalidSchema` with the path.
 */
export function parseSchema(document: JSONValue): Schema {
  return guardDepth(() => {
    const types = listAt(mapAt(document, ''), 'types', '').map((each, i): readonly [string, Atom] => {
      const path = `types[${i}]`
      const type = mapAt(each, path)
      return [textAt(type, 'name', path) ?? '', atomFrom(type, path)]
    })
    return Schema.of(types)
  })
}

function atomFrom(value: JSONObject, path: string): Atom {
  const scalar = textAt(value, 'scalar', path)
  const list = memberOf(value, 'list')
  const map = memberOf(value, 'map')
  return {
    ...(scalar === undefined ? {} : { scalar: scalar as ScalarType }),
    ...(list === undefined || list === null ? {} : { list: listFrom(mapAt(list, `${path}.list`), `${path}.list`) }),
    ...(map === undefined || map === null ? {} : { map: mapFrom(mapAt(map, `${path}.map`), `${path}.map`) }),
  }
}

function listFrom(value: JSONObject, path: string): ListType {
  const elementRelationship = relationshipFrom(value, path)
  const keys = listAt(value, 'keys', path).map((key) => {
    if (typeof key !== 'string') throw invalid('expected a string', `${path}.keys`)
    return key
  })
  return {
    elementType: refFrom(memberOf(value, 'elementType'), `${path}.elementType`) ?? {},
    ...(elementRelationship === undefined ? {} : { elementRelationship }),
    ...(keys.length === 0 ? {} : { keys }),
  }
}

function mapFrom(value: JSONObject, path: string): MapType {
  return new MapType({
    fields: listAt(value, 'fields', path).map((field, i) => fieldFrom(field, `${path}.fields[${i}]`)),
    elementType: refFrom(memberOf(value, 'elementType'), `${path}.elementType`),
    elementRelationship: relationshipFrom(value, path),
  })
}

function fieldFrom(field: JSONValue, path: string): StructField {
  const value = mapAt(field, path)
  const name = textAt(value, 'name', path) ?? ''
  const type = refFrom(memberOf(value, 'type'), `${path}.type`) ?? {}
  const fallback = memberOf(value, 'default')
  return fallback === undefined || fallback === null ? { name, type } : { name, type, default: fallback }
}

function refFrom(ref: JSONValue | undefined, path: string): TypeRef | undefined {
  if (ref === undefined || ref === null) return undefined
  const value = mapAt(ref, path)
  const namedType = textAt(value, 'namedType', path)
  const elementRelationship = relationshipFrom(value, path)
  const inlined = atomFrom(value, path)
  const result: TypeRef = {
    ...(namedType === undefined ? {} : { namedType }),
    ...(Object.keys(inlined).length === 0 ? {} : { inlined }),
    ...(elementRelationship === undefined ? {} : { elementRelationship }),
  }
  return Object.keys(result).length === 0 ? undefined : result
}

function relationshipFrom(value: JSONObject, path: string): ElementRelationship | undefined {
  const text = textAt(value, 'elementRelationship', path)
  if (text === undefined || relationships.includes(text)) return text as ElementRelationship | undefined
  throw invalid(`unknown element relationship ${text}`, path)
}

function mapAt(value: JSONValue, path: string): JSONObject {
  if (isJSONObject(value)) return value
  throw invalid('expected a map', path)
}

function listAt(value: JSONObject, key: string, path: string): JSONValue[] {
  const list = memberOf(value, key)
  if (list === undefined || list === null) return []
  if (Array.isArray(list)) return list
  throw invalid('expected a list', `${path}.${key}`)
}

function textAt(value: JSONObject, key: string, path: string): string | undefined {
  const text = memberOf(value, key)
  if (text === undefined || text === null || text === '') return undefined
  if (typeof text === 'string') return text
  throw invalid('expected a string', `${path}.${key}`)
}

function invalid(message: string, path: string): MachineryError {
  return new MachineryError('InvalidSchema', path === '' ? message : `${path}: ${message}`, { path })
}
