import { describe, expect, test } from 'vitest'
import { canonicalize } from '../../src/descriptor/to-canonical-json.js'
import type { ScalarKind } from '../../src/descriptor/types.js'
import type { JSONValue } from '../../src/json/json-value.js'
import { fillScalar } from '../../src/testing/fill-scalar.js'
import { Random } from '../../src/testing/random.js'

type Facets = Parameters<typeof fillScalar>[2]

const one = (kind: ScalarKind, facets: Facets = {}, seed = 1): JSONValue =>
  fillScalar({ kind }, new Random(seed), facets)

function many(kind: ScalarKind, facets: Facets = {}): JSONValue[] {
  const random = new Random(1)
  return Array.from({ length: 500 }, () => fillScalar({ kind }, random, facets))
}

const kinds: readonly ScalarKind[] = [
  'string',
  'bool',
  'int32',
  'int64',
  'uint32',
  'uint64',
  'float',
  'double',
  'bytes',
  'time',
  'microTime',
  'duration',
  'quantity',
  'intOrString',
  'rawExtension',
  'fieldsV1',
  'json',
  'any',
]

test.each(kinds)('values of kind %s are in canonical form, and more than one', (kind) => {
  const values = many(kind)
  expect(canonicalize({ kind: 'list', element: { kind }, pointerElements: false }, values)).toEqual(values)
  expect(new Set(values.map((value) => JSON.stringify(value))).size).toBeGreaterThan(1)
})

describe('the ends of a type', () => {
  test.each<[ScalarKind, JSONValue, JSONValue]>([
    ['string', '', expect.stringMatching(/^[a-z]{253}$/) as never],
    ['bool', false, true],
    ['int32', 0, 2147483647],
    ['int64', 0, Number.MAX_SAFE_INTEGER],
    ['uint32', 0, 4294967295],
    ['uint64', 0, Number.MAX_SAFE_INTEGER],
    ['bytes', '', expect.stringMatching(/^[A-Za-z0-9+/]{338}==$|^.{340}$/) as never],
    ['intOrString', 0, 2147483647],
  ])('%s', (kind, smallest, largest) => {
    expect(one(kind, { edge: 'smallest' })).toEqual(smallest)
    expect(one(kind, { edge: 'largest' })).toEqual(largest)
  })

  test.each<[ScalarKind, JSONValue]>([
    ['duration', '0s'],
    ['quantity', '0'],
    ['float', 0],
    ['double', 0],
  ])('the smallest %s is %j, the largest any', (kind, smallest) => {
    expect(new Set(many(kind, { edge: 'smallest' }))).toEqual(new Set([smallest]))
    expect(new Set(many(kind, { edge: 'largest' })).size).toBeGreaterThan(1)
  })
})

describe('integers', () => {
  const range = (values: JSONValue[]): [number, number] => [
    Math.min(...(values as number[])),
    Math.max(...(values as number[])),
  ]

  test('are small, and now and then at an end', () => {
    const values = many('int32') as number[]
    expect(range(values)).toEqual([-2147483648, 2147483647])
    const inner = values.filter((value) => Math.abs(value) < 2147483647)
    expect(inner.length).toBeGreaterThan(400)
    expect(inner.every((value) => value >= 1 && value <= 1001)).toBe(true)
    expect(Math.max(...inner)).toBeGreaterThan(900)
  })

  test.each<[Facets, number, number]>([
    [{ minimum: 5, maximum: 9 }, 5, 9],
    [{ minimum: 5, maximum: 9, exclusiveMinimum: true }, 6, 9],
    [{ minimum: 5, maximum: 9, exclusiveMaximum: true }, 5, 8],
    [{ minimum: 4.5, maximum: 9.5 }, 5, 9],
    [{ minimum: 4.5, maximum: 9.5, exclusiveMinimum: true, exclusiveMaximum: true }, 5, 9],
    [{ minimum: 10, maximum: 20, multipleOf: 5 }, 10, 20],
    [{ minimum: -9, maximum: -5 }, -9, -5],
    [{ minimum: 7, maximum: 7 }, 7, 7],
  ])('within %j', (facets, low, high) => {
    const values = many('int32', facets)
    expect(range(values)).toEqual([low, high])
    if (facets.multipleOf !== undefined) expect(values.every((value) => (value as number) % 5 === 0)).toBe(true)
  })

  test.each<[Facets, number, number]>([
    [{ minimum: 5, maximum: 9 }, 5, 9],
    [{ minimum: -9, maximum: -5 }, -5, -5],
    [{ minimum: -9 }, 0, 2147483647],
    [{ minimum: 3, maximum: 23, multipleOf: 5 }, 5, 20],
  ])('the ends of %j are %d and %d: zero before what is below', (facets, smallest, largest) => {
    expect(one('int32', { ...facets, edge: 'smallest' })).toBe(smallest)
    expect(one('int32', { ...facets, edge: 'largest' })).toBe(largest)
  })
})

test('numbers with a fraction stay within their bounds', () => {
  const values = many('double') as number[]
  expect(Math.min(...values)).toBeGreaterThanOrEqual(-125)
  expect(Math.max(...values)).toBeLessThanOrEqual(125)
  expect(Math.min(...values)).toBeLessThan(-100)
  expect(values.some((value) => !Number.isInteger(value))).toBe(true)
  expect(
    many('double', { minimum: 1, maximum: 2 }).every((value) => (value as number) >= 1 && (value as number) <= 2),
  ).toBe(true)
  expect(one('double', { minimum: 1, maximum: 5, edge: 'smallest' })).toBe(1)
})

test.each<[Facets, number, number]>([
  [{}, 3, 8],
  [{ minLength: 5 }, 5, 8],
  [{ maxLength: 5 }, 3, 5],
  [{ maxLength: 2 }, 2, 2],
  [{ minLength: 12 }, 12, 12],
  [{ minLength: 0, maxLength: 0 }, 0, 0],
])('texts with %j have %d to %d letters', (facets, least, most) => {
  const lengths = many('string', facets).map((value) => (value as string).length)
  expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([least, most])
})

test('the ends of a text are its bounds', () => {
  expect(one('string', { minLength: 2, edge: 'smallest' })).toHaveLength(2)
  expect(one('string', { maxLength: 9, edge: 'largest' })).toHaveLength(9)
  expect(one('string', { maxLength: 900, edge: 'largest' })).toHaveLength(253)
})

test('an enumeration has the only values, that of the field before that of the type; an empty one is none', () => {
  const random = new Random(1)
  const values = (facets: Facets): Set<JSONValue> =>
    new Set(Array.from({ length: 50 }, () => fillScalar({ kind: 'string', enum: ['a', 'b'] }, random, facets)))
  expect(values({})).toEqual(new Set(['a', 'b']))
  expect(values({ enum: ['c'] })).toEqual(new Set(['c']))
  expect(fillScalar({ kind: 'string', enum: [] }, random, {})).toMatch(/^[a-z]{3,8}$/)
})

test('times of a day, bytes and integers or texts, of all kinds', () => {
  const times = many('time') as string[]
  const part = (from: number, to: number): [string, string] => {
    const parts = times.map((time) => time.slice(from, to)).sort()
    return [parts[0] as string, parts.at(-1) as string]
  }
  expect(times.every((time) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(time))).toBe(true)
  expect([part(0, 4), part(5, 7), part(8, 10), part(11, 13), part(14, 16), part(17, 19)]).toEqual([
    ['1970', '2100'],
    ['01', '12'],
    ['01', '28'],
    ['00', '23'],
    ['00', '59'],
    ['00', '59'],
  ])
  expect((many('microTime') as string[]).every((time) => /T\d\d:\d\d:\d\d\.\d{6}Z$/.test(time))).toBe(true)
  const lengths = new Set(many('bytes').map((value) => Buffer.from(value as string, 'base64').length))
  expect([...lengths].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(Buffer.concat(many('bytes').map((value) => Buffer.from(value as string, 'base64'))).includes(255)).toBe(true)
  expect(new Set(many('intOrString').map((value) => typeof value))).toEqual(new Set(['number', 'string']))
  expect(new Set(many('bool'))).toEqual(new Set([true, false]))
  expect(one('fieldsV1')).toEqual({ 'f:metadata': { 'f:labels': { '.': {}, [`f:${new Random(1).word()}`]: {} } } })
})

test('raw objects are copies of their own', () => {
  const random = new Random(1)
  const values = Array.from({ length: 20 }, () => fillScalar({ kind: 'any' }, random, {}) as object)
  expect(new Set(values).size).toBe(20)
})
