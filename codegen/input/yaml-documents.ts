import { isMachineryError } from '../../src/errors/machinery-error.js'
import type { JSONValue } from '../../src/json/json-value.js'
import { parseJSON } from '../../src/json/parse-json.js'
import { yamlToJSON } from '../../src/runtime/serializer/yaml/yaml-reader.js'
import type { Diagnostics } from '../diagnostics/diagnostic.js'
import type { SourceText } from '../diagnostics/source-span.js'
import { YAMLLocator } from './yaml-locator.js'

/** One document of a YAML file. */
export interface YAMLDocument {
  readonly value: JSONValue
  readonly locator: YAMLLocator
}

/** Reads every document of a YAML (or JSON) file; a document that is no YAML is an error at its place. */
export function readYAMLDocuments(source: SourceText, diagnostics: Diagnostics): YAMLDocument[] {
  return splitDocuments(source.text).flatMap(({ start, text }) => {
    try {
      const value = /^\s*\{/.test(text) ? parseJSON(text) : yamlToJSON(text, { strict: true })
      return value === null ? [] : [{ value, locator: new YAMLLocator(source, start, text) }]
    } catch (error) {
      if (!isMachineryError(error)) throw error
      const offset = start + (error.position?.offset ?? 0)
      diagnostics.error('yaml', error.message, { source, start: offset, end: offset + 1 })
      return []
    }
  })
}

/** Splits a file at its `---` lines; text after the marker on its line belongs to the next document. */
function splitDocuments(file: string): { start: number; text: string }[] {
  const starts = [0]
  for (const mark of file.matchAll(/^---(?=[ \t\r]*$|[ \t]+#.*$)/gm)) starts.push(mark.index + 3)
  return starts
    .map((start, index) => {
      const next = starts[index + 1]
      return { start, text: file.slice(start, next === undefined ? undefined : next - 3) }
    })
    .filter(({ text }) => text.trim() !== '')
}
