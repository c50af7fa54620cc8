import type { TypeDescriptor } from '../../../src/descriptor/types.js'

/**
 * Whether the path of an error is a place that an object has, or one whose parent it has. Maps, and structs that are not behind
 * pointers, exist even if they were not set, as in Go.
 *
 * @param field - `spec.ports[0].name`; empty for the object itself.
 */
export function isPlaceIn(field: string, type: TypeDescriptor | undefined, value: unknown): boolean {
  if (field === '') return true
  switch (type?.kind) {
    case 'struct':
      return isPlaceInStruct(field, type, value)
    case 'list':
      return isPlaceInList(field, type.element, value)
    case 'map':
      return isPlaceInMap(field, type.value, value)
    case 'variant':
      return isPlaceIn(field, Array.isArray(value) ? undefined : type.schema, value)
    default:
      // Nothing is known of what is below raw JSON; the parent of a member is there.
      return !/[.[]/.test(field.slice(1))
  }
}

function isPlaceInStruct(field: string, type: TypeDescriptor & { kind: 'struct' }, value: unknown): boolean {
  const [, name = '', rest = ''] = /^\.?([^.[\]]+)(.*)$/.exec(field) ?? []
  const property = type.propertyByName.get(name)
  if (property === undefined) return rest === ''
  const member = memberOf(value, name)
  if (isThere(member)) return isPlaceIn(rest, property.type, member)
  if (rest === '') return true
  const { type: held, pointer } = property
  return (held.kind === 'map' || (held.kind === 'struct' && !pointer)) && isPlaceIn(rest, held, {})
}

function isPlaceInList(field: string, element: TypeDescriptor, value: unknown): boolean {
  const [, index = '', rest = ''] = /^\[(\d+)\](.*)$/.exec(field) ?? []
  if (index === '' || !Array.isArray(value)) return false
  return rest === '' || (Number(index) < value.length && isPlaceIn(rest, element, value[Number(index)] ?? {}))
}

/** Keys may hold anything, so those that the map has are tried. */
function isPlaceInMap(field: string, type: TypeDescriptor, value: unknown): boolean {
  if (/^\[[^\]]*\]$/.test(field) || /^\.[^.[\]]+$/.test(field)) return true
  return Object.entries(Object(value) as object).some(
    ([key, member]) => field.startsWith(`[${key}]`) && isPlaceIn(field.slice(key.length + 2), type, member),
  )
}

function memberOf(value: unknown, name: string): unknown {
  return Object.hasOwn(Object(value) as object, name) ? (value as Record<string, unknown>)[name] : undefined
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null
}
