import type { JSONValue } from './json-value.js'
import type { NumberRule } from './number-value.js'
import { parseMarked } from './parse-marked.js'

/** Depth to which {@link hasOnlyExactNumbers} searches. */
const deepest = 500

/**
 * Reports whether no number of a parsed value can have been rounded: numbers within ±(2^53−1) equal the text. Also false
 * for a value nested so deeply that searching it would overflow the stack.
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
 * The value of a JSON text, given the result of `JSON.parse`: the same value, or another one if numbers were rounded.
 *
 * @throws MachineryError `NumberOutOfRange` for a number beyond float64.
 */
export function exactValue(text: string, parsed: JSONValue, numbers: NumberRule = 'exact'): JSONValue {
  // Go reads -0 as the integer 0 and -0.0 as negative zero; JSON.parse makes both negative zero.
  if (numbers === 'go' && negativeZero.test(text)) return parseMarked(text, numbers)
  return hasOnlyExactNumbers(parsed) ? parsed : parseMarked(text, numbers)
}
