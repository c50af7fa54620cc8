import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatDecimal,
  newDecimalQuantity,
  newMilliQuantity,
  newQuantity,
  newScaledQuantity,
  parseQuantity,
  Quantity,
  QuantityError,
  type QuantityFormat,
} from '../../src/resource/index.js'

const suffixes = [
  '',
  'n',
  'u',
  'm',
  'k',
  'M',
  'G',
  'T',
  'P',
  'E',
  'Ki',
  'Mi',
  'Gi',
  'Ti',
  'Pi',
  'Ei',
  'e3',
  'E-6',
  'e21',
]
const text = fc
  .tuple(
    fc.constantFrom('', '-', '+'),
    fc.bigInt({ min: 0n, max: 10n ** 24n }),
    fc.option(fc.stringMatching(/^[0-9]{0,12}$/), { nil: undefined }),
    fc.constantFrom(...suffixes),
  )
  .map(([sign, whole, fraction, suffix]) => `${sign}${whole}${fraction === undefined ? '' : `.${fraction}`}${suffix}`)
const quantity = text.map((value) => Quantity.parse(value))
const formats: QuantityFormat[] = ['DecimalSI', 'BinarySI', 'DecimalExponent']

describe('parsing and printing', () => {
  it.each([
    ['0', '0'],
    ['0.5', '500m'],
    ['1.5Gi', '1536Mi'],
    ['1024Mi', '1Gi'],
    ['8Gi', '8Gi'],
    ['1000', '1k'],
    ['100000', '100k'],
    ['12e6', '12e6'],
    ['1E3', '1E3'],
    ['1e3', '1e3'],
    ['0.1m', '100u'],
    ['0.1n', '1n'],
    ['-0.1n', '-1n'],
    ['0.5Ki', '512'],
    ['0.0001Ki', '102400u'],
    ['-0', '0'],
    ['.', '0'],
    ['+', '0'],
    ['Ki', '0'],
    ['9007199254740993', '9007199254740993'],
    ['12345678901234567890', '12345678901234567890'],
    ['9Ei', '9223372036854775807'],
    ['-9Ei', '-9223372036854775807'],
  ])('prints %s as %s', (input, output) => {
    expect(Quantity.parse(input).toString()).toBe(output)
  })

  it.each(['+1', '007', '5.', '1E+3', '1.500', '1k', '1001m'])('keeps %s, which Go takes for canonical', (input) => {
    expect(Quantity.parse(input).toString()).toBe(input)
  })

  it.each([
    ['1000E', '1000E'],
    ['100000000000000000000000', '100000E'],
    ['1e24', '1e24'],
  ])('loses nothing beyond the largest suffix: %s', (input, output) => {
    expect(Quantity.parse(input).toString()).toBe(output)
    expect(newQuantity(2n ** 70n, 'BinarySI').toString()).toBe('1024Ei')
    expect(newScaledQuantity(1, -12).toString()).toBe('1e-12')
  })

  it.each([
    ['', 'FormatWrong'],
    ['abc', 'FormatWrong'],
    ['1 ', 'FormatWrong'],
    ['1.2.3', 'FormatWrong'],
    ['1Kb', 'FormatWrong'],
    ['1K', 'Suffix'],
    ['1mm', 'Suffix'],
    ['1e', 'Suffix'],
    ['--1', 'Suffix'],
    ['1e99999999999999999999', 'OutOfRange'],
    ['1e2147483648', 'OutOfRange'],
    ['1e-20000', 'OutOfRange'],
    ['.e-100', 'Numeric'],
    ['9'.repeat(20_000), 'OutOfRange'],
  ])('refuses %j', (input, reason) => {
    const attempt = (): Quantity => Quantity.parse(input)
    expect(attempt).toThrow(QuantityError)
    expect(attempt).toThrow(expect.objectContaining({ code: 'InvalidQuantity', reason }))
  })

  it('takes the numbers that JSON and YAML have', () => {
    expect(Quantity.parse(1).equal(Quantity.parse('1000m'))).toBe(true)
    expect(Quantity.parse(0.25).toString()).toBe('250m')
    expect(Quantity.parse(9007199254740993n).toString()).toBe('9007199254740993')
    for (const value of [Number.NaN, Infinity, undefined, null, {}]) {
      expect(() => Quantity.parse(value as never)).toThrowError(expect.objectContaining({ code: 'InvalidQuantity' }))
    }
  })

  it('answers hostile input at once', () => {
    for (const input of [`${'0'.repeat(9_000)}!`, `1${'e'.repeat(9_000)}`, `${'1.'.repeat(4_000)}`]) {
      expect(() => Quantity.parse(input)).toThrow(QuantityError)
    }
  })

  it('prints text that reads back as the same amount, which then prints the same', () => {
    fc.assert(
      fc.property(quantity, (value) => {
        const printed = Quantity.parse(value.toString())
        expect(printed.equal(value)).toBe(true)
        expect(printed.toString()).toBe(value.toString())
        expect(Quantity.parse(value.toCanonicalString()).equal(value)).toBe(true)
        expect(Quantity.parse(value.toCanonicalString()).toCanonicalString()).toBe(value.toCanonicalString())
      }),
    )
  })

  it('takes the short way only where it agrees with the long one', () => {
    fc.assert(
      fc.property(fc.nat(10 ** 9), fc.constantFrom(...suffixes), (number, suffix) => {
        const short = Quantity.parse(`${number}${suffix}`)
        const long = Quantity.parse(`+0${number}${suffix}`)
        expect(short.asDec()).toEqual(long.asDec())
        expect(short.toCanonicalString()).toBe(long.toCanonicalString())
        expect(short.asInt64()).toBe(long.asInt64())
        expect(short.format).toBe(long.format)
      }),
    )
  })
})

describe('arithmetic', () => {
  it('obeys the laws of numbers exactly', () => {
    fc.assert(
      fc.property(quantity, quantity, quantity, (a, b, c) => {
        expect(a.add(b).equal(b.add(a))).toBe(true)
        expect(
          a
            .add(b)
            .add(c)
            .equal(a.add(b.add(c))),
        ).toBe(true)
        expect(a.add(b).sub(b).equal(a)).toBe(true)
        expect(a.neg().neg().equal(a)).toBe(true)
        expect(a.sub(b).sign()).toBe(a.cmp(b))
        expect(a.mul(3).equal(a.add(a).add(a))).toBe(true)
        expect(a.cmp(b)).toBe(-b.cmp(a) + 0)
      }),
    )
  })

  it('leaves its operands alone', () => {
    const a = Quantity.parse('1Gi')
    a.add(Quantity.parse('1'))
    a.neg()
    a.roundUp(12)
    expect(a.toString()).toBe('1Gi')
  })

  it('gives a zero the format of what is added', () => {
    expect(Quantity.parse('0').add(Quantity.parse('1Gi')).toString()).toBe('1Gi')
    expect(Quantity.parse('0').sub(Quantity.parse('1Gi')).toString()).toBe('-1Gi')
    expect(Quantity.parse('1Gi').add(Quantity.parse('1k')).format).toBe('BinarySI')
  })

  it('rounds away from zero', () => {
    expect(Quantity.parse('1.2').value()).toBe(2n)
    expect(Quantity.parse('-1.2').value()).toBe(-2n)
    expect(Quantity.parse('-1.2Ki').value()).toBe(-1229n)
    expect(Quantity.parse('1m').scaledValue(6)).toBe(1n)
    expect(Quantity.parse('1E').milliValue()).toBe(10n ** 21n)
    const { quantity: rounded, exact } = Quantity.parse('1001m').roundUp(0)
    expect([rounded.toString(), exact]).toEqual(['2', false])
    expect(Quantity.parse('2').roundUp(0).exact).toBe(true)
  })

  it('gives the overflowing answers of Go where they are asked for', () => {
    expect(Quantity.parse('1Ei').scaledInt64(-3)).toBe(-9223372036854775808n)
    expect(Quantity.parse('1E').scaledInt64(-3)).toBe(0n)
    expect(Quantity.parse('8061467186604904k').scaledInt64(-3)).toBe(240026393829943808n)
    expect(Quantity.parse('1e30').scaledInt64(0)).toBe(0n)
    expect(Quantity.parse('-3.2105Gi').scaledInt64(0)).toBe(-3447248124n)
    expect(Quantity.parse('-3.2105Gi').value()).toBe(-3447248126n)
  })
})

describe('views', () => {
  it('gives exact decimals', () => {
    expect(formatDecimal(Quantity.parse('1.500').asDec())).toBe('1.500')
    expect(formatDecimal(Quantity.parse('-5m').asDec())).toBe('-0.005')
    expect(formatDecimal(Quantity.parse('2k').asDec())).toBe('2000')
  })

  it('gives floats', () => {
    expect(Quantity.parse('0.1').asApproximateFloat64()).toBe(0.1)
    expect(Quantity.parse('1Ki').asFloat64()).toBe(1024)
    expect(Quantity.parse('1e1000').asFloat64()).toBe(Number.POSITIVE_INFINITY)
  })

  it('gives int64 values only where Go does', () => {
    expect(Quantity.parse('2k').asInt64()).toBe(2000n)
    expect(Quantity.parse('500m').asInt64()).toBeUndefined()
    expect(Quantity.parse('100E').asInt64()).toBeUndefined()
  })

  it('writes itself into JSON', () => {
    expect(JSON.stringify({ cpu: Quantity.parse('0.5') })).toBe('{"cpu":"500m"}')
  })
})

describe('constructors', () => {
  it('agree with parsing', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.constantFrom(...formats), (value, format) => {
        expect(newQuantity(value, format).equal(parseQuantity(String(value)))).toBe(true)
        expect(newMilliQuantity(value, format).equal(parseQuantity(`${value}m`))).toBe(true)
        expect(newScaledQuantity(value, 6).equal(parseQuantity(`${value}M`))).toBe(true)
        expect(newQuantity(BigInt(value), format).toString()).toBe(newQuantity(value, format).toString())
      }),
    )
  })

  it('take decimals of any size', () => {
    const big = newDecimalQuantity({ unscaled: 10n ** 40n + 1n, scale: 3 }, 'DecimalSI')
    expect(big.toString()).toBe(`${10n ** 40n + 1n}m`)
  })

  it('refuse what is not exact', () => {
    expect(() => newQuantity(1.5, 'DecimalSI')).toThrow(QuantityError)
    expect(() => newQuantity(2 ** 53, 'DecimalSI')).toThrow(QuantityError)
    expect(() => newScaledQuantity(1, 100_000)).toThrow(QuantityError)
  })
})
