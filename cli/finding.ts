import type { MachineryError, TextPosition } from '../src/errors/machinery-error.js'
import { locate } from '../src/runtime/serializer/yaml/locate.js'
import { isStrictDecodingError } from '../src/runtime/strict-decoding-error.js'
import type { InputDocument } from './documents.js'

/** The lines that report why a document was refused: one for each finding, `file:line:column: message`. */
export function describeFailure(error: MachineryError, document: InputDocument): string[] {
  if (isStrictDecodingError(error)) {
    return error.errors.map((message, index) => at(document, error.positions[index], message))
  }
  return [at(document, positionOf(error, document), withPath(error))]
}

/** `file:line:column: message` for a position within a document. */
export function at(document: InputDocument, position: TextPosition | undefined, message: string): string {
  const line = document.line + (position?.line ?? 1) - 1
  return `${document.file}:${line}:${position?.column ?? 1}: ${message}`
}

/** Where a field stands in a document, as far as it can be found. */
export function placeOf(document: InputDocument, path: string): TextPosition | undefined {
  return typeof document.data === 'string' ? locate(document.data, path) : undefined
}

function positionOf(error: MachineryError, document: InputDocument): TextPosition | undefined {
  return error.position ?? (error.path === undefined ? undefined : placeOf(document, error.path))
}

function withPath({ message, path }: MachineryError): string {
  return path === undefined || path === '' || message.includes(path) ? message : `${path}: ${message}`
}
