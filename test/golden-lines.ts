import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** What stands in a file of `test/golden`, one JSON value a line, compressed or not. */
export function goldenLines<T>(name: string): T[] {
  const bytes = readFileSync(new URL(`golden/${name}`, import.meta.url))
  const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
}
