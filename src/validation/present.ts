/**
 * The members of an object that are there. Null, which objects that were read faithfully may hold, is absent in Go; in the
 * place of an object it is the empty one.
 */
export function present<T extends object>(value: T | null | undefined): T {
  if (value === null || value === undefined) return {} as T
  if (!Object.values(value).includes(null)) return value
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null)) as T
}
