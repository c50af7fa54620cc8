import { decodeUtf8 } from '../src/internal/utf8.js'
import { hasSelfDescribedTag } from '../src/runtime/serializer/cbor/self-described.js'
import { hasEnvelope } from '../src/runtime/serializer/protobuf/envelope.js'
import { splitDocuments } from '../src/runtime/serializer/yaml/split-documents.js'
import type { InputFile } from './input.js'

/** One document of an input file. */
export interface InputDocument {
  /** The file and the line the document starts on, counted from 1. */
  readonly file: string
  readonly line: number
  /** Text of a text format, bytes of a binary one. */
  readonly data: string | Uint8Array
}

/**
 * Splits an input file at `---` lines, or between its JSON objects; documents of nothing but comments are left out. A
 * binary file is one document.
 */
export function* documentsOf(file: InputFile): Generator<InputDocument, void, undefined> {
  const bytes = withoutKey(file.read())
  if (hasEnvelope(bytes) || hasSelfDescribedTag(bytes)) {
    yield { file: file.name, line: 1, data: bytes }
    return
  }
  for (const { text, line } of splitDocuments(decodeUtf8(bytes))) {
    if (!isBlank(text)) yield { file: file.name, line, data: text }
  }
}

/** `etcdctl get` prints the key on a line of its own before the value. */
function withoutKey(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== slash) return bytes
  const value = bytes.subarray(bytes.indexOf(newline) + 1)
  return hasEnvelope(value) || hasSelfDescribedTag(value) || value[0] === brace ? value : bytes
}

const [slash, newline, brace] = [0x2f, 0x0a, 0x7b]

function isBlank(text: string): boolean {
  return text.split('\n').every((line) => /^\s*(#.*)?$/.test(line))
}
