import type { JSONValue } from '../../../src/json/json-value.js'
import type { Random } from '../../../src/testing/random.js'

const texts = [
  '',
  ' ',
  '-',
  '..',
  '/',
  'a/b/c',
  '\u0000',
  '\ud800',
  '__proto__',
  'None',
  '10.0.0.1',
  '::ffff:1.2.3.4',
  '10.0.0.1/8',
  '1e999Gi',
  '101%',
  'Exists',
  'x'.repeat(300),
  '2024-13-45T99:99:99Z',
  '[[[[',
  '{"a":',
]
const numbers = [0, -1, 1, 2 ** 31, -(2 ** 31), Number.MAX_SAFE_INTEGER]

/** Puts odd values of the same JSON type, and null if wanted, in the place of some values. */
export function withGarbage(value: JSONValue, random: Random, nulls: boolean): JSONValue {
  if (nulls && random.chance(0.05)) return null
  switch (typeof value) {
    case 'string':
      return random.chance(0.3) ? random.pick(texts) : value
    case 'number':
      return random.chance(0.3) ? random.pick(numbers) : value
    case 'boolean':
      return random.chance(0.3) ? !value : value
    default:
      return withGarbageInside(value, random, nulls)
  }
}

function withGarbageInside(value: JSONValue, random: Random, nulls: boolean): JSONValue {
  if (Array.isArray(value)) return value.map((item) => withGarbage(item, random, nulls))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      random.chance(0.05) ? random.pick(texts) : key,
      key === 'apiVersion' || key === 'kind' ? member : withGarbage(member, random, nulls),
    ]),
  )
}
