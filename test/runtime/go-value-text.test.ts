import { expect, test } from 'vitest'
import { goTypeName, goValueText } from '../../src/runtime/objects/go-value-text.js'

test.each([
  [0.00001, '1e-05'],
  [0.0001, '0.0001'],
  [-2.5e-7, '-2.5e-07'],
  [123456.5, '123456.5'],
  [1234567.5, '1.2345675e+06'],
  [1e21, '1e+21'],
  [12345678, '12345678'],
  [2n ** 62n, '4611686018427387904'],
  [[1e-10, { b: 1, a: [null, 'x'] }], '[1e-10 map[a:[<nil> x] b:1]]'],
])('case %#', (value, text) => {
  expect(goValueText(value)).toBe(text)
})

test.each([
  [null, '<nil>'],
  [undefined, '<nil>'],
  [true, 'bool'],
  ['x', 'string'],
  [1, 'int64'],
  [1n, 'int64'],
  [1.5, 'float64'],
  [[], '[]interface {}'],
  [{}, 'map[string]interface {}'],
])('the type of value %#', (value, name) => {
  expect(goTypeName(value)).toBe(name)
})
