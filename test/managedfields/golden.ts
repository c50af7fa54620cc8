import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { JSONValue } from '../../src/json/json-value.js'
import { parseSchema, type Schema } from '../../src/managedfields/index.js'

/** Lines of a recording of Go's merge library: first the schemas, then cases that refer to them by position. */
export function readRecording<T>(name: string): { readonly schemas: readonly Schema[]; readonly cases: readonly T[] } {
  const lines = readLines<{ schema?: JSONValue | number }>(name)
  const isSchema = (line: { schema?: JSONValue | number }): boolean => typeof line.schema === 'object'
  return {
    schemas: lines.filter(isSchema).map(({ schema }) => parseSchema(schema as JSONValue)),
    cases: lines.filter((line) => !isSchema(line)) as T[],
  }
}

/** Lines of a file of `test/golden/managedfields`. */
export function readLines<T>(name: string): T[] {
  const bytes = readFileSync(new URL(`../golden/managedfields/${name}`, import.meta.url))
  const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
}
