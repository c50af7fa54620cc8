import type { JSONValue } from '../../../descriptor/types.js'
import { decodeText } from './decode-text.js'
import { decodeNodes } from './node-decoder.js'
import { parseFirstDocument } from './parse/document-parser.js'
import type { YAMLNode } from './parse/node.js'
import { readPlainDocument } from './plain-reader.js'

/** How YAML is read. */
export interface YAMLReadOptions {
  /** Duplicate keys in one mapping are an error; otherwise the last one wins. */
  readonly strict?: boolean
}

/**
 * Reads the first document of a YAML text as Go's `sigs.k8s.io/yaml` does: YAML 1.1 scalars (`yes`, `0777`, `1_000`),
 * merge keys, keys that are not strings turned into text; an empty text is `null`. Integers beyond ±(2^53−1) are
 * `bigint`.
 *
 * @throws YAMLSyntaxError for anything that is not YAML or has no form in JSON.
 * @throws YAMLDuplicateKeysError in strict reading.
 */
export function yamlToJSON(data: Uint8Array | string, { strict = false }: YAMLReadOptions = {}): JSONValue {
  const text = decodeText(data)
  const plain = readPlainDocument(text, strict)
  return plain === undefined ? decodeNodes(parseFirstDocument(text), strict) : plain.value
}

/** The content of a YAML text. */
export interface YAMLContent {
  readonly value: JSONValue
  /** The result of the full parser. Absent for text read the fast way, which has no anchors and no shared parts. */
  readonly document?: YAMLDocument
}

/** The nodes of a document; none for a text without content. */
export interface YAMLDocument {
  readonly root: YAMLNode | undefined
}

/** The first document of a text with its nodes. @throws YAMLSyntaxError. */
export function parseYAML(data: Uint8Array | string): Required<YAMLContent> {
  return parseFully(decodeText(data))
}

function parseFully(text: string): Required<YAMLContent> {
  const root = parseFirstDocument(text)
  return { value: decodeNodes(root, false), document: { root } }
}

/** As {@link yamlToJSON}; `unique` keeps texts with duplicate keys from the fast way. */
export function readContent(data: Uint8Array | string, unique: boolean): YAMLContent {
  const text = decodeText(data)
  return readPlainDocument(text, unique) ?? parseFully(text)
}

/** Reads like {@link yamlToJSON}, always with the full parser: what the fast way is tested against. */
export function yamlToJSONFully(data: Uint8Array | string, { strict = false }: YAMLReadOptions = {}): JSONValue {
  return decodeNodes(parseFirstDocument(decodeText(data)), strict)
}
