const odd = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  '',
  'a',
  'A.b/c',
  '\ud800',
  '0001-01-01T00:00:00Z',
  '1Gi',
  '%',
  [],
  {},
  [null],
  [[]],
  { a: null },
  { '': {} },
]
const names = ['', 'a', 'name', 'items', 'metadata', 'kind', '__proto__', 'constructor', 'toString', '0', '$patch', '.']

function placesIn(value, places = []) {
  if (typeof value !== 'object' || value === null) return places
  for (const key of Object.keys(value)) {
    places.push({ holder: value, key })
    placesIn(value[key], places)
  }
  return places
}

function put(holder, key, value) {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true })
}

/** A JSON object or list with one to three of its parts replaced, left out, moved, doubled, named otherwise or wrapped. */
export function mutateValue(value, random) {
  const root = structuredClone(value)
  for (let n = 1 + random.below(3); n > 0; n--) change(root, random)
  return root
}

function change(root, random) {
  const places = placesIn(root)
  if (places.length === 0) return undefined
  const { holder, key } = random.pick(places)
  const other = random.pick(places)
  const held = holder[key]
  switch (random.below(7)) {
    case 0:
    case 1:
      return put(holder, key, structuredClone(random.pick(odd)))
    case 2:
      return Array.isArray(holder) ? holder.splice(Number(key), 1) : delete holder[key]
    case 3:
      return put(holder, key, structuredClone(other.holder[other.key]))
    case 4:
      if (Array.isArray(held)) return held.push(...structuredClone(held.slice(0, 3)))
      if (typeof held === 'string') return put(holder, key, held + random.pick([held, ' ', '/', '.', '\u0000', 'é']))
      return put(holder, key, [held])
    case 5:
      if (typeof held !== 'object' || held === null || Array.isArray(held))
        return put(holder, key, { [random.pick(names)]: held })
      return put(held, random.pick(names), structuredClone(random.pick(odd)))
    default:
      if (Array.isArray(holder)) return undefined
      put(holder, random.pick(names), held)
      return delete holder[key]
  }
}
