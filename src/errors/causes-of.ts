/** An error, what caused it, what caused that, and so on; causes that go round in a circle end. */
export function causesOf(error: unknown): unknown[] {
  const causes = new Set<unknown>()
  for (let next = error; next !== undefined && next !== null && !causes.has(next); ) {
    causes.add(next)
    next = typeof next === 'object' && 'cause' in next ? next.cause : undefined
  }
  return [...causes]
}
