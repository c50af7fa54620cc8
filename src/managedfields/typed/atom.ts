import { isJSONObject, type JSONValue } from '../../json/json-value.js'
import { isScalar } from '../field-path/value.js'
import type { Atom, TypeRef } from '../schema/schema.js'

/** The forms that an atom allows for a value, as bits. */
export const Form = { map: 1, scalar: 2, list: 4 } as const

/** Which of its forms an atom has for a value: the value's own when the atom allows it, otherwise all of them. */
export function formsOf(atom: Atom, value: JSONValue | undefined): number {
  if (value !== undefined && value !== null) {
    if (isScalar(value)) {
      if (atom.scalar !== undefined) return Form.scalar
    } else if (Array.isArray(value)) {
      if (atom.list !== undefined) return Form.list
    } else if (atom.map !== undefined && isJSONObject(value)) {
      return Form.map
    }
  }
  return (
    (atom.map === undefined ? 0 : Form.map) |
    (atom.scalar === undefined ? 0 : Form.scalar) |
    (atom.list === undefined ? 0 : Form.list)
  )
}

/** Go's wording for a reference to a type that is not in the schema. */
export function noTypeMessage(ref: TypeRef): string {
  return `schema error: no type found matching: ${ref.namedType ?? 'inlined type'}`
}

/** Go's message for an invalid type. */
export function invalidAtomMessage(ref: TypeRef): string {
  return `schema error: invalid atom: ${ref.namedType === undefined ? 'inlined' : `named type: ${ref.namedType}`}`
}
