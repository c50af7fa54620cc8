import { describe, expect, test } from 'vitest'
import { addToScheme } from '../../../../src/api/core/v1/register.gen.js'
import { ConfigMap } from '../../../../src/api/core/v1/types.gen.js'
import { list, map, scalar, struct } from '../../../../src/descriptor/build.js'
import { deepCopy } from '../../../../src/descriptor/deep-copy.js'
import type { JSONObject } from '../../../../src/json/json-value.js'
import { Scheme } from '../../../../src/runtime/scheme/scheme.js'
import { JSONSerializer } from '../../../../src/runtime/serializer/json/json-serializer.js'
import { fromBinary } from '../../../../src/runtime/serializer/protobuf/decode.js'
import { toBinary } from '../../../../src/runtime/serializer/protobuf/encode.js'
import { ProtobufSerializer } from '../../../../src/runtime/serializer/protobuf/protobuf-serializer.js'

const scheme = new Scheme({ name: 'test' })
addToScheme(scheme)
const protobuf = new ProtobufSerializer(scheme)
const json = new JSONSerializer(scheme)
const set = { 'f:data': { '.': {}, 'f:a': {} }, 'k:{"name":"b"}': { '.': {} } }

function configMap(fieldsV1: JSONObject): ConfigMap {
  const entry = { manager: 'm', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1 }
  return new ConfigMap({ metadata: { name: 'a', managedFields: [entry, { ...entry, manager: 'n' }] } })
}

const bytes = protobuf.encode(configMap(set))

function read(): ConfigMap {
  return protobuf.decode<ConfigMap>(bytes).object
}

function entryOf(object: ConfigMap): { fieldsV1?: JSONObject } {
  return object.metadata?.managedFields?.[0] as { fieldsV1?: JSONObject }
}

function isWaiting(object: ConfigMap): boolean {
  return Object.getOwnPropertyDescriptor(entryOf(object), 'fieldsV1')?.get !== undefined
}

describe('field sets of managed fields', () => {
  test('wait as text until they are looked at', () => {
    const object = read()
    expect(isWaiting(object)).toBe(true)
    expect(entryOf(object).fieldsV1).toEqual(set)
    expect(isWaiting(object)).toBe(false)
  })

  test('are none when their text is empty, for which Go writes null', () => {
    const entry = [0x0a, 0x01, 0x6d, 0x3a, 0x02, 0x0a, 0x00] // manager: m, fieldsV1: { raw: '' }
    const metadata = [0x8a, 0x01, entry.length, ...entry]
    const message = [0x0a, metadata.length, ...metadata]
    const object = fromBinary(ConfigMap.descriptor, Uint8Array.from(message))
    expect(JSON.parse(JSON.stringify(object))).toMatchObject({ metadata: { managedFields: [{ manager: 'm' }] } })
  })

  test('are written unchanged when they were not read', () => {
    const object = read()
    expect(protobuf.encode(object)).toEqual(bytes)
    expect(isWaiting(object)).toBe(true)
    void entryOf(object).fieldsV1
    expect(protobuf.encode(object)).toEqual(bytes)
  })

  test.each<[string, (entry: { fieldsV1?: JSONObject }) => void]>([
    [
      'assigned',
      (entry) => {
        entry.fieldsV1 = { 'f:b': {} }
      },
    ],
    [
      'deleted and assigned',
      (entry) => {
        delete entry.fieldsV1
        entry.fieldsV1 = { 'f:b': {} }
      },
    ],
    [
      'defined',
      (entry) => {
        Object.defineProperty(entry, 'fieldsV1', { value: { 'f:b': {} }, enumerable: true })
      },
    ],
    [
      'changed inside',
      (entry) => {
        for (const key of Object.keys(set)) delete entry.fieldsV1?.[key]
        Object.assign(entry.fieldsV1 as object, { 'f:b': {} })
      },
    ],
  ])('are written as they are now when they were %s', (_, change) => {
    const object = read()
    change(entryOf(object))
    const wanted = configMap(set)
    entryOf(wanted).fieldsV1 = { 'f:b': {} }
    expect(protobuf.encode(object)).toEqual(protobuf.encode(wanted))
    expect(json.decode(json.encode(object)).object).toStrictEqual(wanted)
  })

  test('that were deleted stay so', () => {
    const object = read()
    delete entryOf(object).fieldsV1
    expect(JSON.stringify(protobuf.decode(protobuf.encode(object)).object)).toBe(JSON.stringify(object))
  })

  test('are there in copies, JSON and comparisons', () => {
    expect(deepCopy(read())).toStrictEqual(configMap(set))
    expect(json.decode(json.encode(read())).object).toStrictEqual(configMap(set))
    expect(read()).toStrictEqual(configMap(set))
  })

  test('of copies are their own', () => {
    const object = read()
    const copy = deepCopy(object)
    Object.assign(entryOf(copy).fieldsV1 as object, { changed: true })
    expect(entryOf(object).fieldsV1).toEqual(set)
  })

  test('of a frozen object can be written and read', () => {
    const object = read()
    Object.freeze(entryOf(object))
    expect(protobuf.encode(object)).toEqual(bytes)
    expect(entryOf(object).fieldsV1).toEqual(set)
    expect(protobuf.encode(object)).toEqual(bytes)
  })

  test("of types of one's own wait under any name, more than one in an object", () => {
    const inner = struct('test.Inner', () => [['sets', 1, scalar('fieldsV1'), '*?']])
    const type = struct('test.Outer', () => [
      ['first', 1, scalar('fieldsV1'), '*?'],
      ['toString', 2, scalar('fieldsV1')],
      ['inlined', 3, inner, '<'],
      ['list', 4, list(scalar('fieldsV1')), '?'],
      ['inMap', 5, map(inner), '?'],
    ])
    const value = {
      first: { 'f:a': {} },
      toString: { 'f:b': {} },
      sets: { 'f:c': {} },
      list: [{ 'f:d': {} }],
      inMap: { key: { sets: { 'f:e': {} } } },
    }
    const encoded = toBinary(type, value)
    const object = fromBinary(type, encoded)
    expect(toBinary(type, object)).toEqual(encoded)
    expect(object).toStrictEqual(value)
    expect(toBinary(type, object)).toEqual(encoded)
  })

  test('are replaced when an object is read into again', () => {
    const type = struct('test.Entry', () => [['fieldsV1', 1, scalar('fieldsV1'), '*?']])
    const target = {}
    for (const fieldsV1 of [{ 'f:a': {} }, { 'f:b': {} }, set]) {
      fromBinary(type, toBinary(type, { fieldsV1 }), { target })
      expect(toBinary(type, target)).toEqual(toBinary(type, { fieldsV1 }))
    }
    expect(target).toStrictEqual({ fieldsV1: set })
  })
})
