import { expect, test } from 'vitest'
import { list, map, scalar, struct } from '../../src/descriptor/build.js'
import { readJSON } from '../../src/descriptor/read-json.js'
import { toCanonicalJSON } from '../../src/descriptor/to-canonical-json.js'
import type { TypeDescriptor } from '../../src/descriptor/types.js'
import { stringifyJSON } from '../../src/json/stringify-json.js'

const text = scalar('string')
const inner = struct('x.Inner', () => [['a', 1, text, '?']])

const open = struct(
  'x.Open',
  () => [
    ['a', 1, scalar('int32')],
    ['b', 2, struct('x.Always', () => [['c', 1, text]])],
  ],
  { preserveUnknownFields: true },
)

/** What Go writes of a field with `omitempty` and with `omitzero`: `encoding/json` tells empty from nil for the second. */
type Case = [what: string, type: TypeDescriptor, f: unknown, written: [omitEmpty: string, omitZero: string]]

test.each<Case>([
  ['an empty list', list(text), [], ['{}', '{"f":[]}']],
  ['no list', list(text), undefined, ['{}', '{}']],
  ['null for a list', list(text), null, ['{}', '{}']],
  ['an empty map', map(text), {}, ['{}', '{"f":{}}']],
  ['null for a map', map(text), null, ['{}', '{}']],
  ['a map', map(text), { a: '' }, ['{"f":{"a":""}}', '{"f":{"a":""}}']],
  ['an empty struct', inner, {}, ['{"f":{}}', '{}']],
  ['no struct', inner, undefined, ['{"f":{}}', '{}']],
  ['a struct of empty fields', inner, { a: '' }, ['{"f":{}}', '{}']],
  ['a struct', inner, { a: 'x' }, ['{"f":{"a":"x"}}', '{"f":{"a":"x"}}']],
  ['empty text', text, '', ['{}', '{}']],
  ['zero', scalar('int32'), 0, ['{}', '{}']],
  ['false', scalar('bool'), false, ['{}', '{}']],
  ['no time', scalar('time'), null, ['{"f":null}', '{}']],
  ['a zero time', scalar('time'), '0001-01-01T00:00:00Z', ['{"f":null}', '{}']],
  ['a zero duration', scalar('duration'), '0s', ['{"f":"0s"}', '{}']],
  ['a zero duration in another notation', scalar('duration'), '0h', ['{"f":"0s"}', '{}']],
  ['a duration', scalar('duration'), '1m', ['{"f":"1m0s"}', '{"f":"1m0s"}']],
  ['a zero quantity', scalar('quantity'), '0', ['{"f":"0"}', '{}']],
  ['a quantity', scalar('quantity'), '1', ['{"f":"1"}', '{"f":"1"}']],
  ['no raw JSON', scalar('rawExtension'), null, ['{"f":null}', '{}']],
  ['empty bytes', scalar('bytes'), '', ['{}', '{}']],
  ['a struct of fields that are always written', open, {}, ['{"f":{"a":0,"b":{"c":""}}}', '{}']],
  ['one of them', open, { b: { c: 'x' } }, ['{"f":{"a":0,"b":{"c":"x"}}}', '{"f":{"a":0,"b":{"c":"x"}}}']],
  ['another of them', open, { a: 1 }, ['{"f":{"a":1,"b":{"c":""}}}', '{"f":{"a":1,"b":{"c":""}}}']],
  ['an unknown one', open, { x: 1 }, ['{"f":{"a":0,"b":{"c":""},"x":1}}', '{"f":{"a":0,"b":{"c":""},"x":1}}']],
])('%s', (...[, type, f, wanted]) => {
  const written = (shape: '?' | 'z') =>
    toCanonicalJSON(
      struct('x.S', () => [['f', 1, type, shape]]),
      f === undefined ? {} : { f },
    )
  expect([written('?'), written('z')]).toEqual(wanted)
})

test('empty bytes are held, and not written', () => {
  const type = struct('x.S', () => [['f', 1, scalar('bytes'), '?']])
  expect(readJSON(type, '{"f":""}', { mode: 'canonical' }).value).toEqual({ f: '' })
  expect(readJSON(type, '{"f":null}', { mode: 'canonical' }).value).toEqual({})
  expect(toCanonicalJSON(type, { f: '' })).toBe('{}')
})

test('values without a type are written sorted, however deep', () => {
  const type = struct('x.S', () => [['f', 1, scalar('any')]])
  for (const value of [{ b: { d: 1, c: 2 } }, [{ d: 1, c: 2 }], { a: 1, b: [[{ d: 1, c: 2 }]] }, { b: 1, a: 2 }]) {
    expect(toCanonicalJSON(type, { f: value })).toBe(`{"f":${stringifyJSON(value)}}`)
  }
})
