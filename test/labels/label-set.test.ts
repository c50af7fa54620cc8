import { expect, test } from 'vitest'
import {
  conflicts,
  convertSelectorToLabelsMap,
  equals,
  formatLabels,
  lookup,
  merge,
  setToString,
} from '../../src/labels/index.js'

test('printing is in byte order of the terms', () => {
  expect(setToString({ b: '2', a: '1' })).toBe('a=1,b=2')
  expect(setToString({ 'a-': '1', a: '1' })).toBe('a-=1,a=1')
  expect(formatLabels({})).toBe('<none>')
  expect(formatLabels(undefined)).toBe('<none>')
})

test('lookup sees own labels only', () => {
  expect(lookup({ a: '' }, 'a')).toBe('')
  expect(lookup({}, 'toString')).toBeUndefined()
  expect(lookup(undefined, 'a')).toBeUndefined()
})

test('conflicts are different values of one label', () => {
  expect(conflicts({ a: '1' }, { a: '1', b: '2' })).toBe(false)
  expect(conflicts({ a: '1' }, { a: '2' })).toBe(true)
  expect(conflicts({ a: '1' }, undefined)).toBe(false)
})

test('merging prefers the second and pollutes nothing', () => {
  expect(merge({ a: '1', b: '1' }, { b: '2' })).toEqual({ a: '1', b: '2' })
  const merged = merge(JSON.parse('{"__proto__":"x"}'), undefined)
  expect(Object.keys(merged)).toEqual(['__proto__'])
  expect(Object.getPrototypeOf(merged)).toBe(Object.prototype)
})

test('equality ignores order and takes absent as empty', () => {
  expect(equals({ a: '1', b: '2' }, { b: '2', a: '1' })).toBe(true)
  expect(equals({ a: '1' }, { b: '1' })).toBe(false)
  expect(equals({ a: '1' }, { a: '1', b: '2' })).toBe(false)
  expect(equals(undefined, {})).toBe(true)
})

test('a list of equalities becomes labels', () => {
  expect(convertSelectorToLabelsMap(' a = 1 ,b=')).toEqual({ a: '1', b: '' })
  expect(convertSelectorToLabelsMap('')).toEqual({})
  expect(convertSelectorToLabelsMap('\u0085a=1\u3000')).toEqual({ a: '1' })
})

test.each([
  ['a', 'invalid selector: [a]'],
  ['a==b', 'invalid selector: [a  b]'],
  ['a=1,', 'invalid selector: []'],
  ['a b=1', '<nil>: Invalid value: "a b": name part'],
  ['a=-', '[a]: Invalid value: "-": a valid label'],
])('%j is no list of equalities', (text, message) => {
  expect(() => convertSelectorToLabelsMap(text)).toThrow(message)
})
