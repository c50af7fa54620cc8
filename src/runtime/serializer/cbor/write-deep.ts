import type { JSONObject, JSONValue } from '../../../descriptor/types.js'
import { CBORError } from './cbor-error.js'
import { maxNesting } from './cbor-reader.js'
import { type CBORWriter, Major } from './cbor-writer.js'

/** How what nests is written. */
export interface DeepWriting {
  /** Writes what holds nothing else. */
  scalar(value: JSONValue | undefined): void
  /** Keys in the order in which they are written. */
  keysOf(map: JSONObject): readonly string[]
}

/** A list or map that is being written, its last entry first. */
interface Open {
  readonly values: readonly (JSONValue | undefined)[]
  readonly keys: readonly string[] | undefined
  /** Index of the entry being written. */
  at: number
}

/**
 * Writes a value without a type that nests deeper than the stack allows: open containers are kept in a list.
 *
 * @throws CBORError for more than 10,000 levels, which an object that contains itself has.
 */
export function writeDeep(writer: CBORWriter, value: JSONValue | undefined, writing: DeepWriting): void {
  const open: Open[] = []
  let current = value
  for (;;) {
    if (typeof current === 'object' && current !== null) {
      if (open.length >= maxNesting) throw new CBORError('CBOREncode', 'exceeded max depth')
      open.push(opened(current, writing))
    } else {
      writing.scalar(current)
      finishEntry(writer, open.at(-1))
    }
    let innermost = open.at(-1)
    for (; innermost !== undefined && innermost.at < 0; innermost = open.at(-1)) {
      writer.head(innermost.keys === undefined ? Major.array : Major.map, innermost.values.length)
      open.pop()
      finishEntry(writer, open.at(-1))
    }
    if (innermost === undefined) return
    current = innermost.values[innermost.at]
  }
}

function opened(value: JSONObject | readonly JSONValue[], { keysOf }: DeepWriting): Open {
  if (Array.isArray(value)) return { values: value, keys: undefined, at: value.length - 1 }
  const map = value as JSONObject
  const keys = keysOf(map).filter((key) => map[key] !== undefined)
  return { values: keys.map((key) => map[key]), keys, at: keys.length - 1 }
}

function finishEntry(writer: CBORWriter, open: Open | undefined): void {
  if (open === undefined) return
  if (open.keys !== undefined) writer.string(open.keys[open.at]!)
  open.at--
}
