// Random configurations as they are applied: typed values that Go can read, list items with their keys.
const words = ['a', 'b', 'c', 'web', 'x/y']
const texts = {
  bytes: ['YQ=='],
  time: ['2024-01-02T03:04:05Z'],
  microTime: ['2024-01-02T03:04:05.000000Z'],
  duration: ['1h0m0s', '5s'],
  quantity: ['500m', '1', '1Gi', '1.5'],
}
/** What identifies an object or what the server writes. */
const notApplied = new Set(['apiVersion', 'kind', 'managedFields', 'creationTimestamp', 'deletionTimestamp'])

/** A configuration of a type: some of its fields, to a depth. */
export function appliedOf(type, random) {
  return structOf(type, { random, depth: 7, wanted: 3 })
}

function structOf(type, place) {
  const { random, depth, wanted } = place
  const below = { ...place, depth: depth - 1, wanted: 2.5 }
  const result = {}
  for (const property of type.properties) {
    if (notApplied.has(property.name) || !random.chance(wanted / type.properties.length)) continue
    const value = memberOf(property, below)
    if (value !== undefined) result[property.name] = value
  }
  if (random.chance(0.002)) result.unknownField = 'a'
  return result
}

function memberOf({ type, options }, place) {
  if (place.random.chance(0.004)) return place.random.pick([null, 'x', 0, {}, []])
  return type.kind === 'list' ? listOf(type, options, place) : randomValue(type, place)
}

/** The keys of an associative list; none for a set, `undefined` for an atomic list. */
function keysOf({ listType, listMapKeys, patchStrategy, patchMergeKey }) {
  if (listType !== undefined) return listType === 'atomic' ? undefined : (listMapKeys ?? [])
  if (patchStrategy?.includes('merge') !== true) return undefined
  return patchMergeKey === undefined ? [] : [patchMergeKey]
}

function listOf({ element }, options, place) {
  const { random } = place
  if (place.depth <= 0) return undefined
  const keys = keysOf(options)
  const items = random.list(3, () => itemOf(element, keys, place)).filter((item) => item !== undefined)
  if (keys === undefined || random.chance(0.01)) return items
  const known = new Map(
    items.map((item) => [
      JSON.stringify(keys.map((key) => item?.[key] ?? null)) + (keys.length === 0 ? JSON.stringify(item) : ''),
      item,
    ]),
  )
  return [...known.values()]
}

function itemOf(element, keys, place) {
  const item = randomValue(element, place)
  if (keys === undefined || keys.length === 0 || element.kind !== 'struct') return item
  const identity = keys
    .filter(() => !place.random.chance(0.03))
    .map((key) => [key, randomValue(element.propertyByName.get(key)?.type ?? { kind: 'string' }, place)])
  return { ...item, ...Object.fromEntries(identity) }
}

function randomValue(type, place) {
  const { random, depth } = place
  switch (type.kind) {
    case 'struct':
      return depth <= 0 ? undefined : structOf(type, place)
    case 'list':
      return listOf(type, {}, place)
    case 'map': {
      const entries = random.list(2, () => [
        random.pick(words),
        randomValue(type.value, { ...place, depth: depth - 1 }),
      ])
      return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
    }
    case 'variant':
      return undefined
    case 'bool':
      return random.chance(0.8)
    case 'float':
    case 'double':
      return random.pick([0.5, 2.5])
    case 'intOrString':
      return random.pick([1, 8080, 'http', '50%'])
    case 'rawExtension':
    case 'json':
    case 'any':
    case 'fieldsV1':
      return random.pick([{ a: 1 }, { a: [1, { c: 'd' }] }])
    case 'string':
      return random.pick(words)
    default:
      return texts[type.kind] === undefined ? random.pick([1, 2, 80, 443]) : random.pick(texts[type.kind])
  }
}

/** A later state of a configuration: members changed, removed and added. */
export function changedConfig(type, value, random) {
  const fresh = appliedOf(type, random)
  return mixed(value, fresh, random)
}

function mixed(old, fresh, random) {
  if (!isObject(old) || !isObject(fresh)) return random.chance(0.7) ? old : (fresh ?? old)
  const result = {}
  for (const key of new Set([...Object.keys(old), ...Object.keys(fresh)])) {
    const value = Object.hasOwn(old, key)
      ? random.chance(0.85)
        ? mixed(old[key], fresh[key], random)
        : undefined
      : random.chance(0.5)
        ? fresh[key]
        : undefined
    if (value !== undefined) result[key] = value
  }
  return result
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
