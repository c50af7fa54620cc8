import { describe, expect, test } from 'vitest'
import { maxInt64, minInt64 } from '../../src/internal/int64.js'
import {
  formatDecimal,
  newDecimalQuantity,
  newQuantity,
  newScaledQuantity,
  Quantity,
  QuantityError,
  quantityEquals,
} from '../../src/resource/index.js'
import { isQuantityText } from '../../src/resource/is-quantity-text.js'

const parse = (text: string): Quantity => Quantity.parse(text)
/** Text that only the long way of parsing takes. */
const long = (text: string): Quantity => parse(`+0${text}`)

describe('int64', () => {
  test.each([maxInt64, minInt64, maxInt64 - 1n, minInt64 + 1n, 0n, -1n])('holds %d', (value) => {
    expect(newQuantity(value, 'DecimalSI').asInt64()).toBe(value)
    expect(newQuantity(value, 'DecimalSI').scaledInt64(0)).toBe(value)
  })

  test.each([maxInt64 + 1n, minInt64 - 1n, 2n ** 80n])('does not hold %d', (value) => {
    expect(newQuantity(value, 'DecimalSI').asInt64()).toBeUndefined()
    expect(newQuantity(value, 'DecimalSI').value()).toBe(value)
  })

  test('excludes decimals and values computed from them', () => {
    const decimal = newDecimalQuantity({ unscaled: 5n, scale: 0 }, 'DecimalSI')
    const plain = newQuantity(5, 'DecimalSI')
    const held = [decimal, decimal.add(plain), plain.add(decimal), plain.sub(decimal), decimal.neg(), decimal.mul(2)]
    expect(held.map((each) => each.asInt64())).toEqual(held.map(() => undefined))
    expect(
      [plain, plain.add(plain), plain.sub(plain), plain.neg(), plain.mul(2)].map((each) => each.asInt64()),
    ).toEqual([5n, 10n, 0n, -5n, 10n])
  })

  test('is left by a result beyond it', () => {
    const most = newQuantity(maxInt64, 'DecimalSI')
    expect(most.add(newQuantity(1, 'DecimalSI')).asInt64()).toBeUndefined()
    expect(most.mul(2).asInt64()).toBeUndefined()
    expect(most.sub(newQuantity(1, 'DecimalSI')).asInt64()).toBe(maxInt64 - 1n)
    expect(newQuantity(minInt64, 'DecimalSI').neg().asInt64()).toBeUndefined()
  })
})

describe('a zero', () => {
  const zero = newScaledQuantity(0, 3)

  test('takes format and scale of what is added, and changes nothing that it is added to', () => {
    expect(zero.add(parse('5Mi')).toString()).toBe('5Mi')
    expect(zero.add(parse('5m')).asDec()).toEqual({ unscaled: 5n, scale: 3 })
    expect(parse('5m').add(zero).asDec()).toEqual({ unscaled: 5n, scale: 3 })
    expect(parse('5k').add(newScaledQuantity(0, -3)).asDec()).toEqual({ unscaled: 5n, scale: -3 })
    expect(parse('5k').add(parse('5')).asDec()).toEqual({ unscaled: 5005n, scale: 0 })
    expect(parse('0').add(parse('0Ki')).format).toBe('BinarySI')
  })

  test('is never negative', () => {
    for (const each of [
      parse('-0'),
      parse('0').neg(),
      newQuantity(-0, 'DecimalSI'),
      parse('-1').add(parse('1')),
      parse('-1').mul(0),
    ]) {
      expect(Object.is(each.asApproximateFloat64(), 0)).toBe(true)
      expect([each.toString(), each.isZero(), each.sign()]).toEqual(['0', true, 0])
    }
  })
})

test('formats', () => {
  expect(parse('1024').withFormat('BinarySI').toString()).toBe('1Ki')
  expect(parse('1Ki').withFormat('DecimalSI').toString()).toBe('1024')
  expect(parse('1500').withFormat('DecimalExponent').toString()).toBe('1500')
  expect(parse('12M').withFormat('DecimalExponent').toString()).toBe('12e6')
  expect(
    ['1023', '1024', '-1023', '-1024', '1025', '0'].map((text) => parse(text).withFormat('BinarySI').toString()),
  ).toEqual(['1023', '1Ki', '-1023', '-1Ki', '1025', '0'])
  expect(newQuantity(2n ** 60n * 1024n, 'BinarySI').toString()).toBe('1024Ei')
  expect(newQuantity(2n ** 60n + 1n, 'BinarySI').toString()).toBe(`${2n ** 60n + 1n}`)
  expect(newScaledQuantity(1, 18).toString()).toBe('1E')
  expect(newScaledQuantity(1, 21).toString()).toBe('1000E')
  expect(newScaledQuantity(2, 1).withFormat('BinarySI').toString()).toBe('20')
  expect(newScaledQuantity(1024, -3).withFormat('BinarySI').toString()).toBe('1024m')
  expect(newScaledQuantity(2_048_000, -3).withFormat('BinarySI').toString()).toBe('2Ki')
})

test('comparison with integers', () => {
  expect([parse('1500m').cmpInt64(1), parse('1500m').cmpInt64(2), parse('2k').cmpInt64(2000n)]).toEqual([1, -1, 0])
  expect(parse('1k').cmpInt64(2n ** 70n)).toBe(-1)
})

test('the short way of parsing gives what the long way gives, at its borders', () => {
  for (const digits of [
    '1',
    '8',
    '9',
    '1000',
    '1001',
    '123456789012345',
    '1234567890123456',
    '999999999999999',
    '100000000000000',
  ])
    for (const suffix of ['', 'n', 'm', 'k', 'E', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']) {
      const [short, other] = [parse(digits + suffix), long(digits + suffix)]
      expect([digits, suffix, short.asDec(), short.asInt64(), short.format]).toEqual([
        digits,
        suffix,
        other.asDec(),
        other.asInt64(),
        other.format,
      ])
      expect(`+0${short.toString()}`.replace('+0', '')).toBe(other.toString().replace('+0', ''))
    }
})

test.each([
  ['9Ei', '9223372036854775807'],
  ['9223372036854775807', '9223372036854775807'],
  ['9223372036854775808', '9223372036854775808'],
  ['8Ei', '9223372036854775807'],
  ['7Ei', '7Ei'],
  ['0.5Ei', '512Pi'],
  ['0.9Ki', '921600m'],
  ['0.0005Ki', '512m'],
  ['1.0Ki', '1Ki'],
  ['1.000000001', '1000000001n'],
  ['1.0000000001', '1000000001n'],
  ['-1.0000000001', '-1000000001n'],
  ['1.0000000010', '1000000001n'],
  ['0.000000001', '1n'],
  ['0.0000000000001k', '1n'],
])('%s is %s', (text, canonical) => {
  expect(parse(text).toCanonicalString()).toBe(canonical)
})

test('the amount below one of a binary quantity is written in decimals', () => {
  expect(parse('0.0009765625Ki').format).toBe('BinarySI')
  expect(parse('0.0009Ki').format).toBe('DecimalSI')
  expect(parse('0.0Ki').format).toBe('BinarySI')
})

test('the overflowing answers at the borders of int64', () => {
  const most = newQuantity(maxInt64, 'DecimalSI')
  expect(most.scaledInt64(1)).toBe(922337203685477581n)
  expect(newQuantity(minInt64, 'DecimalSI').scaledInt64(-1)).toBe(0n)
  expect(newQuantity(minInt64 + 1n, 'DecimalSI').scaledInt64(-1)).toBe(10n)
  expect(newScaledQuantity(3, 4).scaledInt64(-15)).toBe(0n)
  expect(newScaledQuantity(9, 18).scaledInt64(0)).toBe(9n * 10n ** 18n)
  const wide = (unscaled: bigint, scale: number): Quantity => newDecimalQuantity({ unscaled, scale }, 'DecimalSI')
  expect(wide(5n, 0).scaledInt64(-18)).toBe(5n * 10n ** 18n)
  expect(wide(5n, 0).scaledInt64(-19)).toBe(minInt64)
  expect(wide(4n, 0).scaledInt64(-19)).toBe(0n)
  expect(wide(-7n, 0).scaledInt64(1)).toBe(1n)
  expect(wide(7n, 0).scaledInt64(1)).toBe(1n)
  expect(wide(-20n, 0).scaledInt64(1)).toBe(-2n)
  expect(wide(maxInt64 * 100n + 1n, 0).scaledInt64(2)).toBe(minInt64)
  expect(wide(5n, 18).scaledInt64(0)).toBe(1n)
  expect(wide(5n, 19).scaledInt64(0)).toBe(1n)
  expect(wide(-5n, 19).scaledInt64(0)).toBe(0n)
})

test('rounding and scaling', () => {
  const { quantity, exact } = parse('2k').roundUp(0)
  expect([quantity.asDec(), exact]).toEqual([{ unscaled: 2n, scale: -3 }, true])
  expect(parse('2k').roundUp(3).quantity.asDec()).toEqual({ unscaled: 2n, scale: -3 })
  expect(parse('-2001').roundUp(3).quantity.asDec()).toEqual({ unscaled: -3n, scale: -3 })
  expect(parse('2000000').roundUp(3)).toMatchObject({ exact: true })
  expect(
    newQuantity(2n ** 70n, 'DecimalSI')
      .roundUp(3)
      .quantity.value(),
  ).toBe((2n ** 70n / 1000n + 1n) * 1000n)
  expect(newQuantity(-(2n ** 70n), 'DecimalSI').scaledValue(3)).toBe(-(2n ** 70n / 1000n + 1n))
  expect(newQuantity(10n ** 30n, 'DecimalSI').scaledValue(16)).toBe(10n ** 14n)
})

test('floats at the ends of their range', () => {
  expect(newScaledQuantity(1, 308).asApproximateFloat64()).toBe(1e308)
  expect(newScaledQuantity(1, 309).asApproximateFloat64()).toBe(Number.POSITIVE_INFINITY)
  expect(newScaledQuantity(-1, 309).asApproximateFloat64()).toBe(Number.NEGATIVE_INFINITY)
  expect(newScaledQuantity(1, -323).asApproximateFloat64()).toBe(1e-323)
  expect(newScaledQuantity(1, -324).asApproximateFloat64()).toBe(0)
  expect(newScaledQuantity(3, -2).asApproximateFloat64()).toBe(0.03)
  expect(newScaledQuantity(3, 40).asApproximateFloat64()).toBe(3e40)
  expect(parse('-2k').asFloat64()).toBe(-2000)
})

test.each([
  [0n, 0, '0'],
  [0n, -3, '0'],
  [0n, 2, '0.00'],
  [5n, -3, '5000'],
  [-5n, 1, '-0.5'],
  [12345n, 5, '0.12345'],
  [12345n, 2, '123.45'],
])('the decimal %d at scale %d is %s', (unscaled, scale, text) => {
  expect(formatDecimal({ unscaled, scale })).toBe(text)
})

test('limits of digits and powers of ten are inclusive', () => {
  expect(newScaledQuantity(1, 10_000).asDec().scale).toBe(-10_000)
  expect(newScaledQuantity(1, -10_000).asDec().scale).toBe(10_000)
  for (const scale of [10_001, -10_001, 0.5, Number.NaN])
    expect(() => newScaledQuantity(1, scale)).toThrow(expect.objectContaining({ reason: 'OutOfRange' }))
  expect(parse(`1e10000`).asDec().scale).toBe(-10_000)
  expect(() => parse('1e10001')).toThrow(expect.objectContaining({ reason: 'OutOfRange' }))
  expect(parse('1'.repeat(10_000)).sign()).toBe(1)
  expect(() => parse('1'.repeat(10_001))).toThrow(QuantityError)
  expect(() => newQuantity(0.5, 'DecimalSI')).toThrow(expect.objectContaining({ reason: 'Numeric' }))
  for (const [text, is] of [
    ['1e10000', true],
    ['1e10001', false],
    ['1'.repeat(10_000), true],
    ['1'.repeat(10_001), false],
    ['', false],
    [' ', false],
    [' 1\u0085', true],
    ['1\u007f', false],
    ['1\u0080', false],
  ] as const)
    expect([text, isQuantityText(text)]).toEqual([text, is])
})

test('equality of texts, numbers and what is no quantity', () => {
  expect(quantityEquals('1', '1')).toBe(true)
  expect(quantityEquals(1, '1')).toBe(true)
  for (const [a, b] of [
    ['x', 'x'],
    [true, true],
    [undefined, undefined],
    [Number.NaN, 1],
    ['1', Number.POSITIVE_INFINITY],
  ])
    expect(() => quantityEquals(a, b)).toThrow(
      expect.objectContaining({ name: 'QuantityError', code: 'InvalidQuantity' }),
    )
})
