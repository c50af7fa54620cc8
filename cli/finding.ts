import type { MachineryError } from '../src/errors/machinery-error.js'
import { isMissingKind } from '../src/runtime/objects/missing-kind-error.js'
import { locator } from '../src/runtime/serializer/yaml/locate.js'
import { isStrictDecodingError } from '../src/runtime/strict-decoding-error.js'
import type { InputDocument } from './documents.js'

/** A place within a document, line and column counted from 1. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** What Go's YAML reader puts before its findings, each on a line of its own that begins with `line N: `. */
const yamlFindings = 'yaml: unmarshal errors:\n'

/** The lines that report why a document was refused: one for each finding, `file:line:column: message`. */
export function describeFailure(error: MachineryError, document: InputDocument): string[] {
  if (isStrictDecodingError(error)) {
    return error.findings.flatMap(({ message, position }) => findingsIn(document, position, message))
  }
  if (isMissingKind(error)) return [at(document, error.position, "Object 'Kind' is missing")]
  const place = error.position ?? (error.path === undefined ? undefined : placesIn(document)(error.path))
  return findingsIn(document, place, withPath(error))
}

/** `file:line:column: message` for a place within a document. */
export function at(document: InputDocument, place: Place | undefined, message: string): string {
  const line = document.line + (place?.line ?? 1) - 1
  return `${document.file}:${line}:${place?.column ?? 1}: ${message}`
}

/** Finds the positions of fields in a document, as far as possible. */
export function placesIn({ data }: InputDocument): (path: string) => Place | undefined {
  return typeof data === 'string' ? locator(data) : () => undefined
}

/** Takes findings that share one message apart, since their line numbers count from the start of the document. */
function findingsIn(document: InputDocument, place: Place | undefined, message: string): string[] {
  // The position tells the line; the one in the message is another: Go counts from the start of the document, often to the line before.
  if (!message.startsWith(yamlFindings)) return [at(document, place, message.replace(/^yaml: line \d+: /, 'yaml: '))]
  return message
    .slice(yamlFindings.length)
    .split('\n')
    .map((line) => {
      const [, number, text = line] = /^\s*line (\d+): (.*)$/s.exec(line) ?? []
      const own = number === undefined ? undefined : { line: Number(number), column: 1 }
      return at(document, own === undefined || own.line === place?.line ? place : own, text)
    })
}

function withPath({ message, path }: MachineryError): string {
  return path === undefined || path === '' || message.includes(path) ? message : `${path}: ${message}`
}
