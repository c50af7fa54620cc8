/** Longest list whose order after removing duplicates is exactly that of Go; the steps take quadratic time. */
const longestExact = 2000

/** The list without repeated scalars. As in Go, the last element takes the place of a repeated one. */
export function withoutDuplicates(list: readonly unknown[]): unknown[] {
  const distinct = new Set(list)
  if (distinct.size === list.length) return [...list]
  if (list.length > longestExact) return [...distinct]
  const result = [...list]
  for (let i = 0; i < result.length - 1; i++) {
    for (let j = i + 1; j < result.length; ) {
      if (result[i] !== result[j]) j++
      else {
        const last = result.pop()
        if (j < result.length) result[j] = last
      }
    }
  }
  return result
}
