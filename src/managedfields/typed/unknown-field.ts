import type { StructDescriptor, TypeDescriptor } from '../../descriptor/types.js'
import { isJSONObject, type JSONObject, type JSONValue, presentKeys } from '../../json/json-value.js'

/** The path of the first field that a typed value has and its type does not declare, such as `.spec.ports[0].new`. */
export function unknownFieldOf(type: TypeDescriptor, value: JSONValue): string | undefined {
  switch (type.kind) {
    case 'struct':
      return isJSONObject(value) ? inStruct(type, value) : undefined
    case 'list':
      return Array.isArray(value) ? inList(type.element, value) : undefined
    case 'map':
      return isJSONObject(value) ? inMap(type.value, value) : undefined
    case 'variant':
      if (Array.isArray(value)) return inList(type.schema, value)
      return isJSONObject(value) ? inStruct(type.schema, value) : undefined
    default:
      return undefined
  }
}

function inStruct(type: StructDescriptor, value: JSONObject): string | undefined {
  for (const key of presentKeys(value)) {
    const property = type.propertyByName.get(key)
    const found = property === undefined ? undeclared(type) : unknownFieldOf(property.type, value[key]!)
    if (found !== undefined) return `.${key}${found}`
  }
  return undefined
}

function undeclared({ options }: StructDescriptor): string | undefined {
  return options.preserveUnknownFields === true ? undefined : ''
}

function inMap(type: TypeDescriptor, value: JSONObject): string | undefined {
  if (isPlain(type)) return undefined
  for (const key of presentKeys(value)) {
    const found = unknownFieldOf(type, value[key]!)
    if (found !== undefined) return `.${key}${found}`
  }
  return undefined
}

function inList(type: TypeDescriptor, list: JSONValue[]): string | undefined {
  if (isPlain(type)) return undefined
  for (let i = 0; i < list.length; i++) {
    const found = unknownFieldOf(type, list[i]!)
    if (found !== undefined) return `[${i}]${found}`
  }
  return undefined
}

/** Nothing below a scalar is declared. */
function isPlain({ kind }: TypeDescriptor): boolean {
  return kind !== 'struct' && kind !== 'list' && kind !== 'map' && kind !== 'variant'
}
