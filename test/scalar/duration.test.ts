import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canonicalDuration,
  formatDuration,
  humanDuration,
  parseDuration,
  ScalarError,
  shortHumanDuration,
} from '../../src/scalar/index.js'

const second = 1_000_000_000n

describe('durations', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 53n), max: 2n ** 53n }), (nanos) => {
        expect(parseDuration(formatDuration(nanos))).toBe(nanos)
      }),
    )
    expect(parseDuration('-2562047h47m16.854775808s')).toBe(-(2n ** 63n))
    expect(formatDuration(-(2n ** 63n))).toBe('-2562047h47m16.854775808s')
  })

  it.each([
    ['0', '0s'],
    ['+0', '0s'],
    ['90s', '1m30s'],
    ['1h', '1h0m0s'],
    ['1.5h', '1h30m0s'],
    ['.5s', '500ms'],
    ['1.s', '1s'],
    ['1us', '1\u00b5s'],
    ['1\u03bcs', '1\u00b5s'],
    ['999ns', '999ns'],
    ['-1m0.5s', '-1m0.5s'],
    ['1.23456789012s', '1.23456789s'],
    ['3m2h', '2h3m0s'],
  ])('brings %s into the form %s', (input, output) => {
    expect(canonicalDuration(input)).toBe(output)
  })

  it.each([
    ['', 'invalid duration ""'],
    ['1', 'missing unit in duration "1"'],
    ['1w', 'unknown unit "w" in duration "1w"'],
    ['.s', 'invalid duration ".s"'],
    ['-', 'invalid duration "-"'],
    ['1é', 'unknown unit "\\xc3\\xa9" in duration "1\\xc3\\xa9"'],
    ['9223372036854775808ns', 'invalid duration "9223372036854775808ns"'],
    ['9223372036854775808ns9223372036854775808ns', 'invalid duration "9223372036854775808ns9223372036854775808ns"'],
    ['3000000h', 'invalid duration "3000000h"'],
  ])('refuses %j in the words of Go', (input, message) => {
    expect(() => parseDuration(input)).toThrow(new ScalarError('InvalidDuration', `time: ${message}`))
  })

  it.each([
    [null, 'time: invalid duration ""'],
    [5, 'json: cannot unmarshal number into Go value of type string'],
    [true, 'json: cannot unmarshal bool into Go value of type string'],
    [[], 'json: cannot unmarshal array into Go value of type string'],
    [{}, 'json: cannot unmarshal object into Go value of type string'],
  ])('refuses the JSON value %j', (value, message) => {
    expect(() => canonicalDuration(value)).toThrow(new ScalarError('InvalidDuration', message))
  })

  it('answers long digits at once', () => {
    expect(() => parseDuration(`${'9'.repeat(1_000_000)}s`)).toThrow(ScalarError)
    expect(parseDuration(`0.${'0'.repeat(1_000_000)}s`)).toBe(0n)
  })

  it.each([
    [-3n, '<invalid>', '<invalid>'],
    [-1n, '0s', '0s'],
    [0n, '0s', '0s'],
    [119n, '119s', '1m'],
    [120n, '2m', '2m'],
    [330n, '5m30s', '5m'],
    [3601n, '60m', '1h'],
    [4n * 3600n + 300n, '4h5m', '4h'],
    [35_999n, '9h', '9h'],
    [50n * 3600n, '2d2h', '2d'],
    [63_071_999n, '729d', '1y'],
    [3n * 365n * 86_400n + 86_400n, '3y1d', '3y'],
    [9n * 365n * 86_400n, '9y', '9y'],
  ])('tells the age of %d seconds', (seconds, long, short) => {
    expect(humanDuration(seconds * second)).toBe(long)
    expect(shortHumanDuration(seconds * second)).toBe(short)
  })
})
