import type { JSONValue } from '../json/json-value.js'
import { escapeAsGo } from '../json/quote-json.js'
import { stringifyJSON } from '../json/stringify-json.js'
import { isMap, type JSONMap } from './json-map.js'

/** Keys that a plain object puts in front of others or does not hold as a member, or that `<` does not order as Go does. */
const unusualKey = /^(?:[0-9]|__proto__$)|[\ud800-\uffff]/

/** Says that a value is not made of what `JSON.stringify` writes as Go does. */
class Unusual {}

/** Writes JSON with sorted members as Go does. Takes the way of `JSON.stringify` where that gives the same bytes. */
export function writeSorted(value: JSONMap): string {
  const sorted = sortedCopy(value)
  return sorted instanceof Unusual ? stringifyJSON(value as JSONValue) : escapeAsGo(JSON.stringify(sorted))
}

const unusual: Unusual = /* @__PURE__ */ new Unusual()

function sortedCopy(value: unknown): unknown {
  switch (typeof value) {
    case 'object':
      if (value === null) return value
      if (Array.isArray(value)) return sortedList(value)
      return isMap(value) ? sortedMap(value) : unusual
    case 'bigint':
      return unusual
    case 'number':
      return Object.is(value, -0) || !Number.isFinite(value) ? unusual : value
    default:
      return value
  }
}

function sortedList(list: readonly unknown[]): unknown {
  const result = new Array<unknown>(list.length)
  for (let i = 0; i < list.length; i++) {
    const copy = sortedCopy(list[i])
    if (copy === unusual) return unusual
    result[i] = copy
  }
  return result
}

function sortedMap(map: JSONMap): unknown {
  const keys = Object.keys(map)
  sortKeys(keys)
  const result: JSONMap = {}
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string
    if (unusualKey.test(key)) return unusual
    const copy = sortedCopy(map[key])
    if (copy === unusual) return unusual
    result[key] = copy
  }
  return result
}

/** Moves each key to its place: fast for the few and mostly ordered keys of an object. */
function sortKeys(keys: string[]): void {
  if (keys.length > 32) {
    keys.sort()
    return
  }
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i] as string
    let at = i
    for (; at > 0 && (keys[at - 1] as string) > key; at--) keys[at] = keys[at - 1] as string
    keys[at] = key
  }
}
