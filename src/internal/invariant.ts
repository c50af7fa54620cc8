/** States what the code around relies on. A failure is a fault of this library, never of its input. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`apimachinery: broken invariant: ${message}`)
}

/** Ends a switch that handles every member of a union. */
export function unreachable(value: never): never {
  throw new Error(`apimachinery: broken invariant: unexpected ${String(value)}`)
}
