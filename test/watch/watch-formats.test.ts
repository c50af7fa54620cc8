import { describe, expect, test } from 'vitest'
import { encodeCBOR } from '../../src/runtime/serializer/cbor/encode.js'
import { cborWatch } from '../../src/watch/formats/cbor-watch.js'
import { jsonWatch } from '../../src/watch/formats/json-watch.js'
import { protobufWatch } from '../../src/watch/formats/protobuf-watch.js'
import { watchFormatFor } from '../../src/watch/formats/watch-format-for.js'
import { yamlWatch } from '../../src/watch/formats/yaml-watch.js'
import type { WatchFormat } from '../../src/watch/watch-format.js'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const hex = (bytes: Uint8Array | string): string => Buffer.from(bytes as Uint8Array).toString('hex')
const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))

/** What is read of a frame; the object as text, or in hexadecimal digits. */
function read(format: WatchFormat, frame: Uint8Array): [type: string, object: string] {
  const { type, object } = format.readFrame(frame)
  return [type, typeof object === 'string' ? object : hex(object)]
}

describe('an event in JSON', () => {
  test.each([
    ['{"type":"ADDED","object":{"a": 1}}', 'ADDED', '{"a": 1}'],
    [' \t\r\n{ "object" : [1] , "type" : "X", "more": {} }', 'X', '[1]'],
    ['{"type":"ADDED","object":null}', 'ADDED', ''],
    ['{"type":null,"object":{}}', '', '{}'],
    ['{"type":"ADDED"}', 'ADDED', ''],
    ['{}', '', ''],
  ])('%s', (text, type, object) => {
    expect(read(jsonWatch, utf8(text))).toEqual([type, object])
  })

  test.each([
    ['[{}]', 'InvalidType', 'json: cannot unmarshal into Go value of type v1.WatchEvent', undefined],
    ['"{"', 'InvalidType', 'json: cannot unmarshal into Go value of type v1.WatchEvent', undefined],
    [
      '{"type":1}',
      'InvalidType',
      'json: cannot unmarshal number into Go struct field WatchEvent.type of type string',
      'type',
    ],
    ['{"type":', 'InvalidJSON', 'unexpected end of JSON input', undefined],
  ])('that is none: %s', (text, code, ...[message, path]) => {
    expect(() => jsonWatch.readFrame(utf8(text))).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message as string), ...(path && { path }) }),
    )
  })
})

describe('an event in CBOR', () => {
  const self = 'd9d9f7'

  test.each([
    ['the object first', 'a2 466f626a656374 a0 4474797065 4541444445 44', 'ADDED', `${self}a0`],
    ['keys that are not known', 'a3 4161 01 4474797065 4158 466f626a656374 a0', 'X', `${self}a0`],
    ['an object with the tag of CBOR', `a2 4474797065 4158 466f626a656374 ${self} a0`, 'X', `${self}a0`],
    ['null for an object', 'a2 4474797065 4158 466f626a656374 f6', 'X', ''],
    ['neither', 'a0', '', ''],
    ['keys that are text', 'a1 64 74797065 61 58', 'X', ''],
  ])('with %s', (_, frame, ...event) => {
    expect(read(cborWatch, bytes(frame))).toEqual(event)
    expect(read(cborWatch, bytes(self + frame))).toEqual(event)
  })

  test.each([
    ['80', 'into Go value of type v1.WatchEvent'],
    ['a2 4474797065 4158 4474797065 4159', 'cbor: found duplicate map key "type"'],
    ['a2 466f626a656374 a0 466f626a656374 a0', 'cbor: found duplicate map key "object"'],
    ['a1 4474797065 01', 'into Go value of type string'],
    ['a1 01 4158', 'into Go value of type string'],
    ['a0 00', 'cbor: 1 bytes of extraneous data'],
  ])('that is none: %s', (frame, message) => {
    expect(() => cborWatch.readFrame(bytes(frame))).toThrow(message)
  })

  test('is written with null for no object, and refuses an object that is none', () => {
    const written = cborWatch.writeFrame({ type: 'X', object: '' })
    expect(hex(written)).toBe(`${self}a244747970654158466f626a656374f6`)
    expect(read(cborWatch, cborWatch.writeFrame({ type: 'X', object: encodeCBOR({ a: 1 }) }))[0]).toBe('X')
    expect(() => cborWatch.writeFrame({ type: 'X', object: bytes('a1') })).toThrow()
  })
})

describe('an event in protobuf', () => {
  test.each([
    ['in usual order', '0a 05 4144444544 12 03 0a 01 78', 'ADDED', '78'],
    ['with the object first', '12 03 0a 01 78 0a 05 4144444544', 'ADDED', '78'],
    ['of another type', '0a 01 58 12 03 0a 01 78', 'X', '78'],
    ['with fields that are not known', '0a 01 58 18 07 12 05 18 01 0a 01 78', 'X', '78'],
    ['without an object', '0a 01 58', 'X', ''],
    ['with an object that is empty', '0a 05 4144444544 12 00', 'ADDED', ''],
    ['with two objects, of which the last counts', '0a 01 58 12 03 0a 01 78 12 03 0a 01 79', 'X', '79'],
    ['without anything', '', '', ''],
  ])('%s', (_, frame, ...event) => {
    expect(read(protobufWatch, bytes(frame))).toEqual(event)
  })

  test.each([
    ['00', 'proto: WatchEvent: illegal tag 0 (wire type 0)'],
    ['08 01', 'proto: wrong wireType = 0 for field 1'],
    ['10 01', 'proto: wrong wireType = 0 for field 2'],
    ['12 02 08 01', 'proto: wrong wireType = 0 for field 1'],
    ['0a 05 41', 'unexpected EOF'],
    ['0a 05 4144444544 12 04 0a 01 78', 'unexpected EOF'],
  ])('that is none: %s', (frame, message) => {
    expect(() => protobufWatch.readFrame(bytes(frame))).toThrow(message)
  })

  test.each([0, 1, 125, 126, 127, 128, 129, 16_383, 16_384, 70_000])('with an object of %i bytes', (length) => {
    const object = 'x'.repeat(length)
    for (const given of [object, utf8(object)]) {
      const frame = protobufWatch.writeFrame({ type: 'ADDED', object: given })
      expect(read(protobufWatch, frame)).toEqual(['ADDED', hex(utf8(object))])
    }
  })

  test('without an object has an empty one', () => {
    expect(hex(protobufWatch.writeFrame({ type: 'X', object: '' }))).toBe('0a01581200')
  })
})

describe('an event in YAML', () => {
  test.each([
    ['type: ADDED\nobject: {b: 1, a: 2}\n', 'ADDED', '{"b":1,"a":2}'],
    ['type: ADDED\nobject: null\n', 'ADDED', ''],
    ['type: ADDED\n', 'ADDED', ''],
    ['type: null\nobject: {}\n', '', '{}'],
    ['object: {}\n', '', '{}'],
  ])('%j', (text, type, object) => {
    expect(read(yamlWatch, utf8(text))).toEqual([type, object])
  })

  test.each([
    ['- a\n', undefined],
    ['text\n', undefined],
    ['null\n', undefined],
    ['type: 1\n', 'type'],
  ])('that is none: %j', (text, path) => {
    expect(() => yamlWatch.readFrame(utf8(text))).toThrow(
      expect.objectContaining({
        code: 'InvalidType',
        message: 'YAML document is no v1.WatchEvent',
        ...(path && { path }),
      }),
    )
  })

  test('is written with null for no object', () => {
    const written = (object: string): string => new TextDecoder().decode(yamlWatch.writeFrame({ type: 'X', object }))
    expect(written('')).toBe('object: null\ntype: X\n')
    expect(written('{"b":1}')).toBe('object:\n  b: 1\ntype: X\n')
  })
})

test('a format is found by its media type, whatever follows it', () => {
  expect(watchFormatFor('application/json;stream=watch')).toBe(jsonWatch)
  expect(watchFormatFor('application/cbor-seq')).toBe(cborWatch)
  expect(watchFormatFor('application/cbor')).toBe(cborWatch)
  expect(watchFormatFor('application/yaml')).toBe(yamlWatch)
  expect(watchFormatFor('application/vnd.kubernetes.protobuf; stream=watch')).toBe(protobufWatch)
  for (const contentType of ['text/html', '', 'nothing', ';']) {
    expect(() => watchFormatFor(contentType)).toThrow(
      expect.objectContaining({
        code: 'UnsupportedMediaType',
        message: `no watch format for content type ${JSON.stringify(contentType)}`,
      }),
    )
  }
})
