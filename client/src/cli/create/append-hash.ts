import { createHash } from 'node:crypto'

/** Vowels and digits that look like letters are replaced, so that no word comes of it. */
const replaced: Readonly<Record<string, string>> = { 0: 'g', 1: 'h', 3: 'k', a: 'm', e: 't' }

/** Ten letters and digits for the content of a config map or a secret, as kubectl's `--append-hash` makes them. */
export function contentHash(content: Readonly<Record<string, unknown>>): string {
  const sorted = Object.fromEntries(Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1)))
  const hex = createHash('sha256').update(goJSON(sorted)).digest('hex')
  return Array.from(hex.slice(0, 10), (character) => replaced[character] ?? character).join('')
}

/** JSON as Go writes it: keys in order, and what is markup escaped. */
function goJSON(value: unknown): string {
  const ordered = JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
  return ordered.replace(/[<>&\u2028\u2029]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
