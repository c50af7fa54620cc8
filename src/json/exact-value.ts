import type { JSONValue } from './json-value.js'
import { setOwn } from './json-value.js'
import { mayRound } from './may-round.js'
import { type NumberRule, numberValue } from './number-value.js'

/** How deep {@link hasOnlyExactNumbers} looks before it gives up. */
const deepest = 500

/**
 * Reports whether no number of a parsed value can have been rounded: what lies within ±(2^53−1) is what the text said.
 * False as well for a value nested so deep that looking at it would end the stack.
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

const negativeZero = /^-0|[:,[\s]-0/

/**
 * The value of a JSON text, given what `JSON.parse` made of it: the same, or another one where that had rounded numbers.
 *
 * @throws MachineryError `NumberOutOfRange` for a number that no float64 can hold.
 */
export function exactValue(text: string, parsed: JSONValue, numbers: NumberRule = 'exact'): JSONValue {
  // Go reads -0 as the integer 0 and -0.0 as negative zero; JSON.parse makes both negative zero.
  if (numbers === 'go' && negativeZero.test(text)) return parseMarked(text, numbers)
  return mayRound(text) && !hasOnlyExactNumbers(parsed) ? parseMarked(text, numbers) : parsed
}

const tokens = /\\.|"|-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/g
const doubtful = /^-0|.{16}|[eE]\+?[0-9]{3}/

/** Lets `JSON.parse` read doubtful numbers as marked strings, and puts the numbers in their places afterwards. */
function parseMarked(text: string, numbers: NumberRule): JSONValue {
  const mark = unusedMark(text)
  let inString = false
  const marked = text.replace(tokens, (token) => {
    if (token === '"') inString = !inString
    return inString || !doubtful.test(token) ? token : `"${mark}${token}"`
  })
  const root = { value: JSON.parse(marked) as JSONValue }
  const pending: object[] = [root]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const [key, member] of Object.entries(next)) {
      if (typeof member === 'object' && member !== null) pending.push(member)
      else if (typeof member === 'string' && member.startsWith(mark)) {
        setOwn(next, key, numberValue(member.slice(mark.length), numbers))
      }
    }
  }
  return root.value
}

/** A text that is in no string of the JSON `text`, whether written plainly or as an escape. */
export function unusedMark(text: string): string {
  let mark = '\ue000'
  const plain = text.replace(/\\ue000/gi, mark)
  while (plain.includes(mark)) mark += mark
  return mark
}
