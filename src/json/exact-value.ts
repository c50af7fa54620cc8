import type { JSONValue } from './json-value.js'
import type { NumberRule } from './number-value.js'
import { parseMarked } from './parse-marked.js'

/** How deep {@link hasOnlyExactNumbers} looks before it gives up. */
const deepest = 500

/**
 * Reports whether no number of a parsed value can have been rounded: what lies within ±(2^53−1) is what the text said.
 * False as well for a value nested so deep that looking at it would end the stack.
 */
function hasOnlyExactNumbers(value: unknown, depth: number = deepest): boolean {
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

const negativeZero = /^-0|[:,[\s]-0/

/**
 * The value of a JSON text, given what `JSON.parse` made of it: the same, or another one where that had rounded numbers.
 *
 * @throws MachineryError `NumberOutOfRange` for a number that no float64 can hold.
 */
export function exactValue(text: string, parsed: JSONValue, numbers: NumberRule = 'exact'): JSONValue {
  // Go reads -0 as the integer 0 and -0.0 as negative zero; JSON.parse makes both negative zero.
  if (numbers === 'go' && negativeZero.test(text)) return parseMarked(text, numbers)
  return hasOnlyExactNumbers(parsed) ? parsed : parseMarked(text, numbers)
}
