/**
 * Rows in portions of `size`, so that each portion becomes a test of its own: a mutation run leaves out tests that take more
 * than a second, and runs only those that reach the changed line.
 */
export function portions<T>(rows: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => rows.slice(i * size, (i + 1) * size))
}
