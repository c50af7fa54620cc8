import { expect, test } from 'vitest'
import { list, map, scalar, struct, variant } from '../../src/descriptor/build.js'
import { readFaithfully } from '../../src/descriptor/read-faithfully.js'
import type { StructDescriptor } from '../../src/descriptor/types.js'
import type { JSONValue } from '../../src/json/json-value.js'
import { thrown } from '../thrown.js'

const inner: StructDescriptor = struct('x.Inner', () => [
  ['name', 1, scalar('string'), '?'],
  ['next', 2, inner, '*?'],
])
const thing = struct('x.Thing', () => [
  ['inner', 1, inner, '?'],
  ['list', 2, list(inner), '?'],
  ['lists', 3, list(list(scalar('int32'))), '?'],
  ['map', 4, map(list(scalar('bool'))), '?'],
  ['schema', 5, variant('orArray', inner), '*?'],
  ['open', 6, variant('orBool', inner), '*?'],
  ['any', 7, scalar('any'), '?'],
  ['raw', 8, scalar('rawExtension'), '?'],
  ['when', 9, scalar('time'), '?'],
  ['limit', 10, scalar('quantity'), '?'],
  ['port', 11, scalar('intOrString'), '?'],
  ['count', 12, scalar('int64'), '?'],
  ['unsigned', 13, scalar('uint64'), '?'],
  ['ratio', 14, scalar('double'), '?'],
  ['bytes', 15, scalar('bytes'), '?'],
  ['small', 16, scalar('int32'), '?'],
  ['micro', 17, scalar('microTime'), '?'],
  ['text', 18, scalar('string'), '?'],
  ['timeout', 19, scalar('duration'), '?'],
  ['pointer', 20, scalar('duration'), '*?'],
])

test.each<[value: unknown, code: string, message: string]>([
  [{ inner: { name: 1 } }, 'InvalidType', 'inner.name: number 1 is no string'],
  [{ inner: { next: { next: { name: true } } } }, 'InvalidType', 'inner.next.next.name: boolean true is no string'],
  [{ inner: [{ name: 1 }] }, 'InvalidType', 'inner: value is no struct'],
  [{ list: [{}, { name: {} }] }, 'InvalidType', 'list[1].name: value is no string'],
  [{ list: { name: 1 } }, 'InvalidType', 'list: value is no list'],
  [{ lists: [[1], [2, 1.5]] }, 'InvalidType', 'lists[1][1]: number 1.5 is no int32'],
  [{ map: { a: [true], 'b.c': [true, 'x'] } }, 'InvalidType', 'map.b.c[1]: string x is no bool'],
  [{ map: { a: [], b: 'x' } }, 'InvalidType', 'map.b: string x is no list'],
  [{ schema: { name: 1 } }, 'InvalidType', 'schema.name: number 1 is no string'],
  [{ schema: [{}, { name: 1 }] }, 'InvalidType', 'schema[1].name: number 1 is no string'],
  [{ open: 5 }, 'InvalidType', 'open: number 5 is no variant'],
  [{ open: [{ name: 1 }] }, 'InvalidType', 'open: value is no variant'],
  [{ any: { a: [1, Infinity] } }, 'NumberOutOfRange', 'any.a[1]: number Infinity is no any'],
  [{ raw: [{ b: Number.NaN }] }, 'NumberOutOfRange', 'raw[0].b: number NaN is no any'],
  [{ unknown: { a: -Infinity } }, 'NumberOutOfRange', 'unknown.a: number -Infinity is no any'],
  [{ when: 'x' }, 'InvalidValue', 'when: string x is no time'],
  [{ limit: 'x' }, 'InvalidValue', 'limit: string x is no quantity'],
  [{ bytes: 'x' }, 'InvalidValue', 'bytes: string x is no bytes'],
  [{ micro: 'x' }, 'InvalidValue', 'micro: string x is no microTime'],
  [{ when: 5 }, 'InvalidType', 'when: number 5 is no time'],
  [{ port: 1.5 }, 'InvalidType', 'port: number 1.5 is no intOrString'],
  [{ count: 2n ** 60n }, 'UnsafeInteger', 'count: bigint 1152921504606846976 is no int64'],
  [{ unsigned: 2n ** 60n }, 'UnsafeInteger', 'unsigned: bigint 1152921504606846976 is no uint64'],
  [{ small: 2n ** 60n }, 'InvalidType', 'small: bigint 1152921504606846976 is no int32'],
  [{ ratio: Infinity }, 'NumberOutOfRange', 'ratio: number Infinity is no double'],
  [{ small: 'x' }, 'InvalidType', 'small: string x is no int32'],
  [{ timeout: null }, 'InvalidType', 'timeout: value is no duration'],
  [{ text: 5 }, 'InvalidType', 'text: number 5 is no string'],
  [{ small: 'x'.repeat(100) }, 'InvalidType', `small: string ${'x'.repeat(80)} is no int32`],
  ['x', 'InvalidType', 'value: string x is no struct'],
  [[], 'InvalidType', 'value: value is no struct'],
])('says why %o does not fit', (value, code, message) => {
  const error = thrown<Error & { code: string; path: string }>(() => readFaithfully(thing, value as JSONValue))
  const place = message.slice(0, message.indexOf(': '))
  expect(error).toMatchObject({ code, message, path: place === 'value' ? '' : place })
})

test('takes null for a pointer', () => {
  expect(readFaithfully(thing, { pointer: null })).toEqual({ pointer: null })
})

test('takes exact numbers only where parsing may have rounded', () => {
  const exact = () => ({ any: 2n ** 60n })
  expect(readFaithfully(thing, { any: 5 }, exact)).toEqual({ any: 5 })
  expect(readFaithfully(thing, { any: 2 ** 60 }, exact)).toEqual({ any: 2n ** 60n })
  expect(readFaithfully(thing, { any: 2 ** 60 })).toEqual({ any: 2 ** 60 })
  const infinite = () => {
    throw new Error('beyond float64')
  }
  expect(() => readFaithfully(thing, { any: Infinity }, infinite)).toThrow('any: number Infinity')
})
