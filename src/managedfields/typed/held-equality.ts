import type { StructDescriptor, StructProperty, TypeDescriptor } from '../../descriptor/types.js'
import { isJSONObject, type JSONObject, type JSONValue } from '../../json/json-value.js'
import { rawText } from '../../json/raw-text.js'
import { parseQuantityText } from '../../resource/quantity-parser.js'
import { memberOf } from '../field-path/value.js'
import { heldList } from './held-lists.js'

/** Two objects of one class as they were read, before they were brought to canonical JSON. */
export interface HeldPair {
  readonly type: StructDescriptor
  readonly left: JSONObject
  readonly right: JSONObject
}

type Value = JSONValue | undefined

/**
 * Reports whether Go considers two values equal that are at the same place in both objects and already equal in canonical
 * JSON. Maps and structs are compared by their JSON, but lists by `reflect.DeepEqual`: there an empty list or map differs
 * from nil, and a quantity or raw JSON is compared as it was written.
 */
export function equalAsHeld(
  pair: HeldPair,
  leftPath: readonly (string | number)[],
  rightPath: readonly (string | number)[],
): boolean {
  const type = typeAt(pair.type, leftPath)
  if (type === undefined) return true
  return equalOutsideLists(type, valueAt(pair.left, leftPath), valueAt(pair.right, rightPath))
}

function typeAt(root: StructDescriptor, path: readonly (string | number)[]): TypeDescriptor | undefined {
  let type: TypeDescriptor | undefined = root
  for (const step of path) {
    if (type?.kind === 'struct') type = type.propertyByName.get(String(step))?.type
    else if (type?.kind === 'list') type = type.element
    else type = type?.kind === 'map' ? type.value : undefined
  }
  return type
}

function valueAt(root: JSONObject, path: readonly (string | number)[]): Value {
  let value: Value = root
  for (const step of path) {
    if (Array.isArray(value)) value = value[Number(step)]
    else value = isJSONObject(value) ? memberOf(value, String(step)) : undefined
  }
  return value
}

function equalOutsideLists(type: TypeDescriptor, left: Value, right: Value): boolean {
  if (type.kind === 'list') {
    const [a, b] = [left, right].map((value) => (Array.isArray(value) ? (heldList(value, type) as JSONValue[]) : value))
    return equalDeeply(type, a, b)
  }
  if ((type.kind !== 'struct' && type.kind !== 'map') || !isJSONObject(left) || !isJSONObject(right)) return true
  return Object.keys(left).every((key) => {
    const below = type.kind === 'map' ? type.value : type.propertyByName.get(key)?.type
    return below === undefined || equalOutsideLists(below, memberOf(left, key), memberOf(right, key))
  })
}

/** `reflect.DeepEqual` of what Go holds for two values. */
function equalDeeply(type: TypeDescriptor, left: Value, right: Value): boolean {
  switch (type.kind) {
    case 'list':
      return equalLists(type.element, type.pointerElements, left, right)
    case 'map':
      return equalMaps(type.value, type.pointerValues, left, right)
    case 'struct':
      return type.properties.every((property) => equalProperties(property, left, right))
    case 'quantity':
      return left === right || heldQuantity(left) === heldQuantity(right)
    case 'bytes':
      return isNil(left) === isNil(right)
    case 'rawExtension':
    case 'fieldsV1':
      return equalRaw(left, right)
    default:
      // Equal as JSON, and Go holds no further information. The JSON of custom resource definitions is a value in its
      // internal version, through which a server's objects go.
      return true
  }
}

function isNil(value: Value): boolean {
  return value === undefined || value === null
}

// biome-ignore lint/complexity/useMaxParams: a private step of one recursion
function equalLists(element: TypeDescriptor, pointers: boolean, left: Value, right: Value): boolean {
  if (isNil(left) !== isNil(right)) return false
  if (!Array.isArray(left) || !Array.isArray(right)) return true
  return left.length === right.length && left.every((item, i) => equalPointed(element, pointers, item, right[i]))
}

// biome-ignore lint/complexity/useMaxParams: a private step of one recursion
function equalMaps(type: TypeDescriptor, pointers: boolean, left: Value, right: Value): boolean {
  if (isNil(left) !== isNil(right)) return false
  if (!isJSONObject(left) || !isJSONObject(right)) return true
  const keys = Object.keys(left)
  if (keys.length !== Object.keys(right).length) return false
  return keys.every((key) => Object.hasOwn(right, key) && equalPointed(type, pointers, left[key], right[key]))
}

// biome-ignore lint/complexity/useMaxParams: a private step of one recursion
function equalPointed(type: TypeDescriptor, pointer: boolean, left: Value, right: Value): boolean {
  if (pointer && isNil(left) !== isNil(right)) return false
  return (pointer && isNil(left)) || equalDeeply(type, left, right)
}

function equalProperties({ name, type, pointer }: StructProperty, left: Value, right: Value): boolean {
  const [a, b] = [left, right].map((value) => (isJSONObject(value) ? memberOf(value, name) : undefined))
  if (pointer && isNil(a) && isNil(b)) return true
  // A zero value that JSON leaves out is the zero value; a pointer to one is none that is nil.
  if (pointer && isNil(a) !== isNil(b)) return false
  if (isNil(a) && isNil(b)) return true
  return equalScalars(type, a, b) && equalDeeply(type, a, b)
}

/** Scalars below a list are equal as JSON if all of it is, except if one of them is omitted because it is empty. */
function equalScalars(type: TypeDescriptor, left: Value, right: Value): boolean {
  if (type.kind !== 'quantity' || isNil(left) === isNil(right)) return true
  return heldQuantity(left) === heldQuantity(right)
}

/** Go's representation of a quantity: its number and scale as written, and the text if that is canonical. */
function heldQuantity(value: Value): string {
  if (isNil(value)) return ''
  try {
    const { value: number, scale, format, wide, text } = parseQuantityText(String(value).trim())
    return [number, scale, format, wide, text ?? ''].join('|')
  } catch {
    return `?${String(value)}`
  }
}

/** Raw JSON is text in Go: blanks, notation and the order of members count. */
function equalRaw(left: Value, right: Value): boolean {
  if (isNil(left) || isNil(right)) return isNil(left) === isNil(right)
  return rawText(left as JSONValue) === rawText(right as JSONValue)
}
