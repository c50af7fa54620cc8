import { type JSONMap, own } from '../json-map.js'

/**
 * Go deletes elements of a list by moving up those after them, so the last places of the list keep what was there, and
 * it reads the whole list again when it orders the result.
 *
 * @param deleted - merge keys in the order in which their elements are deleted.
 * @returns what the last places hold, as many as elements are deleted.
 */
export function remainingMemory(list: readonly JSONMap[], deleted: ReadonlySet<unknown>, mergeKey: string): JSONMap[] {
  const result: JSONMap[] = []
  const gone = new Set<number>()
  let last = list.length - 1
  for (const index of deletionsOf(list, deleted, mergeKey)) {
    result.push(list[last]!)
    gone.add(index)
    while (gone.has(last)) last--
  }
  return result.reverse()
}

function deletionsOf(list: readonly JSONMap[], deleted: ReadonlySet<unknown>, mergeKey: string): number[] {
  const places = new Map<unknown, number[]>([...deleted].map((key) => [key, []]))
  for (let i = 0; i < list.length; i++) places.get(own(list[i]!, mergeKey))?.push(i)
  return [...places.values()].flat()
}
