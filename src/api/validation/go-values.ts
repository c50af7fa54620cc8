/**
 * What Go holds where JSON has null or nothing. Objects that were read faithfully may have either, anywhere; validation
 * reads them with these functions and never throws.
 */

/** Reports whether a member that is a pointer in Go is set. */
export function isSet<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null
}

function hasGaps(list: readonly unknown[]): boolean {
  for (let i = 0; i < list.length; i++) if (list[i] === null || list[i] === undefined) return true
  return false
}

/** The items of a list of structs; null among them is the empty struct. */
export function structsOf<T extends object>(list: readonly T[] | null | undefined): readonly T[] {
  if (!Array.isArray(list)) return []
  return hasGaps(list) ? list.map((item: T | null | undefined) => item ?? ({} as T)) : list
}

/** The items of a list of scalars; null among them is the zero value. */
export function scalarsOf<T extends string | number | bigint>(
  list: readonly T[] | null | undefined,
  zero: T,
): readonly T[] {
  if (!Array.isArray(list)) return []
  return hasGaps(list) ? list.map((item: T | null | undefined) => item ?? zero) : list
}

/** The items of a list of texts. */
export function textsOf(list: readonly string[] | null | undefined): readonly string[] {
  return scalarsOf(list, '')
}

/** The entries of a map of texts. */
export function textEntriesOf(map: Readonly<Record<string, string>> | null | undefined): readonly [string, string][] {
  return Object.entries(map ?? {}).map(([key, value]) => [key, value ?? ''])
}

/** The value of a key that the map itself has. */
export function memberOf<T>(map: Readonly<Record<string, T>> | null | undefined, key: string): T | undefined {
  return isSet(map) && Object.hasOwn(map, key) ? map[key] : undefined
}
