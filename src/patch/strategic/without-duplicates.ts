/** Longest list whose order after removing duplicates is exactly that of Go; the steps take quadratic time. */
const longestExact = 2000

/** The list without repeated scalars. As in Go, the last element takes the place of a repeated one. */
export function withoutDuplicates(list: readonly unknown[]): unknown[] {
  const distinct = new Set(list)
  if (distinct.size === list.length) return [...list]
  if (list.length > longestExact) return [...distinct]
  const result = [...list]
  result.length = removeDuplicates(result)
  return result
}

/**
 * Removes duplicates in place and returns the number of remaining elements. The memory after them keeps its content.
 */
function removeDuplicates(list: unknown[]): number {
  let length = list.length
  for (let i = 0; i < length - 1; i++) {
    for (let j = i + 1; j < length; ) {
      if (list[i] === list[j]) list[j] = list[--length]
      else j++
    }
  }
  return length
}

/** Two lists of scalars in one. */
export interface UnitedScalars {
  readonly merged: unknown[]
  /** What Go finds in the first list afterwards: it works in the same memory as long as both fit into it. */
  readonly before: unknown[]
}

/** Both lists without repeated scalars. */
export function uniteScalars(original: unknown[], patch: readonly unknown[]): UnitedScalars {
  const all = [...original, ...patch]
  const merged = withoutDuplicates(all)
  if (merged.length === all.length || all.length > capacity(original.length)) return { merged, before: original }
  removeDuplicates(all)
  return { merged, before: all.slice(0, original.length) }
}

/** How many elements fit into the memory of a list that Go's decoder made, which doubles while it is short. */
function capacity(length: number): number {
  return length === 0 || length > 512 ? length : 2 ** Math.ceil(Math.log2(length))
}
