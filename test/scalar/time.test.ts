import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canonicalMicroTime,
  canonicalTime,
  compareTimes,
  formatTime,
  isZeroTime,
  microTimeFromDate,
  microTimeFromProto,
  microTimeToProto,
  parseMicroTime,
  parseTime,
  ScalarError,
  timeFromDate,
  timeFromProto,
  timeToDate,
  timeToProto,
} from '../../src/scalar/index.js'

const date = fc.date({
  min: new Date('0001-01-02T00:00:00Z'),
  max: new Date('9999-12-31T00:00:00Z'),
  noInvalidDate: true,
})
const layout = '2006-01-02T15:04:05Z07:00'
const microLayout = '2006-01-02T15:04:05.000000Z07:00'

describe('Time', () => {
  it('agrees with Date over all of the calendar', () => {
    fc.assert(
      fc.property(date, (value) => {
        const text = `${value.toISOString().slice(0, 19)}Z`
        expect(timeFromDate(value)).toBe(text)
        expect(parseTime(value.toISOString())).toEqual({
          seconds: Math.floor(value.getTime() / 1000),
          nanos: (((value.getTime() % 1000) + 1000) % 1000) * 1e6,
        })
        expect(timeToDate(value.toISOString())).toEqual(value)
        expect(canonicalTime(text)).toBe(text)
      }),
    )
  })

  it.each([
    ['2024-01-02T03:04:05.999999999Z', '2024-01-02T03:04:05Z'],
    ['2024-01-02T03:04:05+14:00', '2024-01-01T13:04:05Z'],
    ['2024-01-02T03:04:05-23:59', '2024-01-03T03:03:05Z'],
    ['2024-01-02T3:04:05Z', '2024-01-02T03:04:05Z'],
    ['2024-01-02T03:04:05,5Z', '2024-01-02T03:04:05Z'],
    ['2024-01-02T03:04:05+24:60', '2024-01-01T02:04:05Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00Z'],
    ['0000-01-01T00:00:00+01:00', '-0001-12-31T23:00:00Z'],
    ['9999-12-31T23:59:59-01:00', '10000-01-01T00:59:59Z'],
    ['0001-01-01T00:00:00Z', null],
    ['0001-01-01T01:00:00+01:00', null],
    [null, null],
  ])('brings %s into the form %s', (input, output) => {
    expect(canonicalTime(input)).toBe(output)
  })

  it.each([
    ['2024-01-02T03:04:05z', ` as "${layout}": cannot parse "z" as "Z07:00"`],
    ['2024-01-02', ` as "${layout}": cannot parse "" as "T"`],
    ['2024-1-2T3:4:5Z', ` as "${layout}": cannot parse "1-2T3:4:5Z" as "01"`],
    ['2024-01-02T03:04:05.Z', ` as "${layout}": cannot parse ".Z" as "Z07:00"`],
    ['2024-01-02 03:04:05Z', ` as "${layout}": cannot parse " 03:04:05Z" as "T"`],
    ['2023-02-29T00:00:00Z', ': day out of range'],
    ['2024-13-01T00:00:00Z', ': month out of range'],
    ['2024-01-01T24:00:00Z', ': hour out of range'],
    ['2024-01-01T23:60:00Z', ': minute out of range'],
    ['2016-12-31T23:59:60Z', ': second out of range'],
    ['2024-01-02T03:04:05+25:00', ': time zone offset hour out of range'],
    ['2024-01-02T03:04:05+00:61', ': time zone offset minute out of range'],
    ['2024-01-02T03:04:05ZZ', ': extra text: "Z"'],
    ['', ` as "${layout}": cannot parse "" as "2006"`],
  ])('refuses %s in the words of Go', (input, message) => {
    expect(() => parseTime(input)).toThrow(new ScalarError('InvalidTime', `parsing time "${input}"${message}`))
  })

  it('quotes what is not ASCII byte by byte', () => {
    expect(() => parseTime('é"')).toThrow('parsing time "\\xc3\\xa9\\""')
  })

  it.each([1, true, {}, [], undefined])('refuses %j', (value) => {
    expect(() => canonicalTime(value)).toThrow(ScalarError)
  })

  it('knows the zero time', () => {
    expect([null, undefined, '0001-01-01T00:00:00Z'].map(isZeroTime)).toEqual([true, true, true])
    expect(isZeroTime('2024-01-01T00:00:00Z')).toBe(false)
  })

  it('orders moments, not texts', () => {
    expect(compareTimes('2024-01-01T01:00:00+01:00', '2024-01-01T00:00:00Z')).toBe(0)
    expect(compareTimes('2024-01-01T00:00:00.5Z', '2024-01-01T00:00:00Z')).toBe(1)
    expect(compareTimes(null, '2024-01-01T00:00:00Z')).toBe(-1)
  })

  it('survives protobuf in whole seconds', () => {
    fc.assert(
      fc.property(date, (value) => {
        const proto = timeToProto(value.toISOString())
        expect(proto).toEqual({ seconds: Math.floor(value.getTime() / 1000), nanos: 0 })
        expect(timeFromProto(BigInt(proto?.seconds ?? 0))).toBe(timeFromDate(value))
      }),
    )
    expect(timeToProto(null)).toBeUndefined()
    expect(timeFromProto(-62135596800n)).toBeNull()
    expect(() => timeFromProto(2n ** 62n)).toThrow(ScalarError)
  })

  it('writes years beyond four digits', () => {
    expect(formatTime({ seconds: 2 ** 47, nanos: 0 })).toBe('4461763-06-20T05:22:08Z')
  })

  it('refuses invalid dates', () => {
    expect(() => timeFromDate(new Date(Number.NaN))).toThrow(ScalarError)
  })
})

describe('MicroTime', () => {
  it('keeps six digits', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: 0, max: 999_999 }), (value, micros) => {
        const text = `${value.toISOString().slice(0, 19)}.${String(micros).padStart(6, '0')}Z`
        expect(canonicalMicroTime(text)).toBe(text)
        const proto = microTimeToProto(text)
        expect(proto?.nanos).toBe(micros * 1000)
        expect(microTimeFromProto(proto?.seconds ?? 0, proto?.nanos ?? 0)).toBe(text)
      }),
    )
    expect(microTimeFromDate(new Date('2024-01-02T03:04:05.678Z'))).toBe('2024-01-02T03:04:05.678000Z')
  })

  it.each([
    ['2024-01-02T03:04:05Z', ` as "${microLayout}": cannot parse "Z" as ".000000"`],
    ['2024-01-02T03:04:05.123Z', ` as "${microLayout}": cannot parse ".123Z" as ".000000"`],
    ['2024-01-02T03:04:05.1234567Z', ` as "${microLayout}": cannot parse "7Z" as "Z07:00"`],
    ['2024-01-02T03:04:05.-12345Z', ': fractional second out of range'],
  ])('refuses %s in the words of Go', (input, message) => {
    expect(() => parseMicroTime(input)).toThrow(new ScalarError('InvalidTime', `parsing time "${input}"${message}`))
  })

  it('accepts a comma and a sign, as Go does', () => {
    expect(canonicalMicroTime('2024-01-02T03:04:05,123456+01:00')).toBe('2024-01-02T02:04:05.123456Z')
    expect(canonicalMicroTime('2024-01-02T03:04:05.+12345Z')).toBe('2024-01-02T03:04:05.012345Z')
  })

  it('brings odd nanoseconds into range', () => {
    expect(microTimeFromProto(0, -1500)).toBe('1969-12-31T23:59:59.999999Z')
    expect(microTimeFromProto(0, 1_500_000_999)).toBe('1970-01-01T00:00:01.500000Z')
    expect(microTimeFromProto(-62135596800, 0)).toBeNull()
    expect(canonicalMicroTime(null)).toBeNull()
  })
})
