/** The recursive copy that people write by hand: what a deep copy is measured against. */
export function naiveCopy(value) {
  if (Array.isArray(value)) return value.map(naiveCopy)
  if (typeof value !== 'object' || value === null) return value
  const copy = {}
  for (const key of Object.keys(value)) copy[key] = naiveCopy(value[key])
  return copy
}
