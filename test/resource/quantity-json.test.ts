import { describe, expect, it } from 'vitest'
import { canonicalQuantity, QuantityError, quantityEquals, quantityFromJSON } from '../../src/resource/index.js'

describe('quantities in JSON', () => {
  it.each([
    ['100m', '100m'],
    ['0.5', '500m'],
    [0.5, '500m'],
    [2, '2'],
    [1000, '1k'],
    [1e21, '1e+21'],
    [9007199254740993n, '9007199254740993'],
    [null, '0'],
    [' 1 ', '1'],
    ['\u00a01\u3000', '1'],
  ])('brings %s into canonical form', (value, text) => {
    expect(canonicalQuantity(value)).toBe(text)
    expect(quantityFromJSON(value).toString()).toBe(text)
  })

  it.each([true, {}, [], undefined, Number.NaN, Number.POSITIVE_INFINITY, '\n1', 'x', ''])('refuses %j', (value) => {
    expect(() => canonicalQuantity(value)).toThrow(QuantityError)
  })

  it('compares by amount', () => {
    expect(quantityEquals('0.5', '500m')).toBe(true)
    expect(quantityEquals('1Ki', 1024)).toBe(true)
    expect(quantityEquals('1', '1')).toBe(true)
    expect(quantityEquals('1', '2')).toBe(false)
    expect(() => quantityEquals('x', 'x')).toThrow(QuantityError)
  })
})
