import { goJSON } from './format-verbs.js'
import { TemplateError } from './template-error.js'
import { type TemplateFunctions, templateFunction, variadicFunction } from './template-function.js'
import {
  emptyMap,
  goTypeOf,
  isTemplateMap,
  isTrue,
  memberOf,
  printed,
  sortedKeys,
  type TemplateMap,
  type TemplateValue,
} from './template-value.js'

/** Functions of maps, and those that choose between values. */
export const dictFunctions: TemplateFunctions = {
  dict: variadicFunction([], 'any', (...values) => dictOf(values)),
  get: templateFunction(['map', 'string'], (map, key) => memberOf(map, key) ?? ''),
  set: templateFunction(['map', 'string', 'any'], (map, key, value) => withMember(map, key, value)),
  unset: templateFunction(['map', 'string'], (map, key) => picked(map, (name) => name !== key)),
  hasKey: templateFunction(['map', 'string'], (map, key) => Object.hasOwn(map, key)),
  keys: variadicFunction([], 'map', (...maps) => maps.flatMap(sortedKeys)),
  values: templateFunction(['map'], (map) => sortedKeys(map).map((key) => map[key])),
  pluck: variadicFunction(['string'], 'map', (key, ...maps) =>
    maps.filter((map) => Object.hasOwn(map, key)).map((map) => map[key]),
  ),
  pick: variadicFunction(['map'], 'string', (map, ...names) => picked(map, (name) => names.includes(name))),
  omit: variadicFunction(['map'], 'string', (map, ...names) => picked(map, (name) => !names.includes(name))),
  merge: variadicFunction(['map'], 'map', (map, ...more) => more.reduce((left, right) => merged(right, left), map)),
  mergeOverwrite: variadicFunction(['map'], 'map', (map, ...more) => more.reduce(merged, map)),
  dig: variadicFunction(['string'], 'any', (first, ...more) => dug([first, ...more])),
  default: variadicFunction(['any'], 'any', (fallback, ...given) => (isTrue(given[0]) ? given[0] : fallback)),
  empty: templateFunction(['any'], (value) => !isTrue(value)),
  coalesce: variadicFunction([], 'any', (...values) => values.find(isTrue)),
  ternary: templateFunction(['any', 'any', 'bool'], (yes, no, test) => (test ? yes : no)),
  all: variadicFunction([], 'any', (...values) => values.every(isTrue)),
  any: variadicFunction([], 'any', (...values) => values.some(isTrue)),
  kindOf: templateFunction(['any'], kindOf),
  kindIs: templateFunction(['string', 'any'], (kind, value) => kindOf(value) === kind),
  typeOf: templateFunction(['any'], goTypeOf),
  toJson: templateFunction(['any'], goJSON),
  mustToJson: templateFunction(['any'], goJSON),
  toRawJson: templateFunction(['any'], (value) => JSON.stringify(JSON.parse(goJSON(value)))),
  fromJson: templateFunction(['string'], (text) => parsed(text, false)),
  mustFromJson: templateFunction(['string'], (text) => parsed(text, true)),
}

function dictOf(values: readonly TemplateValue[]): TemplateMap {
  const map = emptyMap()
  for (let index = 0; index < values.length; index += 2) map[printed(values[index])] = values[index + 1] ?? ''
  return map
}

function withMember(map: TemplateMap, key: string, value: TemplateValue): TemplateMap {
  // Sprig changes the map itself; objects of the API stay as they are.
  if (!Object.isFrozen(map) && Object.getPrototypeOf(map) === null) {
    map[key] = value
    return map
  }
  return Object.assign(emptyMap(), map, { [key]: value })
}

function picked(map: TemplateMap, wanted: (name: string) => boolean): TemplateMap {
  return Object.assign(emptyMap(), Object.fromEntries(Object.entries(map).filter(([name]) => wanted(name))))
}

/** Members of the second map win. */
function merged(left: TemplateMap, right: TemplateMap): TemplateMap {
  const result: TemplateMap = Object.assign(emptyMap(), left)
  for (const [key, value] of Object.entries(right)) {
    const before = memberOf(left, key)
    result[key] = isTemplateMap(before) && isTemplateMap(value) ? merged(before, value) : value
  }
  return result
}

function dug(values: readonly TemplateValue[]): TemplateValue {
  const path = values.slice(0, -2)
  let found = values.at(-1)
  for (const key of path) {
    if (!isTemplateMap(found) || typeof key !== 'string' || !Object.hasOwn(found, key)) return values.at(-2)
    found = found[key]
  }
  return found
}

const kinds: Readonly<Record<string, string>> = {
  '<nil>': 'invalid',
  'json.Number': 'string',
  '[]interface {}': 'slice',
  'map[string]interface {}': 'map',
}

function kindOf(value: TemplateValue): string {
  const type = goTypeOf(value)
  return kinds[type] ?? type
}

function parsed(text: string, must: boolean): TemplateValue {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (must) throw new TemplateError(String(error))
    return undefined
  }
}
