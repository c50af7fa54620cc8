import { expect, test } from 'vitest'
import { list, map, scalar, struct } from '../../src/descriptor/build.js'
import type { JSONObject } from '../../src/json/json-value.js'
import { equalAsHeld } from '../../src/managedfields/typed/held-equality.js'

const leaf = struct('Leaf', () => [['x', 1, scalar('string'), '?']])
const item = struct('Item', () => [
  ['texts', 1, map(scalar('string')), '?'],
  ['count', 2, scalar('int32'), '*?'],
  ['bytes', 3, scalar('bytes'), '?'],
  ['raw', 4, scalar('rawExtension'), '?'],
  ['leaf', 5, leaf, '?'],
  ['point', 6, leaf, '*?'],
  ['leaves', 7, map(leaf), '?'],
  ['points', 8, map(leaf, { pointerValues: true }), '?'],
  ['list', 9, list(leaf), '?'],
  ['pointers', 10, list(leaf, { pointerElements: true }), '?'],
  ['deep', 11, map(map(scalar('string'))), '?'],
  ['size', 12, scalar('quantity'), '?'],
])
const root = struct('Root', () => [
  ['items', 1, list(item), '?'],
  ['raws', 2, list(scalar('rawExtension')), '?'],
])

function equal(left: JSONObject, right: JSONObject, at = 'items'): boolean {
  return equalAsHeld({ type: root, left, right }, [at], [at])
}

// What `reflect.DeepEqual` says to the structs of Go that such JSON is read into.
test.each<[JSONObject, JSONObject, boolean]>([
  [{}, {}, true],
  [{}, { texts: null }, true],
  [{}, { texts: {} }, false],
  [{ texts: {} }, { texts: {} }, true],
  [{ count: null }, {}, true],
  [{ count: 0 }, {}, false],
  [{ count: 0 }, { count: 0 }, true],
  [{ bytes: '' }, {}, false],
  [{ bytes: null }, {}, true],
  [{ bytes: '' }, { bytes: '' }, true],
  [{ raw: null }, {}, true],
  [{ raw: { a: 1 } }, { raw: { a: 1 } }, true],
  [{ raw: { a: 1, b: 2 } }, { raw: { b: 2, a: 1 } }, false],
  [{ leaf: {} }, {}, true],
  [{ point: {} }, {}, false],
  [{ point: null }, {}, true],
  [{ point: {} }, { point: {} }, true],
  [{ leaves: { k: null } }, { leaves: { k: {} } }, true],
  [{ points: { k: null } }, { points: { k: {} } }, false],
  [{ points: { k: null } }, { points: { k: null } }, true],
  [{ points: { k: {} } }, { points: { k: {} } }, true],
  [{ leaves: { k: {} } }, { leaves: { k: {}, l: {} } }, false],
  [{ leaves: { k: {} } }, { leaves: { l: {} } }, false],
  [{ list: [null] }, { list: [{}] }, true],
  [{ list: [] }, {}, false],
  [{ list: [{}] }, { list: [{}, {}] }, false],
  [{ pointers: [null] }, { pointers: [{}] }, false],
  [{ pointers: [null] }, { pointers: [null] }, true],
  [{ pointers: [{}] }, { pointers: [{}] }, true],
  [{ deep: { k: {} } }, { deep: { k: null } }, false],
  [{ deep: { k: null } }, { deep: { k: null } }, true],
  [{ deep: { k: {} } }, { deep: { k: {} } }, true],
  [{ size: '1' }, { size: '1' }, true],
  [{ size: '1' }, { size: '1000m' }, false],
  [{ size: null }, {}, true],
])('in a list %j and %j: %s', (left, right, expected) => {
  expect([equal({ items: [left] }, { items: [right] }), equal({ items: [right] }, { items: [left] })]).toEqual([
    expected,
    expected,
  ])
})

test('raw JSON that is null is none', () => {
  const raws = (...values: JSONObject['x'][]) => ({ raws: values })
  expect(equal(raws(null), raws(null), 'raws')).toBe(true)
  expect(equal(raws(null), raws({}), 'raws')).toBe(false)
  expect(equal(raws({}), raws(null), 'raws')).toBe(false)
})
