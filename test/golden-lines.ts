import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** The content of a file of `test/golden`, one JSON value per line, compressed or not. */
export function goldenLines<T>(name: string): T[] {
  const bytes = readFileSync(new URL(`golden/${name}`, import.meta.url))
  const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
}
