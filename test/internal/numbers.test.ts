import fc from 'fast-check'
import { expect, test } from 'vitest'
import { floatText } from '../../src/internal/float-text.js'
import { maxInt64, minInt64 } from '../../src/internal/int64.js'
import { numberText } from '../../src/internal/number-text.js'
import { parseInt64 } from '../../src/internal/parse-int64.js'

test('the least and the greatest int64', () => {
  expect([minInt64, maxInt64]).toEqual([-(2n ** 63n), 2n ** 63n - 1n])
})

test.each([
  ['0', 0],
  ['+7', 7],
  ['-7', -7],
  ['007', 7],
  ['999999999999999', 999999999999999],
  ['+99999999999999', 99999999999999],
  ['1234567890123456', 1234567890123456n],
  ['-123456789012345', -123456789012345n],
  ['9223372036854775807', maxInt64],
  ['+9223372036854775807', maxInt64],
  ['9223372036854775806', maxInt64 - 1n],
  ['-9223372036854775808', minInt64],
  ['-9223372036854775807', minInt64 + 1n],
  [`${'0'.repeat(40)}12`, 12n],
  [`-${'0'.repeat(40)}12`, -12n],
  ['0'.repeat(40), 0n],
  [`+${'0'.repeat(40)}9223372036854775807`, maxInt64],
])('%s is an int64', (text, value) => {
  expect(parseInt64(text)).toBe(value)
})

test.each([
  '',
  '+',
  '-',
  '--1',
  '1-',
  ' 1',
  '1 ',
  '1.0',
  '1e3',
  'a1',
  '1a',
  '0x1',
  '1_000',
  '9223372036854775808',
  '-9223372036854775809',
  '10000000000000000000',
  '99999999999999999999',
  `1${'0'.repeat(100)}`,
])('%j is none', (text) => {
  expect(parseInt64(text)).toBeUndefined()
})

test('what is an int64 is read, whatever zeros precede it', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: minInt64, max: maxInt64 }), fc.nat(30), (value, zeros) => {
      const digits = String(value < 0n ? -value : value)
      const text = `${value < 0n ? '-' : ''}${'0'.repeat(zeros)}${digits}`
      expect(BigInt(parseInt64(text) ?? 'none')).toBe(value)
    }),
  )
})

test.each([
  [Number.NaN, 'NaN'],
  [Number.POSITIVE_INFINITY, '+Inf'],
  [Number.NEGATIVE_INFINITY, '-Inf'],
  [-0, '-0'],
  [0, '0'],
  [1, '1'],
  [-1.5, '-1.5'],
  [0.1, '0.1'],
  [0.0001, '0.0001'],
  [0.00012, '0.00012'],
  [0.00001, '1e-05'],
  [-0.000012, '-1.2e-05'],
  [999999, '999999'],
  [123456.5, '123456.5'],
  [1000000, '1e+06'],
  [1234567, '1.234567e+06'],
  [-1e21, '-1e+21'],
  [1e100, '1e+100'],
  [5e-324, '5e-324'],
])('%d is %s as a float', (value, text) => {
  expect(floatText(value)).toBe(text)
})

test('safe integers are written as integers, others as floats', () => {
  expect([1000000, -1000000, 2 ** 53 - 1, 2 ** 53, 0.5, 1e21].map(numberText)).toEqual([
    '1000000',
    '-1000000',
    '9007199254740991',
    '9.007199254740992e+15',
    '0.5',
    '1e+21',
  ])
})
