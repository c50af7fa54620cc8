import type {
  FieldDescriptor,
  JSONObject,
  JSONValue,
  StructDescriptor,
  TypeDescriptor,
} from '../../descriptor/types.js'
import { weakMemo } from '../../internal/weak-memo.js'

/** The canonical JSON of the zero value of a Go type. A new value each time. */
export function zeroValue(type: TypeDescriptor): JSONValue {
  switch (type.kind) {
    case 'struct':
      return zeroStruct(type)
    case 'variant':
      return type.shape === 'orBool' ? false : null
    case 'string':
      return ''
    case 'bool':
      return false
    case 'int32':
    case 'int64':
    case 'uint32':
    case 'uint64':
    case 'float':
    case 'double':
    case 'intOrString':
      return 0
    case 'quantity':
      return '0'
    case 'duration':
      return '0s'
    default:
      return null
  }
}

function zeroStruct(type: StructDescriptor): JSONObject {
  const object: JSONObject = {}
  for (const property of alwaysWritten(type)) {
    object[property.name] = property.pointer ? null : zeroValue(property.type)
  }
  return object
}

/** Looked up per type: a list may have as many empty items as it has bytes. */
const alwaysWritten: (type: StructDescriptor) => readonly FieldDescriptor[] = /* @__PURE__ */ weakMemo(
  (type: StructDescriptor) => type.properties.filter(isAlwaysWritten),
)

/** Go's `omitempty` has no effect on struct types: these are always written. */
export function isGoStruct(type: TypeDescriptor): boolean {
  switch (type.kind) {
    case 'struct':
    case 'variant':
    case 'time':
    case 'microTime':
    case 'duration':
    case 'quantity':
    case 'intOrString':
    case 'rawExtension':
    case 'fieldsV1':
    case 'json':
      return true
    default:
      return false
  }
}

/** Reports whether canonical JSON has the field even when it is zero. */
export function isAlwaysWritten({ omit, pointer, type }: FieldDescriptor): boolean {
  if (omit === 'never') return true
  return omit === 'empty' && !pointer && isGoStruct(type)
}

/** Reports whether `value` is what {@link zeroValue} makes for the type. */
export function isZeroValue(type: TypeDescriptor, value: JSONValue): boolean {
  if (type.kind !== 'struct') return value === zeroValue(type)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const names = Object.keys(value)
  if (names.length !== alwaysWritten(type).length) return false
  return names.every((name) => {
    const property = type.propertyByName.get(name)
    if (property === undefined || !isAlwaysWritten(property)) return false
    const held = value[name] as JSONValue
    return property.pointer ? held === null : isZeroValue(property.type, held)
  })
}
