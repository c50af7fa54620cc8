import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isMachineryError } from '../../../../src/errors/machinery-error.js'
import { fromBinary } from '../../../../src/runtime/serializer/protobuf/decode.js'
import { toBinary } from '../../../../src/runtime/serializer/protobuf/encode.js'
import { ProtobufError } from '../../../../src/runtime/serializer/protobuf/protobuf-error.js'
import { unknownFieldsOf } from '../../../../src/runtime/serializer/protobuf/unknown-fields.js'
import { rounds } from '../../../rounds.js'
import { thrown } from '../../../thrown.js'
import { empty, everything, schema } from './types.js'

function bytes(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
}

function hex(data: Uint8Array): string {
  return Buffer.from(data).toString('hex')
}

function failure(run: () => unknown): ProtobufError {
  const error = thrown(run)
  if (error instanceof ProtobufError) return error
  throw error
}

const full = {
  name: 'näme😀',
  always: 'x',
  count: -5,
  big: Number.MIN_SAFE_INTEGER,
  unsigned: Number.MAX_SAFE_INTEGER,
  flag: false,
  ratio: -0.1,
  data: 'AP8=',
  path: '/tmp',
  size: '1500m',
  time: '2024-01-02T03:04:05Z',
  micro: '1960-01-02T03:04:05.000006Z',
  wait: '1h0m0.5s',
  port: 'http',
  raw: { b: 1, a: [null, '<'] },
  names: ['', 'a'],
  numbers: [0, -1, 4294967296],
  labels: { b: '1', a: '', '\u{10000}': 'astral', '\uffff': 'last of the plane' },
  blobs: { a: '', b: 'AQ==' },
  extra: { k: ['v', ''] },
  verbs: ['get'],
  nested: { properties: { p: { type: 'string', items: [{}, { type: 'x' }] } }, additional: true, default: 'text' },
  children: [{}, { items: { type: 'y' }, additional: { type: 'z' } }],
  float: 0.5,
  far: 'away',
}

describe('toBinary and fromBinary', () => {
  test('everything that is written is read again', () => {
    expect(fromBinary(everything, toBinary(everything, full))).toEqual(full)
  })

  test('value fields are written whatever they hold, others when they are there', () => {
    // name, always, count, big, unsigned, ratio, Source, time, raw, float, far
    expect(hex(toBinary(everything, {}))).toBe(
      '0a00 1200 1800 2000 2800 390000000000000000 4a00 5200 7200 bd0100000000 827d00'.replaceAll(' ', ''),
    )
    expect(fromBinary(everything, toBinary(everything, {}))).toEqual(empty)
  })

  test('a message without any field reads as the zero value', () => {
    expect(fromBinary(everything, new Uint8Array())).toEqual(empty)
  })

  test('map keys are written in the order of their UTF-8 bytes', () => {
    const text = Buffer.from(toBinary(everything, full)).toString()
    const [first, second, third, fourth] = ['a', 'b', '\uffff', '\u{10000}'].map((key) =>
      text.indexOf(`\n${String.fromCharCode(Buffer.byteLength(key))}${key}\u0012`),
    )
    expect([first, second, third, fourth]).toEqual([first, second, third, fourth].sort((a, b) => Number(a) - Number(b)))
    expect(first).toBeGreaterThan(0)
  })

  test('an inherited property is no value', () => {
    expect(toBinary(everything, Object.create({ toString: 1 }) as object)).toEqual(toBinary(everything, {}))
  })

  test('a key __proto__ is a key', () => {
    const object = JSON.parse('{"labels":{"__proto__":"x"}}') as object
    const read = fromBinary(everything, toBinary(everything, object)) as { labels: object }
    expect(Object.getPrototypeOf(read.labels)).toBe(Object.prototype)
    expect(Object.entries(read.labels)).toEqual([['__proto__', 'x']])
  })

  test.each([
    [{ always: 1 }, 'always'],
    [{ names: ['a', {}] }, 'names[1]'],
    [{ labels: { a: 1 } }, 'labels[a]'],
    [{ nested: { properties: { p: { type: [] } } } }, 'nested.properties[p].type'],
    [{ children: [{}, { items: [{ type: 1 }] }] }, 'children[1].items.jSONSchemas[0].type'],
    [{ count: 2 ** 31 }, 'count'],
    [{ count: 1.5 }, 'count'],
    [{ unsigned: -1 }, 'unsigned'],
    [{ size: 'x' }, 'size'],
    [{ time: 'today' }, 'time'],
    [{ data: '%' }, 'data'],
  ])('refuses to write %j and names the field', (value, path) => {
    const error = failure(() => toBinary(everything, value))
    expect(error.code).toBe('ProtobufEncode')
    expect(error.path).toBe(path)
  })

  test('a cycle ends in an error', () => {
    const cycle: { properties?: object } = {}
    cycle.properties = { again: cycle }
    expect(failure(() => toBinary(schema, cycle)).message).toContain('max depth')
  })
})

describe('reading any valid encoding', () => {
  test.each([
    ['fields out of order', '1201 61 0a01 62', { name: 'b', always: 'a' }],
    ['the last of repeated scalars', '0a01 61 0a01 62', { name: 'b' }],
    ['a zero after a value', '0a01 61 0a00', {}],
    ['a packed list', '8201 03 010203', { numbers: [1, 2, 3] }],
    ['an unpacked list', '800101 800102', { numbers: [1, 2] }],
    ['both mixed', '800101 820102 0203', { numbers: [1, 2, 3] }],
    ['an empty packed list', '8201 00', {}],
    ['a varint longer than needed', '18 8580808000', { count: 5 }],
    ['an int32 of ten bytes', '18 ffffffffffffffffff01', { count: -1 }],
    ['an int32 cut to 32 bits', '18 8180808010', { count: 1 }],
    ['a bool other than 0 and 1', '30 8001', { flag: true }],
    ['a list in two parts', '7a01 61 1201 78 7a01 62', { names: ['a', 'b'], always: 'x' }],
    [
      'a message in two parts',
      'aa01 03 0a0161 aa01 03 220208 01'.replace('03 220208', '04 220208'),
      { nested: { type: 'a', additional: true } },
    ],
    ['a map entry without key and value', '8a01 00', { labels: { '': '' } }],
    ['a map entry, value first', '8a01 06 120176 0a016b', { labels: { k: 'v' } }],
    ['a nil blob', '9201 03 0a016b', { blobs: { k: '' } }],
    ['an empty wrapped list', 'a201 00', { verbs: [] }],
    ['a time with nanoseconds', '5204 08011005', { time: '1970-01-01T00:00:01Z' }],
    ['an IntOrString without its type', '6a02 1050', { port: 80 }],
    ['the later of two IntOrString parts', '6a021050 6a020801', { port: '' }],
  ])('%s', (_, input, want) => {
    expect(fromBinary(everything, bytes(input))).toEqual({ ...empty, ...want })
  })

  test('unknown fields are skipped, groups included', () => {
    const input = bytes('a806 01 ab06 0801 0b 0c ac06 ad06 00000000 a906 0000000000000000 aa06 0161 0a0161')
    expect(fromBinary(everything, input)).toEqual({ ...empty, name: 'a' })
  })

  test('unknown fields are kept on request and written after the others', () => {
    const input = bytes('a80601 1201 78 aa060161')
    const object = fromBinary(everything, input, { unknownFields: 'keep' })
    expect(hex(unknownFieldsOf(object) ?? new Uint8Array())).toBe('a80601aa060161')
    expect(hex(toBinary(everything, object)).endsWith('a80601aa060161')).toBe(true)
    expect(unknownFieldsOf(fromBinary(everything, input))).toBeUndefined()
  })

  test('unknown fields are refused on request', () => {
    expect(failure(() => fromBinary(everything, bytes('a80601'), { unknownFields: 'error' })).message).toContain('101')
  })

  test('integers beyond what a number holds are an error, or a bigint', () => {
    const input = bytes('20 ffffffffffffffff7f')
    expect(failure(() => fromBinary(everything, input)).path).toBe('big')
    expect(fromBinary(everything, input, { integers: 'bigint' })).toEqual({ ...empty, big: 2n ** 63n - 1n })
    const object = { ...empty, big: -(2n ** 63n), unsigned: 2n ** 64n - 1n }
    expect(fromBinary(everything, toBinary(everything, object), { integers: 'bigint' })).toEqual(object)
  })

  test('bytes that are not UTF-8 come back as they were', () => {
    const input = bytes('0a06 61ff e282 c3a4 1200')
    const object = fromBinary(everything, input) as { name: string }
    expect(object.name).toBe('a\udcff\udce2\udc82ä')
    expect(hex(toBinary(everything, object)).startsWith('0a0661ffe282c3a41200')).toBe(true)
  })

  test('the text of raw JSON comes back as it was', () => {
    const raw = '{ "a" : 1.0, "2": "\\u003c", "1": 12345678901234567890 }'
    const message = Uint8Array.of(0x72, raw.length + 2, 0x0a, raw.length, ...Buffer.from(raw))
    const object = fromBinary(everything, message) as { raw: { a: number } }
    expect(object.raw).toEqual({ a: 1, 2: '<', 1: 12345678901234567890n })
    expect(Buffer.from(toBinary(everything, object)).toString()).toContain(raw)
    object.raw.a = 2
    expect(Buffer.from(toBinary(everything, object)).toString()).toContain('"a":2')
  })
})

describe('refusing what is no message', () => {
  test.each([
    ['a length beyond the end', '0a05 61', 'unexpected EOF', 'name'],
    ['a message cut off in a nested field', 'aa01 03 0a05 61', 'unexpected EOF', 'nested.type'],
    ['a varint cut off', '18 80', 'unexpected EOF', 'count'],
    ['a tag cut off', '80', 'unexpected EOF', undefined],
    ['a varint of eleven bytes', '18 ffffffffffffffffffff01', 'proto: integer overflow', 'count'],
    ['a negative length', '0a ffffffffffffffffff01', 'negative length', 'name'],
    ['a huge length', '0a ffffffff07', 'unexpected EOF', 'name'],
    ['field number 0', '02 00', 'illegal tag 0', undefined],
    ['another wire type', '08 01', 'wrong wireType = 0 for field name', undefined],
    ['the end of a group without its start', '0c', 'wiretype end group for non-group', undefined],
    ['a group without its end', 'ab06', 'unexpected EOF', undefined],
    ['an unknown wire type', 'af06', 'illegal wireType 7', undefined],
    ['a time that no calendar holds', '520a 08 ffffffffffffffff7f', 'time', 'time'],
    ['no quantity', '4a05 1203 0a01 78', 'quantit', 'size'],
    ['a float that JSON has not', '39 000000000000f07f', 'unsupported value', 'ratio'],
    ['an IntOrString of no known type', '6a02 0802', 'impossible IntOrString', 'port'],
    ['raw bytes that are not JSON', '7203 0a01 7b', 'unexpected end of JSON input', 'raw'],
    ['a broken element', 'b201 00 b201 02 0a05', 'unexpected EOF', 'children[1].type'],
    ['a broken map value', 'aa01 09 1207 0a016b 1202 0a05', 'unexpected EOF', 'nested.properties[k].type'],
  ])('%s', (...[, input, message, path]) => {
    const error = failure(() => fromBinary(everything, bytes(input)))
    expect(error.code).toBe('ProtobufDecode')
    expect(error.message).toContain(message)
    expect(error.path).toBe(path)
    expect(error.offset).toBeGreaterThan(0)
  })

  test('nesting without end', () => {
    let message = new Uint8Array()
    for (let i = 0; i < 600; i++) {
      const entry = Uint8Array.of(0x12, ...varint(message.length), ...message)
      message = Uint8Array.of(0x12, ...varint(entry.length), ...entry)
    }
    expect(failure(() => fromBinary(schema, message)).message).toContain('exceeded max depth')
    expect(fromBinary(schema, message, { maxDepth: 601 })).toBeDefined()
  })

  test('any bytes either give an object or a typed error', () => {
    const good = [...toBinary(everything, full)]
    const mutated = fc
      .tuple(fc.nat(good.length - 1), fc.nat(255), fc.nat(8))
      .map(([at, byte, cut]) => Uint8Array.from([...good.slice(0, at), byte, ...good.slice(at + cut)]))
    fc.assert(
      fc.property(fc.oneof(mutated, fc.uint8Array({ maxLength: 60 })), (input) => {
        try {
          fromBinary(everything, input, { integers: 'bigint' })
        } catch (error) {
          if (!isMachineryError(error)) throw error
        }
      }),
      { numRuns: rounds(3000) },
    )
  })
})

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)]
}
