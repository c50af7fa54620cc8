import { describe, expect, it } from 'vitest'
import {
  canonicalBase64,
  decodeBase64,
  getScaledValueFromIntOrPercent,
  getValueFromIntOrPercent,
  intOrStringFromJSON,
  intValue,
  parseIntOrString,
  ScalarError,
} from '../../src/scalar/index.js'

describe('int-or-string', () => {
  it.each([
    ['5', 5],
    ['+5', 5],
    ['-0', 0],
    ['010', 10],
    ['2147483647', 2147483647],
    ['2147483648', '2147483648'],
    ['5%', '5%'],
    ['', ''],
    ['1_000', '1_000'],
  ])('reads the word %s', (text, value) => {
    expect(parseIntOrString(text)).toBe(value)
  })

  it('takes JSON of int32 and text', () => {
    expect([5, -1, 'http', null, 7n].map(intOrStringFromJSON)).toEqual([5, -1, 'http', 0, 7])
    for (const value of [1.5, 2 ** 31, -(2 ** 31) - 1, 2n ** 40n, true, {}, [], undefined]) {
      expect(() => intOrStringFromJSON(value)).toThrow(ScalarError)
    }
    expect(() => intOrStringFromJSON(2 ** 31)).toThrow(
      'json: cannot unmarshal number 2147483648 into Go value of type int32',
    )
  })

  it('gives integers', () => {
    expect([7, '8', 'x', '5%'].map(intValue)).toEqual([7, 8, 0, 0])
    expect(intValue('99999999999999999999')).toBe(2n ** 63n - 1n)
    expect(intValue('9007199254740993')).toBe(9007199254740993n)
  })

  it('takes parts of a total', () => {
    const up = { total: 10, roundUp: true }
    const down = { total: 10, roundUp: false }
    expect(getScaledValueFromIntOrPercent('25%', up)).toBe(3)
    expect(getScaledValueFromIntOrPercent('25%', down)).toBe(2)
    expect(getScaledValueFromIntOrPercent('-25%', up)).toBe(-2)
    expect(getScaledValueFromIntOrPercent(4, up)).toBe(4)
    expect(getValueFromIntOrPercent('25', up)).toBe(3)
    expect(Object.is(getScaledValueFromIntOrPercent('0%', up), 0)).toBe(true)
  })

  it.each([
    ['5', 'invalid value for IntOrString: invalid type: string is not a percentage'],
    ['x%', 'invalid value for IntOrString: invalid value "x%": strconv.Atoi: parsing "x": invalid syntax'],
    [
      '99999999999999999999%',
      'invalid value for IntOrString: invalid value "99999999999999999999%": strconv.Atoi: parsing "99999999999999999999": value out of range',
    ],
    [undefined, 'nil value for IntOrString'],
  ])('refuses %j in the words of Go', (value, message) => {
    expect(() => getScaledValueFromIntOrPercent(value, { total: 10, roundUp: true })).toThrow(
      new ScalarError('InvalidIntOrString', message),
    )
  })
})

describe('bytes', () => {
  it('refuses in the words of Go, and brings text into the form Go writes', () => {
    expect(() => decodeBase64('AA-_')).toThrow('illegal base64 data at input byte 2')
    expect(canonicalBase64('QR\r\n==')).toBe('QQ==')
  })
})
