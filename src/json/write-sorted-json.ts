import { compareStrings } from '../internal/compare-strings.js'
import { formatNumber } from './format-number.js'
import { type JSONNode, NumberLiteral, ObjectNode } from './json-document.js'
import type { JSONValue } from './json-value.js'
import { isPlain, quoteJSON } from './quote-json.js'

type Value = JSONValue | JSONNode | undefined

/** More keys than these are sorted by the engine. */
const fewKeys = 32

/** What writes a value that is nested more than `levels` deep. */
export interface DeepWriter {
  readonly levels: number
  write(value: Value): string
}

const onStack: DeepWriter = { levels: 1_000_000_000, write: (value) => writeSortedJSON(value) }

/**
 * Writes compact JSON as Go does, members in the order of their names. Recursive: without `deep` a value can be nested too
 * deeply for the stack, which is a `RangeError`.
 */
export function writeSortedJSON(value: Value, deep: DeepWriter = onStack, depth: number = deep.levels): string {
  if (typeof value === 'string') return quoteJSON(value)
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value !== 'object' || value === null) return String(value ?? null)
  if (value instanceof NumberLiteral) return value.text
  if (depth === 0) return deep.write(value)
  if (Array.isArray(value)) return writeList(value, deep, depth - 1)
  return value instanceof ObjectNode ? writeDocument(value, deep, depth - 1) : writeMap(value, deep, depth - 1)
}

function writeList(list: readonly Value[], deep: DeepWriter, depth: number): string {
  let out = ''
  for (let i = 0; i < list.length; i++) out += (i === 0 ? '[' : ',') + writeSortedJSON(list[i], deep, depth)
  return out === '' ? '[]' : `${out}]`
}

/** Members stay in the order of the document. */
function writeDocument({ names, values }: ObjectNode, deep: DeepWriter, depth: number): string {
  let out = ''
  for (const [i, name] of names.entries())
    out += `${i === 0 ? '{' : ','}${quoteJSON(name)}:${writeSortedJSON(values[i], deep, depth)}`
  return out === '' ? '{}' : `${out}}`
}

function writeMap(map: Readonly<Record<string, Value>>, deep: DeepWriter, depth: number): string {
  const keys = Object.keys(map)
  const plain = keys.every(isPlain)
  if (plain) sortASCII(keys)
  else keys.sort(compareStrings)
  let out = ''
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!
    const value = map[key]
    if (value === undefined) continue
    const name = plain ? `"${key}"` : quoteJSON(key)
    out += `${out === '' ? '{' : ','}${name}:${writeSortedJSON(value, deep, depth)}`
  }
  return out === '' ? '{}' : `${out}}`
}

/** Sorts texts of ASCII; moving each to its place is fast for few, and for those that are mostly in order. */
export function sortASCII(keys: string[]): void {
  if (keys.length > fewKeys) {
    keys.sort()
    return
  }
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i]!
    let at = i
    for (; at > 0 && keys[at - 1]! > key; at--) keys[at] = keys[at - 1]!
    keys[at] = key
  }
}
