import { presentKeys } from '../../json/json-value.js'
import { goStringText, goText } from '../go-text.js'
import { isMap, type JSONMap, own, sameValue, valueKind } from '../json-map.js'
import { patchError } from '../patch-error.js'
import { fieldStrategy, type LookupPatchMeta } from '../patch-meta.js'
import { directiveMarker, mergeDirective, replaceDirective, retainKeysDirective } from './directives.js'
import { elementKind } from './list-elements.js'

interface Place {
  readonly schema: LookupPatchMeta
  readonly strategy: string
  readonly mergeKey: string
}

/** Reports whether two strategic merge patches set a field to different values. */
export function mapsHaveConflicts(left: JSONMap, right: JSONMap, schema: LookupPatchMeta): boolean {
  return valuesConflict(left, right, withoutStrategy(schema))
}

function withoutStrategy(schema: LookupPatchMeta): Place {
  // Stryker disable next-line StringLiteral: anything but a strategy and the key of a merged list
  return { schema, strategy: '', mergeKey: '' }
}

function valuesConflict(left: unknown, right: unknown, place: Place): boolean {
  if (isMap(left)) return !isMap(right) || mapsConflict(left, right, place)
  if (Array.isArray(left)) return !Array.isArray(right) || listsConflict(left, right, place)
  return !sameValue(left, right)
}

/** A directive concerns its whole map, so it conflicts with anything but the same directive. */
function mapsConflict(left: JSONMap, right: JSONMap, { schema, strategy }: Place): boolean {
  if (!sameValue(own(left, directiveMarker), own(right, directiveMarker))) return true
  if (strategy === replaceDirective) return false
  return presentKeys(left).some((key) => {
    if (key === directiveMarker || key === retainKeysDirective) return false
    const [mine, theirs] = [left[key], own(right, key)]
    return theirs !== undefined && valuesConflict(mine, theirs, memberPlace(key, mine, schema))
  })
}

function memberPlace(key: string, value: unknown, schema: LookupPatchMeta): Place {
  const kind = valueKind(value)
  if (kind !== 'slice' && kind !== 'map') return withoutStrategy(schema)
  const { subschema, patchMeta } =
    kind === 'slice' ? schema.lookupPatchMetadataForSlice(key) : schema.lookupPatchMetadataForStruct(key)
  return { schema: subschema, strategy: fieldStrategy(patchMeta).strategy, mergeKey: patchMeta.patchMergeKey }
}

function listsConflict(left: unknown[], right: unknown[], { schema, strategy, mergeKey }: Place): boolean {
  const kind = elementKind(left, right)
  const below = withoutStrategy(schema)
  if (strategy === mergeDirective) {
    if (kind !== 'map') return false
    const theirs = byMergeKey(right, mergeKey)
    return [...byMergeKey(left, mergeKey)].some(
      ([key, element]) => theirs.has(key) && valuesConflict(element, theirs.get(key), below),
    )
  }
  if (left.length !== right.length) return true
  if (kind === 'map') return left.some((element, i) => valuesConflict(element, right[i], below))
  const [mine, theirs] = [sortedSet(left), sortedSet(right)]
  return mine.some((value, i) => !sameValue(value, theirs[i]))
}

function byMergeKey(list: unknown[], mergeKey: string): Map<string, JSONMap> {
  const result = new Map<string, JSONMap>()
  for (const element of list as JSONMap[]) {
    const key = own(element, mergeKey)
    if (key === undefined) {
      const message = `cannot find merge key \`${mergeKey}\` in merging list element:${goText(element)}`
      throw patchError('NoMergeKey', message)
    }
    result.set(goStringText(key), element)
  }
  return result
}

function sortedSet(list: unknown[]): unknown[] {
  const values = [...new Set(list)].map((value) => ({ value, text: goText(value) }))
  values.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
  return values.map(({ value }) => value)
}
