import { expect, test } from 'vitest'
import { list, map, scalar, struct, variant } from '../../src/descriptor/build.js'
import type { JSONValue } from '../../src/json/json-value.js'
import { unknownFieldOf } from '../../src/managedfields/typed/unknown-field.js'

const open = struct('Open', () => [['known', 1, scalar('string'), '?']], { preserveUnknownFields: true })
const node = struct('Node', () => [
  ['name', 1, scalar('string'), '?'],
  ['open', 2, open, '?'],
  ['byName', 3, map(node), '?'],
  ['labels', 4, map(scalar('string')), '?'],
  ['lists', 5, map(list(node)), '?'],
  ['items', 6, list(node), '?'],
  ['texts', 7, list(scalar('any')), '?'],
  ['matrix', 8, list(map(node)), '?'],
  ['either', 9, variant('orBool', node), '?'],
  ['eithers', 10, map(variant('orBool', node)), '?'],
])

test.each<[JSONValue, string | undefined]>([
  [{ name: 'a', labels: { x: 'y' }, texts: [{ any: 1 }] }, undefined],
  [{ new: 1 }, '.new'],
  [{ open: { new: { er: 1 } } }, undefined],
  [{ byName: { a: { name: 'a' }, b: { new: 1 } } }, '.byName.b.new'],
  [{ byName: { a: { byName: { b: { name: 'b' } } } } }, undefined],
  [{ lists: { a: [{}, { new: 1 }] } }, '.lists.a[1].new'],
  [{ items: [{}, { items: [{ new: 1 }] }] }, '.items[1].items[0].new'],
  [{ matrix: [{ a: {} }, { b: { new: 1 } }] }, '.matrix[1].b.new'],
  [{ either: { new: 1 } }, '.either.new'],
  [{ either: [{}, { new: 1 }] }, '.either[1].new'],
  [{ either: true }, undefined],
  [{ eithers: { a: true, b: { new: 1 } } }, '.eithers.b.new'],
  // What is of a wrong form is left to the comparison with the schema.
  [{ byName: [1], items: { a: 1 }, open: 'x' }, undefined],
  ['x', undefined],
])('of %j: %s', (value, path) => {
  expect(unknownFieldOf(node, value)).toBe(path)
})
