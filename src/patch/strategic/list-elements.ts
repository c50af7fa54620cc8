import type { MachineryError } from '../../errors/machinery-error.js'
import { goText, goTypeText } from '../go-text.js'
import { isMap, type JSONMap, own, type ValueKind, valueKind } from '../json-map.js'
import { fixedError, patchError } from '../patch-error.js'

/** The kind all elements of the lists have. @throws MachineryError `NoListOfLists`, `BadListElements`. */
export function elementKind(...lists: readonly (readonly unknown[])[]): ValueKind {
  const filled = lists.find((list) => list.length > 0)
  if (filled === undefined) throw patchError('BadListElements', 'no elements in any of the given slices')
  const kind = valueKind(filled[0])
  if (kind === 'slice') throw fixedError('NoListOfLists')
  if (kind === 'nil') throw patchError('BadListElements', 'list elements must not be null')
  if (lists.some((list) => list.some((element) => valueKind(element) !== kind)))
    throw patchError('BadListElements', `list element types are not identical: ${goText(lists)}`)
  return kind
}

export function noMergeKey(element: JSONMap, mergeKey: string): MachineryError {
  return patchError('NoMergeKey', `map: ${goText(element)} does not contain declared merge key: ${mergeKey}`)
}

function badArgType(expected: 'map' | 'slice', received: unknown): MachineryError {
  const type = goTypeText(expected === 'map' ? {} : [])
  return patchError('BadArgType', `expected a ${type}, but received a ${goTypeText(received)}`)
}

/** @throws MachineryError `BadArgType` for anything but a list. */
export function asList(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw badArgType('slice', value)
  return value
}

/** @throws MachineryError `BadArgType` for anything but an object. */
export function asMap(value: unknown): JSONMap {
  if (!isMap(value)) throw badArgType('map', value)
  return value
}

/** The value of the merge key of an element. @throws MachineryError `NoMergeKey`, `BadArgType`. */
export function mergeKeyValue(element: unknown, mergeKey: string): unknown {
  return comparable(requireMergeKey(element, mergeKey))
}

/** {@link mergeKeyValue}, which may be no scalar. */
export function requireMergeKey(element: unknown, mergeKey: string): unknown {
  const map = asMap(element)
  const value = own(map, mergeKey)
  if (value === undefined) throw noMergeKey(map, mergeKey)
  return value
}

/** Go cannot compare maps and lists, and crashes when it has to. */
export function comparable(value: unknown): unknown {
  const kind = valueKind(value)
  if (kind === 'map' || kind === 'slice') throw patchError('BadListElements', `not a scalar: ${goText(value)}`)
  return value
}

/** The identity of an element: its merge key, or the scalar itself. */
export function identity(element: unknown, mergeKey: string, kind: ValueKind): unknown {
  if (kind !== 'map') return comparable(element)
  return isMap(element) ? comparable(own(element, mergeKey) ?? null) : null
}

/** The first position of each element, by its identity. */
export function positions(list: readonly unknown[], mergeKey: string, kind: ValueKind): Map<unknown, number> {
  const result = new Map<unknown, number>()
  for (let i = 0; i < list.length; i++) {
    const key = identity(list[i], mergeKey, kind)
    if (!result.has(key)) result.set(key, i)
  }
  return result
}
