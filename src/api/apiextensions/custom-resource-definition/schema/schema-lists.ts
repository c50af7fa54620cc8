import type { TypeDescriptor } from '../../../../descriptor/types.js'
import type { JSONSchemaProps } from '../../../../openapi/json-schema-props.js'
import { type FieldError, forbidden, invalid, notSupported, required } from '../../../../validation/field-error.js'
import type { FieldPath } from '../../../../validation/field-path.js'
import { isSet } from '../../../validation/go-values.js'
import { invalidInternal } from '../../../validation/internal-text.js'
import { jsonSchemaPropsDescriptor } from '../../v1beta1/descriptors.gen.js'

const listTypes = ['atomic', 'set', 'map']
const mapTypes = ['atomic', 'granular']

/** What of lists is required only of some definitions. */
export interface CollectionRequirements {
  readonly atomicSets: boolean
  readonly listKeys: boolean
}

/** Checks the type of a list or map, and the keys that identify the items of a list. */
export function collectionErrors(
  schema: JSONSchemaProps,
  path: FieldPath,
  { atomicSets, listKeys }: CollectionRequirements,
): FieldError[] {
  const mapType = schema['x-kubernetes-map-type']
  const listType = schema['x-kubernetes-list-type']
  const errors: FieldError[] = []
  const keys = schema['x-kubernetes-list-map-keys']
  if (!isSet(mapType) && !isSet(listType) && !isSet(keys)) return errors
  if (isSet(mapType)) errors.push(...typeErrors(schema, path, { wanted: 'object', keyword: 'x-kubernetes-map-type' }))
  if (isSet(mapType) && !mapTypes.includes(mapType)) {
    errors.push(notSupported(path.child('x-kubernetes-map-type'), mapType, mapTypes))
  }
  if (isSet(listType) && schema.type !== 'array') {
    errors.push(...typeErrors(schema, path, { wanted: 'array', keyword: 'x-kubernetes-list-type' }))
  } else if (atomicSets) errors.push(...setErrorsOf(schema, path))
  if (isSet(listType) && !listTypes.includes(listType)) {
    errors.push(notSupported(path.child('x-kubernetes-list-type'), listType, listTypes))
  }
  if ((schema['x-kubernetes-list-map-keys'] ?? []).length > 0) {
    const detail = 'must be map if x-kubernetes-list-map-keys is non-empty'
    if (!isSet(listType)) errors.push(required(path.child('x-kubernetes-list-type'), detail))
    else if (listType !== 'map') errors.push(invalid(path.child('x-kubernetes-list-type'), listType, detail))
  }
  if (listType === 'map') errors.push(...listMapErrors(schema, path))
  if (listKeys) errors.push(...keyErrorsOf(schema, path))
  return errors
}

/** Says why the items of a set are not compared as a whole. */
export function setErrorsOf(schema: JSONSchemaProps, path: FieldPath): FieldError[] {
  return schema['x-kubernetes-list-type'] === 'set' ? setErrors(itemsOf(schema), path.child('items')) : []
}

/** Says why the items of a map or set may have no identity. */
export function keyErrorsOf(schema: JSONSchemaProps, path: FieldPath): FieldError[] {
  const listType = schema['x-kubernetes-list-type']
  return listType === 'map' || listType === 'set' ? keyErrors(schema, listType, path.child('items')) : []
}

/** The one schema of items. */
function itemsOf({ items }: JSONSchemaProps): JSONSchemaProps | undefined {
  return isSet(items) && !Array.isArray(items) ? (items as JSONSchemaProps) : undefined
}

function itemsType(): TypeDescriptor {
  return jsonSchemaPropsDescriptor.propertyByName.get('items')!.type
}

function typeErrors(
  given: JSONSchemaProps,
  path: FieldPath,
  { wanted, keyword }: { readonly wanted: string; readonly keyword: string },
): FieldError[] {
  const type = given.type ?? ''
  if (type === wanted) return []
  const detail = `must be ${wanted} if ${keyword} is specified`
  return [type === '' ? required(path.child('type'), detail) : invalid(path.child('type'), type, detail)]
}

function setErrors(items: JSONSchemaProps | undefined, path: FieldPath): FieldError[] {
  const detail = 'must be atomic as item of a list with x-kubernetes-list-type=set'
  const listType = items?.['x-kubernetes-list-type'] ?? null
  if (items?.type === 'array' && listType !== null && listType !== 'atomic') {
    return [invalid(path.child('x-kubernetes-list-type'), listType, detail)]
  }
  if (items?.type !== 'object' || items['x-kubernetes-map-type'] === 'atomic') return []
  // Upstream shows the type of the list here.
  return [invalid(path.child('x-kubernetes-map-type'), listType, detail)]
}

function listMapErrors(schema: JSONSchemaProps, path: FieldPath): FieldError[] {
  const keys = schema['x-kubernetes-list-map-keys'] ?? []
  const keysPath = path.child('x-kubernetes-list-map-keys')
  const itemsPath = path.child('items')
  const errors: FieldError[] = []
  if (keys.length === 0) errors.push(required(keysPath, 'must not be empty if x-kubernetes-list-type is map'))
  if (!isSet(schema.items)) {
    return [...errors, required(itemsPath, 'must have a schema if x-kubernetes-list-type is map')]
  }
  const items = itemsOf(schema)
  if (items === undefined) {
    return [
      ...errors,
      invalidInternal(
        itemsPath,
        { type: itemsType(), value: schema.items },
        'must only have a single schema if x-kubernetes-list-type is map',
      ),
    ]
  }
  if (items.type !== 'object') {
    const detail = "must be object if parent array's x-kubernetes-list-type is map"
    return [...errors, invalid(itemsPath.child('type'), items.type ?? '', detail)]
  }
  const seen = new Set<string>()
  for (const key of keys) {
    errors.push(...mapKeyErrors(items, key, { itemsPath, keysPath, keys }))
    if (seen.has(key)) errors.push(invalid(keysPath, keys, 'must not contain duplicate entries'))
    seen.add(key)
  }
  return errors
}

interface KeyPlaces {
  readonly itemsPath: FieldPath
  readonly keysPath: FieldPath
  readonly keys: readonly string[]
}

function property({ properties }: JSONSchemaProps, name: string): JSONSchemaProps | undefined {
  return properties && Object.hasOwn(properties, name) ? properties[name] : undefined
}

function mapKeyErrors(items: JSONSchemaProps, key: string, { itemsPath, keysPath, keys }: KeyPlaces): FieldError[] {
  const schema = property(items, key)
  if (schema === undefined) return [invalid(keysPath, keys, 'entries must all be names of item properties')]
  if (schema.type !== 'array' && schema.type !== 'object') return []
  const detail = "must be a scalar type if parent array's x-kubernetes-list-type is map"
  return [invalid(itemsPath.child('properties').key(key).child('type'), items.type, detail)]
}

function keyErrors(schema: JSONSchemaProps, listType: string, path: FieldPath): FieldError[] {
  const items = itemsOf(schema)
  if (items === undefined) return []
  const errors = items.nullable
    ? [forbidden(path.child('nullable'), `cannot be nullable when x-kubernetes-list-type is ${listType}`)]
    : []
  if (listType !== 'map') return errors
  const isKey = 'this property is in x-kubernetes-list-map-keys, so it'
  for (const key of schema['x-kubernetes-list-map-keys'] ?? []) {
    const each = property(items, key)
    if (each === undefined) continue
    const at = path.child('properties').key(key)
    if (!items.required?.includes(key) && !isSet(each.default)) {
      errors.push(required(at.child('default'), `${isKey} must have a default or be a required property`))
    }
    if (each.nullable) errors.push(forbidden(at.child('nullable'), `${isKey} cannot be nullable`))
  }
  return errors
}
