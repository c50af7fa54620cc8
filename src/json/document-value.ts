import { type JSONNode, NumberLiteral, type ObjectNode } from './json-document.js'
import { type JSONObject, type JSONValue, setOwn } from './json-value.js'
import { type NumberRule, numberValue } from './number-value.js'

/** A container whose members are still to be converted. */
interface Pending {
  readonly source: JSONNode[] | ObjectNode
  readonly target: JSONValue[] | JSONObject
}

/**
 * The plain value of a document; of duplicate names the last one wins. Needs no stack for nested input.
 *
 * @throws MachineryError `NumberOutOfRange` for a number that no float64 can hold.
 */
export function documentValue(document: JSONNode, numbers: NumberRule = 'exact'): JSONValue {
  return documentValueWith(document, (literal) => numberValue(literal.text, numbers)) as JSONValue
}

/** As {@link documentValue}, with numbers as `read` makes them. */
export function documentValueWith(document: JSONNode, read: (literal: NumberLiteral) => unknown): unknown {
  const pending: Pending[] = []
  const shallow = (node: JSONNode): unknown => {
    if (node === null || typeof node !== 'object') return node
    if (node instanceof NumberLiteral) return read(node)
    const target = Array.isArray(node) ? [] : {}
    pending.push({ source: node, target })
    return target
  }
  const value = shallow(document)
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { source, target } = next
    if (Array.isArray(source)) for (const element of source) (target as unknown[]).push(shallow(element))
    else for (const [i, name] of source.names.entries()) setOwn(target, name, shallow(source.values[i]!))
  }
  return value
}
