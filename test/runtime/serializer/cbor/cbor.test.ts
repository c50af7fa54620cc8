import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JSONValue } from '../../../../src/descriptor/types.js'
import { isMachineryError } from '../../../../src/errors/machinery-error.js'
import { CBORError } from '../../../../src/runtime/serializer/cbor/cbor-error.js'
import { decodeCBOR } from '../../../../src/runtime/serializer/cbor/decode.js'
import { encodeCBOR } from '../../../../src/runtime/serializer/cbor/encode.js'
import { rounds } from '../../../rounds.js'
import { thrown } from '../../../thrown.js'
import { empty, everything, schema } from '../protobuf/types.js'

function bytes(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
}

function written(value: unknown): string {
  return Buffer.from(encodeCBOR(value as JSONValue, { selfDescribed: false })).toString('hex')
}

function failure(run: () => unknown): CBORError {
  const error = thrown(run)
  if (error instanceof CBORError) return error
  throw error
}

/** The bytes of a map with one key. */
function mapOf(key: string, value: string): Uint8Array {
  return bytes(`a1 ${(0x40 + key.length).toString(16)}${Buffer.from(key).toString('hex')} ${value}`)
}

/** The keys of a map in the order of RFC 8949: shorter ones first. */
function inOrder(keys: readonly string[]): string[] {
  const encoded = (key: string) => Buffer.concat([Buffer.from([Buffer.byteLength(key)]), Buffer.from(key)])
  return [...keys].sort((a, b) => Buffer.compare(encoded(a), encoded(b)))
}

describe('encodeCBOR', () => {
  test.each([2, 3, 31, 32, 33, 60])('orders %d keys by their bytes, at any level', (count) => {
    for (const start of ['', 'é', '\u{1f600}']) {
      const keys = Array.from({ length: count }, (_, i) => `${i % 3 === 0 ? start : 'k'}${(i * 37) % count}`)
      const map = Object.fromEntries(keys.map((key, i) => [key, i]))
      const decoded = decodeCBOR(encodeCBOR({ list: [map], z: { map } } as never)) as {
        list: object[]
        z: { map: object }
      }
      expect(Object.keys(decoded)).toEqual(['z', 'list'])
      // An object has names that are numbers in front of all others.
      for (const each of [decoded.list[0], decoded.z.map])
        expect(Object.keys(each as object).filter((key) => !/^\d+$/.test(key))).toEqual(
          inOrder(keys).filter((key) => !/^\d+$/.test(key)),
        )
    }
  })

  test('writes own members only, and keeps the order of others when asked', () => {
    const inheriting = Object.assign(Object.create({ inherited: 1 }) as object, { b: 1, a: 2 })
    expect(written(inheriting)).toBe('a2 4161 02 4162 01'.replaceAll(' ', ''))
    const kept = encodeCBOR({ b: { é: 1, d: undefined, c: inheriting } } as never, {
      deterministic: false,
      selfDescribed: false,
    })
    expect(Buffer.from(kept).toString('hex')).toBe('a1 4162 a2 42c3a9 01 4163 a2 4162 01 4161 02'.replaceAll(' ', ''))
  })

  test('names the place of an error beside keys that are not ASCII', () => {
    const value = { a: { é: 1, list: [{ b: 1, x: { c: Number.NaN } }] }, z: 1 } as never
    expect(failure(() => encodeCBOR(value)).path).toBe('[a][list][0][x][c]')
  })

  test.each([
    [0, '00'],
    [23, '17'],
    [24, '1818'],
    [255, '18ff'],
    [256, '190100'],
    [65536, '1a00010000'],
    [4294967296, '1b0000000100000000'],
    [Number.MAX_SAFE_INTEGER, '1b001fffffffffffff'],
    [2n ** 63n - 1n, '1b7fffffffffffffff'],
    [-(2n ** 63n), '3b7fffffffffffffff'],
    [-1, '20'],
    [-256, '38ff'],
    [0.5, 'f93800'],
    [-1.5, 'f9be00'],
    [2 ** -24, 'f90001'],
    [0.00006103515625, 'f90400'],
    [(2 - 2 ** -23) * 2 ** 127, 'fa7f7fffff'],
    [0.1, 'fb3fb999999999999a'],
    [1e300, 'fb7e37e43c8800759c'],
    [true, 'f5'],
    [false, 'f4'],
    [null, 'f6'],
    ['', '40'],
    ['é', '42c3a9'],
    ['a\udcff', '4261ff'],
    [[1, [2]], '82018102'],
    [{ b: 1, aa: 2, a: 3 }, 'a3 4161 03 4162 01 426161 02'.replaceAll(' ', '')],
    [{ é: 1, zz: 2, b: 3 }, 'a3 4162 03 427a7a 02 42c3a9 01'.replaceAll(' ', '')],
  ])('value %#', (value, want) => {
    expect(written(value)).toBe(want)
  })

  test('a value follows the self-described tag', () => {
    expect(Buffer.from(encodeCBOR({})).toString('hex')).toBe('d9d9f7a0')
  })

  test('keys may stand as they are', () => {
    const options = { deterministic: false, selfDescribed: false }
    expect(Buffer.from(encodeCBOR({ bb: 1, a: 2 }, options)).toString('hex')).toBe('a2426262014161' + '02')
  })

  test.each([
    [Number.NaN, undefined],
    [{ a: Number.POSITIVE_INFINITY }, '[a]'],
    [[2n ** 63n], '[0]'],
    [{ a: [() => 1] }, '[a][0]'],
  ])('refuses %s', (value, path) => {
    expect(failure(() => encodeCBOR(value as never))).toMatchObject({ code: 'CBOREncode', path })
  })

  test('a type says what is an integer, a float and bytes, and what is left out', () => {
    const object = { ratio: 2, count: 2, data: 'AQI=', name: '', names: [], labels: {} }
    const text = Buffer.from(encodeCBOR(object, { type: everything, selfDescribed: false })).toString('hex')
    const field = (name: string): string => (0x40 + name.length).toString(16) + Buffer.from(name).toString('hex')
    const nulls = ['raw', 'time'].map((name) => `${field(name)}f6`)
    expect(text).toBe(
      [
        'a7',
        nulls[0],
        `${field('data')}d6420102`,
        nulls[1],
        `${field('count')}02`,
        `${field('ratio')}f94000`,
        `${field('verbs')}f6`,
        `${field('always')}40`,
      ].join(''),
    )
  })

  test.each([
    [{ names: ['a', 1] }, 'names[1]'],
    [{ labels: { a: 1 } }, 'labels[a]'],
    [{ nested: { properties: { p: { type: 1 } } } }, 'nested.properties[p].type'],
    [{ count: 2 ** 31 }, 'count'],
    [{ time: 'today' }, 'time'],
  ])('refuses %j and names the field', (value, path) => {
    expect(failure(() => encodeCBOR(value, { type: everything })).path).toBe(path)
  })

  test('a cycle ends in an error', () => {
    const cycle: { properties?: object } = {}
    cycle.properties = { again: cycle }
    expect(failure(() => encodeCBOR(cycle, { type: schema })).message).toContain('max depth')
    expect(failure(() => encodeCBOR(cycle)).message).toContain('max depth')
  })
})

describe('decodeCBOR without a type', () => {
  test.each([
    ['f9 3e00', 1.5],
    ['18 ff', 255],
    ['19 ffff', 65_535],
    ['1a ffffffff', 4_294_967_295],
    ['1b 001fffffffffffff', Number.MAX_SAFE_INTEGER],
    ['1b 0020000000000000', 2n ** 53n],
    ['f9 0001', 2 ** -24],
    ['fa 7f7fffff', (2 - 2 ** -23) * 2 ** 127],
    ['1b 7fffffffffffffff', 2n ** 63n - 1n],
    ['3b 7fffffffffffffff', -(2n ** 63n)],
    ['61 61', 'a'],
    ['5f 4161 4162 ff', 'ab'],
    ['7f 6161 62c3a9 ff', 'aé'],
    ['9f 01 02 ff', [1, 2]],
    ['bf 4161 01 ff', { a: 1 }],
    ['d9d9f7 d9d9f7 01', 1],
    ['d6 4101', 'AQ=='],
    ['d5 42fbff', '-_8'],
    ['d7 4201ff', '01ff'],
    ['d6 82 4101 d7 4101', ['AQ==', '01']],
    ['c0 74 323031332d30332d32315432303a30343a30305a', '2013-03-21T20:04:00Z'],
    ['c1 1a 514b67b0', '2013-03-21T20:04:00Z'],
    ['c1 fb 41d452d9ec200000', '2013-03-21T20:04:00.5Z'],
    ['c0 7818 323032342d30312d30325430333a30343a30352e3132305a', '2024-01-02T03:04:05.12Z'],
    ['c0 7819 323032342d30312d30325430333a30343a30352b30303a3030', '2024-01-02T03:04:05Z'],
    ['c0 7819 323032342d30312d30325430333a30343a30352d30303a3030', '2024-01-02T03:04:05Z'],
    ['c0 781b 323032342d30312d30325430333a30343a30352e352b30323a3330', '2024-01-02T03:04:05.5+02:30'],
    ['c0 7819 323032342d30312d30325430333a30343a30352d31303a3030', '2024-01-02T03:04:05-10:00'],
    ['c1 f9 3c00', '1970-01-01T00:00:01Z'],
    ['c1 fa 3f800000', '1970-01-01T00:00:01Z'],
    ['c1 20', '1969-12-31T23:59:59Z'],
    ['c1 f9 be00', '1969-12-31T23:59:58.5Z'],
    ['d8 64 01', 1],
    ['42 c3a9', 'é'],
    ['42 61ff', 'a\udcff'],
  ])('%s', (input: string, want: unknown) => {
    expect(decodeCBOR(bytes(input))).toEqual(want)
  })

  test.each([
    ['', 'EOF'],
    ['01 01', '1 bytes of extraneous data starting at index 1'],
    ['f7', 'simple value 23 is not recognized'],
    ['e0', 'simple value 0 is not recognized'],
    ['f8 18', 'invalid simple value 24'],
    ['f9 7e00', 'floating-point NaN'],
    ['fa 7f800000', 'floating-point infinity'],
    ['c2 41 01', 'bignum'],
    ['61 ff', 'invalid UTF-8 string'],
    ['7f 61c3 61a9 ff', 'invalid UTF-8 string'],
    ['1b 8000000000000000', "overflows Go's int64"],
    ['3b ffffffffffffffff', "overflows Go's int64"],
    ['a2 4161 01 4161 02', 'found duplicate map key "a" at map element index 1'],
    ['a3 4161 01 4162 02 4161 03', 'found duplicate map key "a" at map element index 2'],
    ['a3 4162 01 4161 02 4162 03', 'found duplicate map key "b" at map element index 2'],
    ['bf 426262 01 4161 02 426262 03 ff', 'found duplicate map key "bb" at map element index 2'],
    ['a1 01 02', 'cannot unmarshal positive integer into Go value of type string'],
    ['1c', 'invalid additional information 28 for type positive integer'],
    ['1f', 'invalid additional information 31'],
    ['ff', 'unexpected "break" code'],
    ['5f 6161 ff', 'wrong element type UTF-8 text string for indefinite-length byte string'],
    ['5f 5f ff ff', 'chunk is not definite-length'],
    ['42 61', 'unexpected EOF'],
    ['18', 'unexpected EOF'],
    ['19 01', 'unexpected EOF'],
    ['f8', 'unexpected EOF'],
    ['1b 00000000000000', 'unexpected EOF'],
    ['1d', 'invalid additional information 29 for type positive integer'],
    ['7e', 'invalid additional information 30 for type UTF-8 text string'],
    ['3f', 'invalid additional information 31 for type negative integer'],
    ['df', 'invalid additional information 31 for type tag'],
    ['5b 7fffffffffffffff', 'unexpected EOF'],
    ['9b 00000000ffffffff', 'exceeded max number of elements'],
    ['bb 0000000000300000', 'exceeded max number of key-value pairs'],
    ['9b ffffffffffffffff', 'integer overflow'],
    ['9a 7fffffff', 'unexpected EOF'],
    ['c0 6178', 'cannot set x for time.Time'],
    ['c1 f8 ff', 'tag number 1 must be followed by integer or floating-point number'],
    ['c0 01', 'tag number 0 must be followed by text string'],
    ['c1 41 01', 'tag number 1 must be followed by integer or floating-point number'],
  ])('refuses %s', (input, message) => {
    const error = failure(() => decodeCBOR(bytes(input)))
    expect(error.code).toBe('CBORDecode')
    expect(error.message).toContain(message)
    expect(error.offset).toBeTypeOf('number')
  })

  test('nesting without end is refused', () => {
    expect(failure(() => decodeCBOR(new Uint8Array(1_000_000).fill(0x81))).message).toContain('max nested level')
    expect(failure(() => decodeCBOR(new Uint8Array(1_000_000).fill(0xd8))).message).toBe('unexpected EOF')
    expect(failure(() => decodeCBOR(new Uint8Array(1_000_000).fill(0xc6))).message).toBe('unexpected EOF')
  })

  test.each([
    ['lists', '81', ''],
    ['lists without length', '9f', 'ff'],
    ['maps', 'a14161', ''],
    ['maps without length', 'bf4161', 'ff'],
    ['tags around lists', 'c681', ''],
  ])('%s nest as deep as in Go, and no deeper', (_, open, close) => {
    const nested = (depth: number) => bytes(`${open.repeat(depth)}d64161${close.repeat(depth)}`)
    const value = decodeCBOR(nested(10_000))
    expect(decodeCBOR(encodeCBOR(value))).toBeTypeOf('object')
    expect(failure(() => decodeCBOR(nested(10_001))).message).toContain('exceeded max nested level 10000')
    const raw = decodeCBOR(Uint8Array.from([0xa1, 0x43, 0x72, 0x61, 0x77, ...nested(9_999)]), { type: everything })
    expect(raw).toHaveProperty('raw')
    expect(encodeCBOR(raw, { type: everything }).length).toBeGreaterThan(9_999)
    const unknown = Uint8Array.from([0xa1, 0x43, 0x78, 0x78, 0x78, ...nested(9_999)])
    expect(decodeCBOR(unknown, { type: everything })).toEqual(empty)
  })

  test('what is nested deep is read as anything else', () => {
    const deep = (inner: string) => `${'81'.repeat(9_000)}${inner}`
    let value: JSONValue = decodeCBOR(bytes(deep('d6a2416242ffff4161c074323032342d30312d30325430333a30343a30355a')))
    while (Array.isArray(value)) value = value[0] as JSONValue
    expect(value).toEqual({ 'Yg==': '//8=', 'YQ==': '2024-01-02T03:04:05Z' })
    const error = failure(() => decodeCBOR(bytes(deep('a2416101416102'))))
    expect(error.message).toBe('cbor: found duplicate map key "a" at map element index 1')
    expect(error.path === '[0]'.repeat(9_000)).toBe(true)
  })

  test('cyclic values are rejected', () => {
    const circle: Record<string, unknown> = { b: [1] }
    circle.a = [circle, circle]
    expect(failure(() => encodeCBOR(circle)).message).toBe('exceeded max depth')
  })

  test('a key __proto__ is a key', () => {
    const object = decodeCBOR(encodeCBOR(JSON.parse('{"__proto__":{"x":1}}'))) as object
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype)
    expect(Object.keys(object)).toEqual(['__proto__'])
  })
})

describe('decodeCBOR into a type', () => {
  test.each([
    ['null is the zero value', 'count', 'f6', {}],
    ['an integer for a float', 'ratio', '02', { ratio: 2 }],
    ['base64 text for bytes', 'data', '44 41513d3d', { data: 'AQ==' }],
    ['tagged bytes', 'data', 'd6 4101', { data: 'AQ==' }],
    ['a list of integers for bytes', 'data', '82 01 02', { data: 'AQI=' }],
    ['bytes in a tag for a string', 'name', 'd6 4101', { name: 'AQ==' }],
    ['a quantity in need of canonical form', 'size', '43 302e35', { size: '500m' }],
    ['null for an IntOrString pointer', 'port', 'f6', {}],
    ['a number for an IntOrString', 'port', '18 50', { port: 80 }],
    ['an empty list that is left out', 'names', '80', {}],
    ['a list that is never left out', 'verbs', '80', { verbs: [] }],
    ['a null element', 'names', '81 f6', { names: [''] }],
    ['null in a tag for a list', 'names', 'd0 f6', {}],
    ['null in a tag for a pointer', 'flag', 'd0 f6', { flag: false }],
    ['null for a pointer', 'flag', 'f6', {}],
    ['undefined for a time', 'time', 'f7', {}],
    ['null in the self-described tag for a time', 'time', 'd9d9f7 f6', {}],
    [
      'null for a string behind another one',
      'labels',
      'a3 4161 4178 4162 f6 4163 d0 f6',
      { labels: { a: 'x', b: 'x', c: 'x' } },
    ],
    [
      'a string in a tag that ends like null',
      'labels',
      'a2 4161 4178 4162 d0 41f6',
      { labels: { a: 'x', b: '\udcf6' } },
    ],
    ['null for the first key', 'labels', 'a1 f6 4178', { labels: { '': 'x' } }],
    ['a map of lists', 'extra', 'a1 416b 81 4176', { extra: { k: ['v'] } }],
    ['a null list in a map', 'extra', 'a1 416b f6', { extra: { k: null } }],
    ['a variant', 'nested', 'a1 4a 6164646974696f6e616c f5', { nested: { additional: true } }],
    ['raw JSON, its keys sorted', 'raw', 'a2 4162 01 426161 f6', { raw: { aa: null, b: 1 } }],
    [
      'a time with an offset',
      'time',
      '5819 323032342d30312d30325430333a30343a30352b30323a3030',
      { time: '2024-01-02T01:04:05Z' },
    ],
  ])('%s', (...[, name, value, want]) => {
    const result = decodeCBOR(mapOf(name, value), { type: everything })
    expect(result).toEqual({ ...empty, ...want })
    expect(Object.keys(result as object)).toEqual(
      Object.keys(decodeCBOR(encodeCBOR(result, { type: everything }), { type: everything }) as object),
    )
  })

  test.each([
    ['count', 'f9 3c00', 'cannot unmarshal primitives into Go struct field v1.Everything.count of type int32'],
    ['count', '1a 80000000', 'overflows int32'],
    ['name', '01', 'cannot unmarshal positive integer into Go struct field v1.Everything.name of type string'],
    ['flag', '40', 'of type bool'],
    ['data', '61 61', 'cannot unmarshal UTF-8 text string'],
    ['data', '41 61', 'illegal base64 data at input byte 0'],
    ['names', 'a0', 'of type []string'],
    ['labels', '80', 'of type map[string]string'],
    ['nested', '80', 'cannot decode CBOR array to struct without toarray option'],
    ['time', '01', 'cannot unmarshal positive integer'],
    ['wait', '01', 'cannot unmarshal number'],
    ['port', 'f4', 'cannot unmarshal primitives'],
    ['time', 'd0 f6', 'parsing time ""'],
    ['labels', 'a2 4161 4178 f6 4179', 'found duplicate map key "a" at map element index 1'],
    ['nested', 'a1 1b 8000000000000000 00', "9223372036854775808 overflows Go's int64"],
  ])('refuses for %s the item %s', (name, value, message) => {
    const error = failure(() => decodeCBOR(mapOf(name, value), { type: everything }))
    expect(error.path).toBe(name)
    expect(error.message).toContain(message)
  })

  test('names the path of what is wrong', () => {
    const input = encodeCBOR({ nested: { properties: { p: { items: [{ type: 'a' }, { type: 1 }] } } } })
    expect(failure(() => decodeCBOR(input, { type: everything })).path).toBe('nested.properties[p].items[1].type')
  })

  test('tags around an object reach what is text, but not values that read themselves', () => {
    const tagged = bytes('d7 a4 446e616d65 4161 43726177 a1 4161 4162 466c6162656c73 a1 4161 4162 4473697a65 4131')
    expect(decodeCBOR(tagged, { type: everything })).toMatchObject({
      name: '61',
      raw: { a: 'b' },
      labels: { '61': '62' },
      size: '1',
    })
  })

  test('undeclared keys are dropped, kept or reported', () => {
    const input = encodeCBOR({ always: 'a', other: { z: 1 } })
    expect(decodeCBOR(input, { type: everything })).toEqual({ ...empty, always: 'a' })
    expect(decodeCBOR(input, { type: everything, keepUnknown: true })).toEqual({
      ...empty,
      always: 'a',
      other: { z: 1 },
    })
    const found: number[] = []
    decodeCBOR(input, { type: everything, onUnknown: (index) => found.push(index) })
    expect(found).toEqual([0])
  })

  test.each(['a2 446e616d65 4161 446e616d65 4162', 'a2 4178 01 4178 01'])('refuses the same key twice: %s', (input) => {
    expect(failure(() => decodeCBOR(bytes(input), { type: everything })).message).toContain('duplicate map key')
  })

  test('any bytes either give an object or a typed error', () => {
    const good = [
      ...encodeCBOR(
        { name: 'x', labels: { a: 'b' }, nested: { items: [{}] }, raw: { a: [1.5] }, data: 'AQ==' },
        { type: everything },
      ),
    ]
    const mutated = fc
      .tuple(fc.nat(good.length - 1), fc.nat(255), fc.nat(8))
      .map(([at, byte, cut]) => Uint8Array.from([...good.slice(0, at), byte, ...good.slice(at + cut)]))
    fc.assert(
      fc.property(fc.oneof(mutated, fc.uint8Array({ maxLength: 60 })), fc.boolean(), (input, typed) => {
        try {
          decodeCBOR(input, typed ? { type: everything } : {})
        } catch (error) {
          if (!isMachineryError(error)) throw error
        }
      }),
      { numRuns: rounds(3000) },
    )
  })
})

test('JSON that is written is read again', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.parse(Buffer.from(JSON.stringify(value)).toString()) as JSONValue
      expect(JSON.stringify(sortedKeys(decodeCBOR(encodeCBOR(json))))).toBe(JSON.stringify(sortedKeys(json)))
    }),
  )
})

function sortedKeys(value: JSONValue): JSONValue {
  if (Array.isArray(value)) return value.map(sortedKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sortedKeys(value[key] as JSONValue)]),
  )
}
