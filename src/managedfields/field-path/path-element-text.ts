import { MachineryError } from '../../errors/machinery-error.js'
import { quote } from '../../internal/quote.js'
import { documentValue } from '../../json/document-value.js'
import { type JSONNode, ObjectNode } from '../../json/json-document.js'
import { parseDocument } from '../../json/parse-document.js'
import { parseJSON } from '../../json/parse-json.js'
import {
  FieldNameElement,
  IndexElement,
  type KeyElement,
  type KeyField,
  keyElementOf,
  type PathElement,
  ValueElement,
} from './path-element.js'

/**
 * Reads the serialized form of a path element.
 *
 * @returns `undefined` for an element of a kind that is not known, such as a later version may have.
 * @throws MachineryError `InvalidPathElement`, JSONSyntaxError for broken JSON in a key or value.
 */
export function parsePathElement(text: string): PathElement | undefined {
  if (text.length < 2 && !(text.charCodeAt(0) >= 0x80)) throw invalid('key must be 2 characters long:')
  if (text[1] !== ':') throw invalid(`missing colon: ${text}`)
  const content = text.slice(2)
  switch (text[0]) {
    case 'f':
      return new FieldNameElement(content)
    case 'v':
      return new ValueElement(parseJSON(content))
    case 'k':
      return keyFrom(content)
    case 'i':
      return indexFrom(content)
    default:
      return undefined
  }
}

/** The serialized form of a path element, as `FieldsV1` has it. */
export function serializePathElement(element: PathElement): string {
  return element.text
}

const plainKey = /^\{"([A-Za-z0-9_.-]+)":("[^"\\]*"|-?[1-9][0-9]{0,14}|true|false)\}$/

function keyFrom(content: string): KeyElement {
  const plain = plainKey.exec(content)
  if (plain !== null) {
    return keyElementOf([{ name: plain[1]!, value: JSON.parse(plain[2]!) }])
  }
  const node: JSONNode = parseDocument(content)
  if (node === null) return keyElementOf([])
  if (!(node instanceof ObjectNode)) throw invalid(`expected an object as key: ${content}`)
  // A duplicate key stays duplicate: it selects nothing, and must not select another item.
  const fields = node.names.map((name, i): KeyField => ({ name, value: documentValue(node.values[i]!) }))
  return keyElementOf(fields)
}

function indexFrom(content: string): IndexElement {
  if (!/^[+-]?[0-9]+$/.test(content)) throw invalid(`strconv.Atoi: parsing ${quote(content)}: invalid syntax`)
  const index = Number(content)
  if (!Number.isSafeInteger(index)) throw invalid(`strconv.Atoi: parsing ${quote(content)}: value out of range`)
  return new IndexElement(index + 0)
}

function invalid(message: string): MachineryError {
  return new MachineryError('InvalidPathElement', message)
}
