import type { Value } from './scenario.js'

/** Random numbers that a seed decides. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = Math.imul(seed, 0x9e3779b1) >>> 0
  }

  /** From 0 up to, and without, `limit`. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }

  of<T>(all: readonly T[]): T {
    return all[this.below(all.length)] as T
  }

  /** True once in `times`. */
  once(times: number): boolean {
    return this.below(times) === 0
  }
}

const texts = ['', 'a', 'abc', 'x y', 'Zz', '5%', '10', 'true', '2020-01-01T00:00:00Z', 'ä€😀', '"quoted"', 'a.b-c']
const numbers = [0, 1, 2, 3, 5, 7, -1, 100, 1.5, 0.1, 2_147_483_648, 1e21]

/** A structural schema, `depth` levels deep at most. */
export function randomSchema(chance: Chance, depth: number): Value {
  const leaf = depth === 0 || chance.once(2)
  const schema = leaf ? randomLeaf(chance) : chance.once(3) ? randomList(chance, depth) : randomObject(chance, depth)
  return chance.once(5) ? { ...schema, nullable: true } : schema
}

function randomLeaf(chance: Chance): Value {
  const make: (() => Value)[] = [
    () => ({
      type: 'string',
      ...(chance.once(3) && { maxLength: chance.below(4) }),
      ...(chance.once(4) && { minLength: chance.below(3) }),
      ...(chance.once(5) && { pattern: chance.of(['^a', '[0-9]+$', '^.{2}$']) }),
      ...(chance.once(6) && { format: chance.of(['date-time', 'duration', 'ipv4', 'uuid', 'byte', 'k8s-short-name']) }),
    }),
    () => ({ type: 'string', enum: [...new Set([chance.of(texts), chance.of(texts)])] }),
    () => ({
      type: chance.of(['integer', 'number']),
      ...(chance.once(2) && { minimum: chance.below(3) }),
      ...(chance.once(3) && { maximum: 4 + chance.below(5) }),
      ...(chance.once(5) && { multipleOf: chance.of([2, 3]) }),
    }),
    () => ({ type: 'boolean' }),
    () => ({ 'x-kubernetes-int-or-string': true }),
    () => ({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true }),
    () => ({
      type: 'string',
      maxLength: 9,
      'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'is fixed' }],
    }),
    () => ({
      type: 'integer',
      'x-kubernetes-validations': [{ rule: 'self != 5', message: 'must not be five', reason: 'FieldValueForbidden' }],
    }),
    () => ({ type: 'string', default: 'given' }),
    () => ({ type: 'integer', default: chance.below(4) }),
  ]
  return chance.of(make)()
}

function randomList(chance: Chance, depth: number): Value {
  const bounds = { ...(chance.once(3) && { minItems: 1 }), maxItems: 2 + chance.below(3) }
  if (chance.once(3)) {
    return { type: 'array', maxItems: 4, items: { type: 'string', maxLength: 20 }, 'x-kubernetes-list-type': 'set' }
  }
  if (chance.once(2))
    return { type: 'array', ...bounds, items: { ...randomSchema(chance, depth - 1), nullable: false } }
  const items = {
    type: 'object',
    required: ['k'],
    properties: { k: { type: 'string', maxLength: 20 }, v: randomSchema(chance, depth - 1) },
  }
  return { type: 'array', maxItems: 4, items, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'] }
}

function randomObject(chance: Chance, depth: number): Value {
  if (chance.once(4)) {
    return {
      type: 'object',
      maxProperties: 3,
      additionalProperties: { ...randomSchema(chance, depth - 1), nullable: false },
    }
  }
  const names = ['a', 'b', 'c', 'd'].slice(0, 1 + chance.below(4))
  const properties = Object.fromEntries(names.map((name) => [name, randomSchema(chance, depth - 1)]))
  return {
    type: 'object',
    properties,
    ...(chance.once(3) && { required: [chance.of(names)] }),
    ...(chance.once(5) && { 'x-kubernetes-map-type': 'atomic' }),
  }
}

/** A value that often conforms to a schema. */
export function randomValue(chance: Chance, schema: Value): unknown {
  if (chance.once(25)) return chance.of<unknown>([null, 5, 'text', [], {}, true, { odd: 1 }])
  if (schema.enum !== undefined) return chance.of([...schema.enum, chance.of(texts)])
  if (schema['x-kubernetes-int-or-string']) return chance.of<unknown>([chance.below(9), chance.of(texts)])
  if (schema['x-kubernetes-preserve-unknown-fields'])
    return chance.of<unknown>([{}, { x: chance.of(texts) }, { y: { z: [1] } }])
  switch (schema.type) {
    case 'string':
      return chance.of(texts)
    case 'integer':
      return chance.once(9) ? chance.of(numbers) : chance.below(9)
    case 'number':
      return chance.of(numbers)
    case 'boolean':
      return chance.once(2)
    case 'array':
      return Array.from({ length: chance.below(4) }, () => randomValue(chance, schema.items))
    default:
      return randomMembers(chance, schema)
  }
}

function randomMembers(chance: Chance, { properties, additionalProperties }: Value): unknown {
  const names =
    properties === undefined ? ['x', 'y', 'z'] : [...Object.keys(properties), ...(chance.once(9) ? ['odd'] : [])]
  const chosen = names.filter(() => !chance.once(3))
  return Object.fromEntries(
    chosen.map((name) => [name, randomValue(chance, properties?.[name] ?? additionalProperties ?? { type: 'string' })]),
  )
}
