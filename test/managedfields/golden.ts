import type { JSONValue } from '../../src/json/json-value.js'
import { parseSchema, type Schema } from '../../src/managedfields/index.js'
import { goldenLines } from '../golden-lines.js'

/** Lines of a recording of Go's merge library: first the schemas, then cases that refer to them by position. */
export function readRecording<T>(name: string): { readonly schemas: readonly Schema[]; readonly cases: readonly T[] } {
  const lines = goldenLines<{ schema?: JSONValue | number }>(`managedfields/${name}`)
  const isSchema = (line: { schema?: JSONValue | number }): boolean => typeof line.schema === 'object'
  return {
    schemas: lines.filter(isSchema).map(({ schema }) => parseSchema(schema as JSONValue)),
    cases: lines.filter((line) => !isSchema(line)) as T[],
  }
}
