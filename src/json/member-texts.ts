import { JSONCursor, openBrace } from './json-cursor.js'

/**
 * The texts of the members of a JSON object, unchanged; the last one of equal names counts. Undefined for JSON that is not
 * an object.
 *
 * @throws JSONSyntaxError for a text that is not JSON.
 */
export function memberTexts(text: string): ReadonlyMap<string, string> | undefined {
  const cursor = new JSONCursor(text)
  if (cursor.peek() !== openBrace) {
    cursor.pass()
    cursor.end()
    return undefined
  }
  const members = new Map<string, string>()
  cursor.each(() => members.set(cursor.name(), cursor.value()))
  cursor.end()
  return members
}
