import { stringEnd } from '../../../json/string-end.js'

/**
 * The texts of the members of a JSON object, unchanged; the last one of equal names counts. `text` must be a valid JSON
 * object.
 */
export function memberTexts(text: string): ReadonlyMap<string, string> {
  const members = new Map<string, string>()
  let at = text.indexOf('{') + 1
  for (;;) {
    const nameStart = text.indexOf('"', at)
    if (nameStart < 0) return members
    const nameEnd = stringEnd(text, nameStart)
    const colon = text.indexOf(':', nameEnd)
    const end = endOfValue(text, colon + 1)
    members.set(JSON.parse(text.slice(nameStart, nameEnd)) as string, text.slice(colon + 1, end).trim())
    if (text[end] !== ',') return members
    at = end + 1
  }
}

/** Position of the comma or brace that ends a value. */
function endOfValue(text: string, start: number): number {
  let depth = 0
  let at = start
  for (;;) {
    const character = text[at]
    if (character === '"') {
      at = stringEnd(text, at)
      continue
    }
    if (character === '{' || character === '[') depth++
    else if (depth === 0 && (character === ',' || character === '}')) return at
    else if (character === '}' || character === ']') depth--
    at++
  }
}
