import { expect, test } from 'vitest'
import { compareKeys } from '../../../../src/runtime/serializer/yaml/key-order.js'

/** Orders that Go's YAML gave these keys. */
const recorded = [
  '1a A a a-1 a.0 a.00 a0 a1 a01 a2 a9 a09 a009 a10 a100 a101 a110 a1000 a1001 aa',
  'x0 x00 x1 x5 x05 x10 x15 x50 x100 x105 x150',
  '1 2 9 10 12 19 100 101 120 1000',
].map((line) => line.split(' '))

test.each(recorded)('keys with zeros are written as in Go: %s …', (...keys) => {
  expect(keys.toReversed().sort(compareKeys)).toEqual(keys)
  for (const [i, key] of keys.entries()) {
    for (const later of keys.slice(i + 1)) {
      expect([key, later, Math.sign(compareKeys(key, later))]).toEqual([key, later, -1])
      expect([later, key, Math.sign(compareKeys(later, key))]).toEqual([later, key, 1])
    }
  }
})

test('numbers beyond int64 wrap around, as in Go', () => {
  const keys = ['a9223372036854775808', 'a1', 'a9223372036854775807']
  expect(keys.toReversed().sort(compareKeys)).toEqual(keys)
})
