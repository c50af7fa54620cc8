import { sourceTexts } from '../../json/source-texts.js'

interface List {
  items: unknown
}

/**
 * The items of a list. A list that was read without them, or with null, gets an empty array and remembers the original.
 */
export function fillItems(list: object): unknown {
  const { items } = list as List
  if (items !== null && items !== undefined) return items
  sourceTexts.set(list, String(items))
  ;(list as List).items = []
  return []
}

/** `toJSON` of a list: writes no items or null if none were read, as long as there are none. */
export function listJSON(this: object): object {
  const text = sourceTexts.get(this)
  // An object that was raw JSON remembers its whole text.
  if (!text || text[0] === '{' || (this as { items?: unknown[] }).items?.length !== 0) return this
  return { ...this, items: text === 'null' ? null : undefined }
}

/** An object as it was read: for a list the result of {@link listJSON}. */
export function asRead<T extends object>(object: T): T {
  return listJSON.call(object) as T
}
