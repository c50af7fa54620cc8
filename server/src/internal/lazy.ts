/** A function that computes its answer when it is first called, and gives the same one from then on. */
export function lazy<T>(compute: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: compute() }
    return made.value
  }
}
