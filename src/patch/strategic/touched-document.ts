import { openBrace, openBracket, quotationMark } from '../../json/json-cursor.js'
import { JSONSyntaxError } from '../../json/json-syntax-error.js'
import { setOwn } from '../../json/json-value.js'
import { isMap, type JSONMap, own } from '../json-map.js'
import { UnchangedText } from '../unchanged-text.js'
import { deletionListPrefix, directiveField, elementOrderPrefix, mayBeDirective } from './directives.js'
import { notSimple, SortedCursor } from './sorted-cursor.js'

/** A document of which only the parts are values that a patch touches. */
export interface TouchedDocument {
  readonly map: JSONMap
  /** No string among its values needs an escape. */
  readonly plain: boolean
}

/**
 * Parses the parts of a JSON object that a strategic merge patch reads; the rest stays text. Undefined for text that {@link
 * SortedCursor} refuses: that has to be parsed as a whole.
 */
export function readTouched(text: string, patch: JSONMap): TouchedDocument | undefined {
  const cursor = new SortedCursor(text)
  try {
    if (cursor.peek() !== openBrace) return undefined
    const map = readMap(cursor, patch)
    cursor.check()
    cursor.end()
    return { map, plain: cursor.plain }
  } catch (error) {
    // The parser of the whole text explains what is no JSON.
    if (error === notSimple || error instanceof JSONSyntaxError) return undefined
    throw error
  } finally {
    cursor.release()
  }
}

/** A map whose members are read as far as the patch has such members. */
function readMap(cursor: SortedCursor, patch: JSONMap): JSONMap {
  const map: JSONMap = {}
  const patchOf = touchedBy(patch)
  cursor.each(() => {
    const name = cursor.name()
    const change = patchOf(name)
    setNew(map, name, change === undefined ? new UnchangedText(cursor.sorted()) : readTouchedValue(cursor, change))
    cursor.check()
  })
  return map
}

/** Sets a member that the object must not have yet. */
function setNew(map: JSONMap, name: string, value: unknown): void {
  if (own(map, name) !== undefined) throw notSimple
  setOwn(map, name, value)
}

/** Returns the part of a patch for a member; undefined if it does not read the member. */
function touchedBy(patch: JSONMap): (name: string) => unknown {
  const fields = new Set<string>()
  addFields(patch, fields)
  if (fields.size === 0) return (name) => own(patch, name)
  return (name) => own(patch, name) ?? (fields.has(name) ? null : undefined)
}

function addFields(patch: JSONMap, fields: Set<string>): void {
  for (const key of Object.keys(patch)) if (mayBeDirective(key)) addField(key, fields)
}

function addField(key: string, fields: Set<string>): void {
  for (const prefix of [elementOrderPrefix, deletionListPrefix]) {
    const field = key.startsWith(prefix) ? directiveField(key, prefix) : undefined
    if (field !== undefined) fields.add(field)
  }
}

function readTouchedValue(cursor: SortedCursor, patch: unknown): unknown {
  const byte = cursor.peek()
  if (byte === openBracket) return readList(cursor, Array.isArray(patch) ? patch : [])
  if (byte !== openBrace) return readScalar(cursor)
  return isMap(patch) ? readMap(cursor, patch) : cursor.parsed()
}

function readScalar(cursor: SortedCursor): unknown {
  return cursor.peek() === quotationMark ? cursor.string() : JSON.parse(cursor.value())
}

/** A list whose elements any of the elements of the patch may be for. */
function readList(cursor: SortedCursor, patch: readonly unknown[]): unknown[] {
  const list: unknown[] = []
  const touched = new Set<string>()
  for (const element of patch) if (isMap(element)) addNames(element, touched)
  cursor.each(() => {
    list.push(cursor.peek() === openBrace ? readElement(cursor, touched) : readTouchedValue(cursor, null))
  })
  return list
}

function addNames(patch: JSONMap, names: Set<string>): void {
  for (const key of Object.keys(patch)) names.add(key)
  addFields(patch, names)
}

/** An element: its scalars, one of which identifies it, and the parts that a patch touches. */
function readElement(cursor: SortedCursor, touched: ReadonlySet<string>): JSONMap {
  const map: JSONMap = {}
  cursor.each(() => {
    const name = cursor.name()
    const byte = cursor.peek()
    if (byte !== openBrace && byte !== openBracket) setNew(map, name, readScalar(cursor))
    else setNew(map, name, touched.has(name) ? cursor.parsed() : new UnchangedText(cursor.sorted()))
  })
  return map
}
