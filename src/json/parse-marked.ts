import { isContainer, type JSONValue, setOwn } from './json-value.js'
import { type NumberRule, numberValue } from './number-value.js'

const tokens = /\\.|"|-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/g
const doubtful = /^-0|.{16}|[eE]\+?[0-9]{3}/

/**
 * Parses valid JSON without rounding, by the rule `numbers`: `JSON.parse` reads doubtful numbers as marked strings, which
 * are then replaced by the numbers.
 *
 * @throws MachineryError `NumberOutOfRange` for a number beyond float64.
 */
export function parseMarked(text: string, numbers: NumberRule = 'exact'): JSONValue {
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
      if (isContainer(member)) pending.push(member)
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
