/**
 * Reports whether no number of a parsed value can have been rounded: integers within ±(2^53−1) and finite fractions are
 * what the text said. False as well for a value nested so deep that looking at it would end the stack.
 */
export function hasOnlyExactNumbers(value: unknown, depth: number = deepest): boolean {
  if (typeof value === 'number') return value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER
  if (typeof value !== 'object' || value === null) return true
  if (depth === 0) return false
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (!hasOnlyExactNumbers(value[i], depth - 1)) return false
    return true
  }
  for (const key in value) {
    const member = (value as Record<string, unknown>)[key]
    if (typeof member !== 'string' && !hasOnlyExactNumbers(member, depth - 1)) return false
  }
  return true
}

const deepest = 500
