import { compareStrings } from '../../internal/compare-strings.js'
import type { GroupVersion } from '../../schema/group-version.js'

interface Versioned {
  readonly group: string
  readonly version: string
}

/**
 * Sorts by the place of group and version in `order`; those that are not in it follow in the order of their first
 * appearance. Within a group and version, names decide.
 */
export function sortByPreference<T extends Versioned>(
  items: T[],
  order: readonly GroupVersion[],
  nameOf: (item: T) => string,
): readonly T[] {
  if (items.length < 2) return items
  const ranks = items.map((item) => rankOf(item, items, order))
  const places = items.map((item, index) => ({ item, rank: ranks[index]!, name: nameOf(item) }))
  places.sort((a, b) => a.rank - b.rank || compareStrings(a.name, b.name))
  return places.map(({ item }) => item)
}

function rankOf(item: Versioned, items: readonly Versioned[], order: readonly Versioned[]): number {
  const sameVersion = (other: Versioned) => other.group === item.group && other.version === item.version
  // Go takes the last one of an order that names a version twice.
  const listed = order.findLastIndex(sameVersion)
  return listed < 0 ? order.length + items.findIndex(sameVersion) : listed
}
