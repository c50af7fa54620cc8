import { JSONCursor, openBrace, openBracket } from '../json/json-cursor.js'
import { setOwn } from '../json/json-value.js'
import { parseJSON } from '../json/parse-json.js'
import type { AccessedParts } from './accessed-parts.js'
import { isMap, type JSONMap } from './json-map.js'
import { UnchangedText } from './unchanged-text.js'

const nothing: AccessedParts = /* @__PURE__ */ new Map()

/**
 * Reads a document as Go's patch libraries do, which keep what a patch does not touch as it is written: number text, escapes,
 * the order of members, duplicate names. The outermost object or array is read, and the objects in it that are `accessed`;
 * everything else but `null` is {@link UnchangedText}. Code that works on the result calls {@link opened} wherever Go would
 * look into a part.
 *
 * @throws JSONSyntaxError with Go's message and the position.
 */
export function readParts(text: string, accessed: AccessedParts = nothing): unknown {
  const cursor = new JSONCursor(text)
  const value = cursor.peek() === openBracket ? readArray(cursor) : readPart(cursor, accessed)
  cursor.end()
  return value
}

/** The members or elements of a part that is an object or array; any other value as it is. */
export function opened(value: unknown): unknown {
  return value instanceof UnchangedText && value.isContainer ? readParts(value.source) : value
}

/** Reports whether a part is an object, whether or not something has looked into it. */
export function isObjectPart(value: unknown): boolean {
  return value instanceof UnchangedText ? value.source.startsWith('{') : isMap(value)
}

/** As {@link opened}, with everything in it: what Go has parsed as a whole, and writes again. */
export function openedWhole(value: unknown): unknown {
  if (value instanceof UnchangedText && value.isContainer && value.isPlain) return JSON.parse(value.source) as unknown
  const part = opened(value)
  if (Array.isArray(part)) return part.map(openedWhole)
  if (!isMap(part)) return part
  const map: JSONMap = {}
  for (const [name, member] of Object.entries(part)) setOwn(map, name, openedWhole(member))
  return map
}

/** The plain value of a part. */
export function plainPart(value: unknown): unknown {
  return value instanceof UnchangedText ? parseJSON(value.source) : value
}

function readPart(cursor: JSONCursor, accessed: AccessedParts | undefined): unknown {
  if (cursor.peek() === openBrace && accessed !== undefined) return readMembers(cursor, accessed)
  const start = cursor.at
  cursor.found = 0
  cursor.pass()
  const source = cursor.text.slice(start, cursor.at)
  if (source === 'null') return null
  return new UnchangedText(source, cursor.found)
}

function readMembers(cursor: JSONCursor, accessed: AccessedParts): JSONMap {
  const map: JSONMap = {}
  cursor.each(() => {
    const name = cursor.name()
    setOwn(map, name, readPart(cursor, accessed === 'objects' ? accessed : accessed.get(name)))
  })
  return map
}

/** Objects in arrays have no names by which they could be told before anything moves them. */
function readArray(cursor: JSONCursor): unknown[] {
  const array: unknown[] = []
  cursor.each(() => array.push(readPart(cursor, undefined)))
  return array
}
