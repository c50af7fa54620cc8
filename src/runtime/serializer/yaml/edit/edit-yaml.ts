import {
  type CreateNodeOptions,
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  Pair,
  parseDocument,
  Scalar,
  type ToStringOptions,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { isJSONObject, type JSONObject, type JSONValue } from '../../../../json/json-value.js'
import { parseJSON } from '../../../../json/parse-json.js'
import { stringifyJSON } from '../../../../json/stringify-json.js'
import { yamlToJSON } from '../yaml-reader.js'
import { jsonToYAML } from '../yaml-writer.js'
import { keepLines } from './keep-lines.js'
import { matchItems } from './match-items.js'

/**
 * Writes `value` into a YAML document, given as text: unchanged parts keep their comments, order, quotes and anchors, and a
 * line without changes stays as it is. Items of lists are matched by value, then by name.
 *
 * Parsed again, the text gives exactly `value`. If the existing nodes do not allow that (a merge key that supplies a
 * removed field), and for a text that is not a mapping or a list, everything is written again.
 *
 * @throws YAMLSyntaxError for text that is not YAML.
 */
export function editYAML(text: string, value: JSONValue | object): string {
  const after = parseJSON(stringifyJSON(value, { keys: 'kept' }))
  const before = yamlToJSON(text)
  return edited(text, before, after) ?? jsonToYAML(after)
}

function edited(text: string, before: JSONValue, after: JSONValue): string | undefined {
  if (same(before, after)) return text
  const document = parseDocument(text, { version: '1.1', intAsBigInt: true, uniqueKeys: false, logLevel: 'silent' })
  const layout = layoutOf(document, text)
  if (document.errors.length > 0 || !new NodeEditor(document).change(document.contents, before, after)) return undefined
  const written = document.toString(layout)
  const kept = keepLines(text, written)
  return [kept, written].find((each) => readsAs(each, after))
}

/** Reports whether Go reads `value` from the text. */
function readsAs(text: string, value: JSONValue): boolean {
  try {
    return same(yamlToJSON(text), value)
  } catch {
    return false
  }
}

function same(a: JSONValue, b: JSONValue): boolean {
  return stringifyJSON(a) === stringifyJSON(b)
}

/** The layout that the text has already. */
function layoutOf(document: Document, text: string): ToStringOptions {
  return { lineWidth: 0, indentSeq: isIndented(document, text), flowCollectionPadding: !/[{[][^ {}[\]\n]/.test(text) }
}

/** Reports whether dashes are indented more than the key of their list, if the text shows it. */
function isIndented(document: Document, text: string): boolean {
  const column = (node: Node): number => {
    const [start = 0] = node.range ?? []
    return start - text.lastIndexOf('\n', start - 1)
  }
  let indented = true
  visit(document, {
    Pair: (_, { key, value }) => {
      if (!isSeq(value) || value.flow || !isScalar(key)) return undefined
      indented = column(value) > column(key)
      return visit.BREAK
    },
  })
  return indented
}

/** Changes the nodes of a document. */
class NodeEditor {
  readonly #document: Document

  constructor(document: Document) {
    this.#document = document
  }

  /** Changes a node to the value `after`, below its first level at most; false if only another node can. */
  change(node: unknown, before: JSONValue, after: JSONValue): boolean {
    if (same(before, after)) return true
    if (isMap(node) && isJSONObject(before) && isJSONObject(after)) return this.#changeMap(node, before, after)
    if (isSeq(node) && Array.isArray(before) && Array.isArray(after)) return this.#changeSeq(node, before, after)
    return false
  }

  #changeMap(map: YAMLMap, before: JSONObject, after: JSONObject): true {
    map.items = map.items.filter(
      ({ key }) => !Object.hasOwn(before, keyText(key)) || Object.hasOwn(after, keyText(key)),
    )
    for (const [name, value] of Object.entries(after)) {
      const pair = map.items.findLast(({ key }) => keyText(key) === name)
      if (Object.hasOwn(before, name) && same(before[name]!, value)) continue
      if (pair === undefined) map.items.push(new Pair(this.#node(name), this.#node(value)))
      else pair.value = this.#changed(pair.value, before[name] ?? null, value)
    }
    return true
  }

  #changeSeq(seq: YAMLSeq, before: JSONValue[], after: JSONValue[]): true {
    const nodes = seq.items
    seq.items = matchItems(before, after).map((place, index) => {
      const value = after[index] as JSONValue
      return place === undefined ? this.#node(value) : this.#changed(nodes[place], before[place]!, value)
    })
    return true
  }

  /** The node itself where it can be changed, else another one with its comments. */
  #changed(node: unknown, before: JSONValue, after: JSONValue): unknown {
    if (this.change(node, before, after)) return node
    const fresh = this.#node(after)
    if (isScalar(node)) copyRemarks(node, fresh)
    return fresh
  }

  #node(value: JSONValue): Node {
    const options: CreateNodeOptions = { aliasDuplicateObjects: false }
    return this.#document.createNode(value, quoteDoubtful, options)
  }
}

/** Quotes text that is something else, or no YAML, without quotes. */
function quoteDoubtful(_key: unknown, value: unknown): unknown {
  if (typeof value !== 'string' || value.includes('\n') || readsAs(value, value)) return value
  const scalar = new Scalar(value)
  scalar.type = Scalar.QUOTE_DOUBLE
  return scalar
}

function copyRemarks(from: Scalar, to: Node): void {
  if (from.comment != null) to.comment = from.comment
  if (from.commentBefore != null) to.commentBefore = from.commentBefore
  if (from.spaceBefore !== undefined) to.spaceBefore = from.spaceBefore
  const isText = typeof from.value === 'string' && isScalar(to) && typeof to.value === 'string'
  if (isText && from.type !== undefined && from.type !== Scalar.PLAIN) to.type = from.type
}

/** A key as Go reads it: always as text. */
function keyText(key: unknown): string {
  return isScalar(key) ? String(key.source ?? key.value) : ''
}
