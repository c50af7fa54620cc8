import { ifSimple, setNew } from '../compact-scanner.js'
import { isMap, type JSONMap, own } from '../json-map.js'
import { UnchangedText } from '../unchanged-text.js'
import { deletionListPrefix, directiveField, elementOrderPrefix, mayBeDirective } from './directives.js'
import { SortedScanner } from './sorted-scanner.js'

/** A document of which only the parts are values that a patch touches. */
export interface TouchedDocument {
  readonly map: JSONMap
  /** No string among its values needs an escape. */
  readonly plain: boolean
}

/**
 * Parses the parts of a JSON object that a strategic merge patch reads; the rest stays text. Undefined for text that {@link
 * SortedScanner} rejects: that has to be parsed as a whole.
 */
export function readTouched(text: string, patch: JSONMap): TouchedDocument | undefined {
  const scanner = new SortedScanner(text)
  if (scanner.opens !== 'object') return undefined
  return ifSimple(() => {
    const map = readMap(scanner, patch)
    scanner.end()
    return { map, plain: scanner.plain }
  })
}

/** A map whose members are read as far as the patch has such members. */
function readMap(scanner: SortedScanner, patch: JSONMap): JSONMap {
  const map: JSONMap = {}
  const patchOf = touchedBy(patch)
  scanner.each(() => {
    const name = scanner.name()
    const change = patchOf(name)
    setNew(map, name, change === undefined ? new UnchangedText(scanner.value()) : readTouchedValue(scanner, change))
  })
  return map
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

function readTouchedValue(scanner: SortedScanner, patch: unknown): unknown {
  if (scanner.opens === undefined) return scanner.scalar()
  if (scanner.opens === 'array') return readList(scanner, Array.isArray(patch) ? patch : [])
  return isMap(patch) ? readMap(scanner, patch) : scanner.parsed()
}

/** A list whose elements any of the elements of the patch may be for. */
function readList(scanner: SortedScanner, patch: readonly unknown[]): unknown[] {
  const list: unknown[] = []
  const touched = new Set<string>()
  for (const element of patch) if (isMap(element)) addNames(element, touched)
  scanner.each(() => {
    if (scanner.opens === 'object') list.push(readElement(scanner, touched))
    else list.push(readTouchedValue(scanner, null))
  })
  return list
}

function addNames(patch: JSONMap, names: Set<string>): void {
  for (const key of Object.keys(patch)) names.add(key)
  addFields(patch, names)
}

/** An element: its scalars, one of which identifies it, and the parts that a patch touches. */
function readElement(scanner: SortedScanner, touched: ReadonlySet<string>): JSONMap {
  const map: JSONMap = {}
  scanner.each(() => {
    const name = scanner.name()
    if (scanner.opens === undefined) setNew(map, name, scanner.scalar())
    else setNew(map, name, touched.has(name) ? scanner.parsed() : new UnchangedText(scanner.value()))
  })
  return map
}
