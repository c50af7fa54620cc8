import { deepEqual } from '../../descriptor/deep-equal.js'
import type { TypeDescriptor } from '../../descriptor/types.js'
import { isJSONObject, type JSONValue } from '../../json/json-value.js'
import { rawText } from '../../json/raw-text.js'

/**
 * Compares two values as Go's `Semantic.DeepEqual` does, raw JSON included, which Go holds as text: blanks, notation and the order
 * of members count there.
 */
export function equalWithRawTexts(type: TypeDescriptor, a: unknown, b: unknown): boolean {
  return deepEqual(type, a, b) && haveSameRawTexts(type, a, b)
}

/** Walks two semantically equal values. */
function haveSameRawTexts(type: TypeDescriptor, a: unknown, b: unknown): boolean {
  switch (type.kind) {
    case 'rawExtension':
      return rawTextOrEmpty(a) === rawTextOrEmpty(b)
    case 'list':
      return itemsOf(a).every((item, i) => haveSameRawTexts(type.element, item, itemsOf(b)[i]))
    case 'map':
      return membersOf(a).every(([name, member]) => haveSameRawTexts(type.value, member, memberOf(b, name)))
    case 'struct':
      return type.properties.every((property) => {
        return haveSameRawTexts(property.type, memberOf(a, property.name), memberOf(b, property.name))
      })
    default:
      return true
  }
}

function rawTextOrEmpty(value: unknown): string {
  return value === undefined || value === null ? '' : rawText(value as JSONValue)
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function membersOf(value: unknown): readonly [string, unknown][] {
  return isJSONObject(value as JSONValue) ? Object.entries(value as object) : []
}

function memberOf(value: unknown, name: string): unknown {
  return isJSONObject(value as JSONValue) && Object.hasOwn(value as object, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}
