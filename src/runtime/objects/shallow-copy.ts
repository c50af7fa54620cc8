import { setOwn } from '../../json/json-value.js'
import { sourceTexts } from '../../json/source-texts.js'

/** A shallow copy of an object, of the same class, with some members replaced or added. */
export function withMembers<T extends object>(object: T, members: { readonly [name: string]: unknown }): T {
  const copy = withoutMembers(object)
  for (const name of Object.keys(members)) setOwn(copy, name, members[name])
  return copy
}

/** A shallow copy of an object, of the same class, without some of its members. */
export function withoutMembers<T extends object>(object: T, ...names: readonly string[]): T {
  const copy = Object.create(Object.getPrototypeOf(object) as object | null) as T
  for (const name of Object.keys(object)) {
    if (!names.includes(name)) setOwn(copy, name, (object as Record<string, unknown>)[name])
  }
  sourceTexts.handOn(object, copy)
  return copy
}
