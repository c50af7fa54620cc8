import { expect, test } from 'vitest'
import { list, map, scalar, struct, variant } from '../../src/descriptor/build.js'
import { deepCopy } from '../../src/descriptor/deep-copy.js'
import { heldValue } from '../../src/descriptor/held-value.js'
import type { StructDescriptor } from '../../src/descriptor/types.js'

const text = scalar('string')
const schema: StructDescriptor = struct('x.Schema', () => [
  ['type', 1, text, '?'],
  ['items', 2, variant('orArray', schema), '*?'],
  ['open', 3, variant('orBool', schema), '*?'],
  ['list', 4, list(schema), '?'],
  ['map', 5, map(schema), '?'],
  ['pointers', 6, map(schema, { pointerValues: true }), '?'],
  ['names', 7, list(text), '?'],
  ['labels', 8, map(text), '?'],
  ['limit', 9, scalar('quantity'), '*?'],
  ['bytes', 10, scalar('bytes'), '?'],
  ['raw', 11, scalar('any'), '?'],
  ['always', 12, list(text)],
  ['self', 13, schema, '*?'],
  ['zero', 14, struct('x.Zero', () => [['names', 1, list(text), '?']]), 'z'],
])
const always = { always: null }

test.each<[what: string, value: object, held: object]>([
  [
    'empty lists and maps',
    { names: [], labels: {}, list: [], map: {} },
    { names: [], labels: {}, list: [], map: {}, ...always },
  ],
  ['only those that are there', { names: null, labels: undefined }, always],
  ['not empty texts, which Go has too', { type: '', bytes: '' }, always],
  ['not of fields that are unknown', { unknown: [], type: 'a' }, { type: 'a', ...always }],
  ['of pointers to structs', { self: { names: [] } }, { self: { names: [], ...always }, ...always }],
  [
    'of elements',
    { list: [{ names: [] }, {}, { labels: {} }] },
    { list: [{ names: [], ...always }, always, { labels: {}, ...always }], ...always },
  ],
  [
    'of values of maps',
    { map: { b: { names: [] }, a: {} } },
    { map: { a: always, b: { names: [], ...always } }, ...always },
  ],
  [
    'of values that may be null',
    { pointers: { a: null, b: { labels: {} } } },
    { pointers: { a: null, b: { labels: {}, ...always } }, ...always },
  ],
  [
    'of schemas',
    { items: { names: [] }, open: { labels: {} } },
    { items: { names: [], ...always }, open: { labels: {}, ...always }, ...always },
  ],
  [
    'of lists of schemas',
    { items: [{ names: [] }, { type: 'a' }] },
    {
      items: [
        { names: [], ...always },
        { type: 'a', ...always },
      ],
      ...always,
    },
  ],
  ['booleans in place of schemas', { open: true, names: [] }, { open: true, names: [], ...always }],
  ['no structs that are left out', { zero: {} }, always],
  ['canonical scalars', { limit: '0.5', always: [], raw: {} }, { limit: '500m', always: [], raw: {} }],
  ['of a list that is not empty', { names: ['a'], labels: { a: '' } }, { names: ['a'], labels: { a: '' }, ...always }],
])('holds %s', (_, value, held) => {
  const before = deepCopy(value)
  expect(heldValue(schema, value)).toEqual(held)
  expect(value).toEqual(before)
})

test('what is canonical already is given back as it is', () => {
  const value = { names: ['a'], always: [] }
  expect(heldValue(schema, value)).toBe(value)
})
