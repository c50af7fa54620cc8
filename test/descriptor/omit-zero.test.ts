import { expect, test } from 'vitest'
import { list, map, scalar, struct, variant } from '../../src/descriptor/build.js'
import { canonicalOf, newCanonicalState } from '../../src/descriptor/canonical-value.js'
import { typePlan } from '../../src/descriptor/json-plan.js'
import { readJSON } from '../../src/descriptor/read-json.js'
import { toCanonicalJSON } from '../../src/descriptor/to-canonical-json.js'
import type { JSONValue, TypeDescriptor } from '../../src/descriptor/types.js'
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

/** What Go writes of a field with `omitempty` and with `omitzero`: `encoding/json` distinguishes empty from nil for the second. */
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
  ['zero, or text', scalar('intOrString'), 0, ['{"f":0}', '{}']],
  ['empty text, or a number', scalar('intOrString'), '', ['{"f":""}', '{"f":""}']],
  ['no time with microseconds', scalar('microTime'), null, ['{"f":null}', '{}']],
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

const schema = variant('orArray', inner)

test.each<[what: string, needed: boolean, type: TypeDescriptor, values: JSONValue[]]>([
  [
    'sorted values',
    false,
    scalar('any'),
    [1, 'a', null, [], {}, { a: 1, b: { c: [1], d: [[]] } }, [{ a: 1 }, { b: 1 }]],
  ],
  ['values that are not sorted', true, scalar('any'), [{ b: 1, a: 2 }, [{ b: 1, a: 2 }], { a: { c: 1, b: 1 }, b: 1 }]],
  ['wide integers and a signed zero', true, scalar('any'), [2n ** 60n, -0]],
  ['raw JSON', false, scalar('rawExtension'), [{ b: 1, a: 2 }]],
  ['maps', false, map(text), [{}, { a: '' }, { b: '', a: '' }, { 1: '', a: '' }, { 10: '' }]],
  [
    'maps with numbers for keys',
    true,
    map(text),
    [
      { 10: '', 9: '' },
      { 10: '', 9: null },
    ],
  ],
  ['schemas', false, schema, [{}, { a: 'x' }, [{}], [{ a: 'x' }, {}]]],
  ['no schemas', true, schema, [[]]],
  ['numbers', false, scalar('double'), [0, 1.5, 1e300]],
  ['a signed zero', true, scalar('double'), [-0]],
  ['integers', false, scalar('int64'), [0, 2 ** 53 - 1]],
  ['wide integers', true, scalar('int64'), [2n ** 60n]],
])('our own writer of JSON, for %s: %s', (...[, needed, type, values]) => {
  for (const value of values) {
    const state = newCanonicalState(true)
    canonicalOf(typePlan(type), value, state)
    expect([value, state.needsWriter, state.failed]).toEqual([value, needed, false])
  }
})

test.each<[what: string, type: TypeDescriptor, f: unknown, written: string]>([
  ['a float of 32 bits', scalar('float'), 0.1234567890123, '0.12345679'],
  ['an integer that it rounds', scalar('float'), 16777217, '16777216'],
  ['one with a sign', scalar('float'), -0, '-0'],
  ['one beyond 64 bits of integer', scalar('float'), 2n ** 64n, '18446744000000000000'],
  ['a double', scalar('double'), 0.1234567890123, '0.1234567890123'],
  ['a small integer as a bigint', scalar('int32'), 5n, '5'],
  ['a wide integer', scalar('int64'), 2n ** 63n - 1n, '9223372036854775807'],
  ['an integer or text', scalar('intOrString'), 5n, '5'],
])('%s is written as Go writes it', (...[, type, f, written]) => {
  const whole = struct('x.S', () => [['f', 1, type]])
  expect(toCanonicalJSON(whole, { f })).toBe(`{"f":${written}}`)
  // Beside what the engine cannot write, too.
  const beside = struct('x.S', () => [
    ['f', 1, type],
    ['wide', 2, scalar('int64')],
  ])
  expect(toCanonicalJSON(beside, { f, wide: 2n ** 60n })).toBe(`{"f":${written},"wide":1152921504606846976}`)
})

test.each([3.5e38, -3.5e38])('a float of 32 bits cannot hold %d', (f) => {
  const type = struct('x.S', () => [['f', 1, scalar('float')]])
  expect(() => toCanonicalJSON(type, { f })).toThrow('number -?3.5e+38'.replace('-?', f < 0 ? '-' : ''))
  const text = `{"f":${BigInt(f)}}`
  for (const mode of ['strict', 'canonical'] as const) {
    expect(() => readJSON(type, text, { mode })).toThrow('of type float32')
  }
})
