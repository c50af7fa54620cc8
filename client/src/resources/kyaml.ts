import { MachineryError } from 'apimachinery/errors'
import { type JSONNode, NumberLiteral, ObjectNode, parseDocument } from 'apimachinery/json'
import { isAmbiguousKey } from './kyaml-keys.js'
import { kyamlString } from './kyaml-string.js'

/**
 * A JSON text as KYAML, the YAML with braces and without rules of indentation of `kubectl -o kyaml`: a document with its
 * separator. Members keep their order. Source: `sigs.k8s.io/yaml/kyaml`.
 *
 * @throws MachineryError `TooLarge` for a text that is nested too deeply
 */
export function jsonTextToKYAML(text: string): string {
  const document = parseDocument(text)
  checkDepth(document)
  return `---\n${nodeText(document, 0)}\n`
}

/** Far beyond what a server stores, and far from the end of the stack. */
const maxDepth = 1000

function checkDepth(document: JSONNode): void {
  let layer = [document]
  for (let depth = 0; layer.length > 0; depth++) {
    if (depth > maxDepth) throw new MachineryError('TooLarge', `kyaml: the value is nested deeper than ${maxDepth}`)
    layer = layer.flatMap((node) => (Array.isArray(node) ? node : node instanceof ObjectNode ? node.values : []))
  }
}

function nodeText(node: JSONNode, level: number): string {
  if (typeof node === 'string') return kyamlString(node, level + 1)
  if (node instanceof NumberLiteral) return node.text
  if (Array.isArray(node)) return listText(node, level)
  if (node instanceof ObjectNode) return objectText(node, level)
  return String(node)
}

function objectText({ names, values }: ObjectNode, level: number): string {
  if (names.length === 0) return '{}'
  const lines = names.map((name, index) => {
    const key = isAmbiguousKey(name) ? kyamlString(name) : name
    return `${indent(level + 1)}${key}: ${nodeText(values[index]!, level + 1)},\n`
  })
  return `{\n${lines.join('')}${indent(level)}}`
}

/** Lists of lists and objects share their brackets' lines. */
function listText(list: readonly JSONNode[], level: number): string {
  if (list.length === 0) return '[]'
  if (list.every((each) => Array.isArray(each) || each instanceof ObjectNode)) {
    return `[${list.map((each) => nodeText(each, level)).join(', ')}]`
  }
  const lines = list.map((each) => `${indent(level + 1)}${nodeText(each, level + 1)},\n`)
  return `[\n${lines.join('')}${indent(level)}]`
}

function indent(level: number): string {
  return '  '.repeat(level)
}
