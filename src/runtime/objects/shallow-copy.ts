import { setOwn } from '../../json/json-value.js'
import { sourceTexts } from '../../json/source-texts.js'
import { assignOwn } from './assign-own.js'

/** A shallow copy of an object, of the same class, with some members replaced or added. */
export function withMembers<T extends object>(object: T, members: { readonly [name: string]: unknown }): T {
  const copy = withoutMembers(object)
  assignOwn(copy, members)
  return copy
}

/** A shallow copy of an object, of the same class, without some of its members. */
export function withoutMembers<T extends object>(object: T, ...names: readonly string[]): T {
  const copy = Object.create(Object.getPrototypeOf(object)) as T
  for (const name of Object.keys(object)) {
    if (!names.includes(name)) setOwn(copy, name, (object as Record<string, unknown>)[name])
  }
  return sourceTexts.handOn(object, copy)
}
