/** Whether two parts of objects are the same; the order of members counts, which the server keeps. */
export function sameJSON(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
}
