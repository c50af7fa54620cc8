/**
 * The items of a list of structs. Null in a list, which objects that were read faithfully may hold, is the empty struct
 * in Go: it becomes one, in place.
 */
export function itemsOf<T extends object>(list: T[] | null | undefined, empty: () => T = () => ({}) as T): T[] {
  if (list === null || list === undefined) return []
  for (let i = 0; i < list.length; i++) list[i] ??= empty()
  return list
}
