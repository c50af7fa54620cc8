import { stringEnd } from '../../../json/string-end.js'
import { yamlError } from './yaml-error.js'

/** One document of a YAML stream. */
export interface YAMLDocumentText {
  /** Without the lines that separate documents. */
  readonly text: string
  /** Line of the stream that the text starts on, counted from 1. */
  readonly line: number
}

const separator = '---'

/** Rejects text after `---` on its line, except a comment: a single document may start there, a stream may not. */
function checkSeparator(line: string, number: number): void {
  const rest = line.slice(separator.length).trim()
  if (rest === '' || rest.startsWith('#')) return
  const position = { offset: 0, line: number, column: separator.length + 1 }
  throw yamlError(`invalid Yaml document separator: ${rest}`, position)
}

/**
 * Splits a YAML stream at the lines that start with `---`, as Go's `YAMLReader` does. Documents without any line are
 * omitted.
 *
 * @throws YAMLSyntaxError for a separator followed by more than a comment.
 */
export function* splitYAMLDocuments(text: string): Generator<YAMLDocumentText, void, undefined> {
  let start = 0
  let startLine = 1
  let number = 1
  for (let at = 0; at < text.length; number++) {
    const newline = text.indexOf('\n', at)
    const end = newline < 0 ? text.length : newline + 1
    if (text.startsWith(separator, at)) {
      checkSeparator(text.slice(at, end), number)
      if (at > start) yield { text: text.slice(start, at), line: startLine }
      start = end
      startLine = number + 1
    }
    at = end
  }
  if (start < text.length) yield { text: text.slice(start), line: startLine }
}

const jsonSpace = /\s*/y

/** Where the JSON object that starts at `start` ends; -1 when its braces are not balanced. */
function jsonObjectEnd(text: string, start: number): number {
  let depth = 0
  const next = /["{}[\]]/g
  next.lastIndex = start
  for (let match = next.exec(text); match !== null; match = next.exec(text)) {
    if (match[0] === '"') {
      const end = stringEnd(text, match.index)
      if (end < 0) return -1
      next.lastIndex = end
    } else if (match[0] === '{' || match[0] === '[') depth++
    else if (--depth === 0) return next.lastIndex
  }
  return -1
}

/** The objects of a JSON stream; `undefined` when the text is anything else. */
function splitJSONObjects(text: string): YAMLDocumentText[] | undefined {
  const documents: YAMLDocumentText[] = []
  let line = 1
  let newline = text.indexOf('\n')
  const countLinesTo = (end: number): void => {
    for (; newline >= 0 && newline < end; newline = text.indexOf('\n', newline + 1)) line++
  }
  for (let at = 0; at < text.length; ) {
    jsonSpace.lastIndex = at
    jsonSpace.test(text)
    const start = jsonSpace.lastIndex
    countLinesTo(start)
    if (start >= text.length) break
    const end = text[start] === '{' ? jsonObjectEnd(text, start) : -1
    if (end < 0) return undefined
    documents.push({ text: text.slice(start, end), line })
    countLinesTo(end)
    at = end
  }
  return documents
}

/**
 * Splits a stream of YAML documents or of concatenated JSON objects, recognized by content.
 *
 * @throws YAMLSyntaxError as {@link splitYAMLDocuments}.
 */
export function splitDocuments(text: string): Iterable<YAMLDocumentText> {
  const objects = /^\s*\{/.test(text) ? splitJSONObjects(text) : undefined
  return objects ?? splitYAMLDocuments(text)
}
