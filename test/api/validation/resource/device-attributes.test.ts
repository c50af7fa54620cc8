import { expect, test } from 'vitest'
import { countAttributeValues } from '../../../../src/api/resource/device/device-attributes.js'

test('a device has a value for each attribute, and for each item of a list', () => {
  const attributes = {
    a: { string: 'x' },
    b: { strings: ['x', 'y', 'z'] },
    c: { ints: [1, 2] },
    d: {},
    e: { bools: [] },
  }
  expect(countAttributeValues({ name: 'd', attributes } as never)).toBe(8)
  expect(countAttributeValues({ name: 'd' })).toBe(0)
  expect(countAttributeValues({ name: 'd', attributes: { a: null, b: { bools: [true, false] } } } as never)).toBe(3)
})
