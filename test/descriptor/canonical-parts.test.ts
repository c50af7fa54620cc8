import { expect, test } from 'vitest'
import { list, map, scalar, struct } from '../../src/descriptor/build.js'
import {
  appendCanonicalJSON,
  type CanonicalJSONOptions,
  toCanonicalJSON,
} from '../../src/descriptor/to-canonical-json.js'
import type { StructDescriptor, TypeDescriptor } from '../../src/descriptor/types.js'
import type { JSONValue } from '../../src/json/json-value.js'
import { parseJSON } from '../../src/json/parse-json.js'

/** The texts that are written one after another. */
function canonicalJSONParts(type: TypeDescriptor, value: JSONValue, options?: CanonicalJSONOptions): string[] {
  const parts: string[] = []
  const sink = { append: (text: string) => void parts.push(text), clear: () => void parts.splice(0) }
  appendCanonicalJSON(type, value, { ...options, sink })
  return parts
}

const item = struct('Item', () => [
  ['name', 1, scalar('string'), '?'],
  ['size', 2, scalar('quantity'), '*?'],
  ['raw', 3, scalar('rawExtension'), '*?'],
  ['fields', 4, scalar('fieldsV1'), '*?'],
])
const listOf = (element: StructDescriptor) =>
  struct('List', () => [
    ['kind', 1, scalar('string'), '?'],
    ['items', 2, list(element)],
  ])
const items = listOf(item)
const one = { name: 'a', size: '1000m' }

/** Texts of lists, and the JSON of Go's struct. */
const lists: readonly [value: JSONValue, text: string][] = [
  [{ kind: 'L' }, '{"kind":"L","items":null}'],
  [{ items: [] }, '{"items":[]}'],
  [{ items: [one] }, '{"items":[{"name":"a","size":"1"}]}'],
  [{ items: [one, { name: '<' }] }, '{"items":[{"name":"a","size":"1"},{"name":"\\u003c"}]}'],
  [
    { kind: 'L', unknown: 1, items: [one, { other: 1 }, null, { name: 'b' }] },
    '{"kind":"L","items":[{"name":"a","size":"1"},{},{},{"name":"b"}]}',
  ],
  [
    { items: [one, { raw: { b: 1, a: 2 } }, { fields: { 'f:b': {}, 'f:a': {} } }] },
    '{"items":[{"name":"a","size":"1"},{"raw":{"b":1,"a":2}},{"fields":{"f:b":{},"f:a":{}}}]}',
  ],
  [
    { items: [one, { raw: { 1: 'x', b: [1n, 2n ** 60n] } }, one] },
    '{"items":[{"name":"a","size":"1"},{"raw":{"1":"x","b":[1,1152921504606846976]}},{"name":"a","size":"1"}]}',
  ],
]

test.each(lists)('%#: they are one text, in however many parts', (value, text) => {
  expect(canonicalJSONParts(items, value).join('')).toBe(text)
  expect(toCanonicalJSON(items, value)).toBe(text)
  expect(parseJSON(toCanonicalJSON(items, value, { pretty: true }))).toEqual(parseJSON(text))
})

test('a list of several structs comes in a part for each, and what stands around them', () => {
  const two = { kind: 'L', items: [{ name: 'a' }, { name: 'b' }] }
  expect(canonicalJSONParts(items, two)).toEqual(['{"kind":"L","items":[', '{"name":"a"}', ',{"name":"b"}', ']}'])
  expect(canonicalJSONParts(items, { items: [{ name: 'a' }] })).toHaveLength(1)
  expect(canonicalJSONParts(items, two, { pretty: true })).toEqual([
    '{\n  "kind": "L",\n  "items": [\n    {\n      "name": "a"\n    },\n    {\n      "name": "b"\n    }\n  ]\n}',
  ])
})

test('items that are not the last member, or no structs, come in one part', () => {
  const early = struct('Early', () => [
    ['items', 1, list(item)],
    ['kind', 2, scalar('string'), '?'],
  ])
  const two = { kind: 'L', items: [{ name: 'a' }, { name: 'b' }] }
  expect(canonicalJSONParts(early, two)).toEqual(['{"items":[{"name":"a"},{"name":"b"}],"kind":"L"}'])
  const texts = struct('Texts', () => [['items', 1, list(scalar('string'))]])
  expect(canonicalJSONParts(texts, { items: ['a', 'b'] })).toEqual(['{"items":["a","b"]}'])
  const others = struct('Others', () => [['others', 1, list(item)]])
  expect(canonicalJSONParts(others, { others: [{ name: 'a' }, { name: 'b' }] })).toEqual([
    '{"others":[{"name":"a"},{"name":"b"}]}',
  ])
  expect(canonicalJSONParts(map(scalar('string')), { b: 'x', a: 'y' })).toEqual(['{"a":"y","b":"x"}'])
  expect(
    canonicalJSONParts(
      struct('None', () => []),
      { items: [{}, {}] },
    ),
  ).toEqual(['{}'])
})

test('an item that does not fit its type is an error with its path', () => {
  expect(() => canonicalJSONParts(items, { items: [one, { name: 1 }] })).toThrow(
    expect.objectContaining({ path: expect.stringMatching(/items/) }),
  )
})
