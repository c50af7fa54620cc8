import { describe, expect, test } from 'vitest'
import { addToScheme } from '../../../src/api/core/v1/index.js'
import type { Encoder } from '../../../src/runtime/interfaces.js'
import { Unstructured } from '../../../src/runtime/objects/unstructured.js'
import { fromUnstructured, toUnstructured } from '../../../src/runtime/objects/unstructured-converter.js'
import { Scheme } from '../../../src/runtime/scheme/scheme.js'
import { CBORSerializer } from '../../../src/runtime/serializer/cbor/cbor-serializer.js'
import { CodecFactory } from '../../../src/runtime/serializer/codec-factory.js'
import { FaithfulJSONSerializer } from '../../../src/runtime/serializer/json/faithful-json-serializer.js'
import { JSONSerializer } from '../../../src/runtime/serializer/json/json-serializer.js'
import { UnstructuredJSONScheme } from '../../../src/runtime/serializer/json/unstructured-json-scheme.js'
import { JSONCodecFactory } from '../../../src/runtime/serializer/json-codec-factory.js'
import { ProtobufSerializer } from '../../../src/runtime/serializer/protobuf/protobuf-serializer.js'
import { RawProtobufSerializer } from '../../../src/runtime/serializer/protobuf/raw-protobuf-serializer.js'
import { encodeListStream } from '../../../src/runtime/serializer/streaming/encode-list-stream.js'
import { WithVersionEncoder } from '../../../src/runtime/serializer/with-version-encoder.js'
import { YAMLSerializer } from '../../../src/runtime/serializer/yaml/yaml-serializer.js'
import { GroupVersion } from '../../../src/schema/group-version.js'
import { WatchEncoder } from '../../../src/watch/watch-encoder.js'
import { machineryErrorOf } from '../../thrown.js'

const scheme = new Scheme()
addToScheme(scheme)
const v1 = new GroupVersion('', 'v1')
const json = new JSONSerializer(scheme)

const encoders: Record<string, Encoder> = {
  'faithful JSON': new FaithfulJSONSerializer(scheme),
  'unstructured JSON': new UnstructuredJSONScheme(),
  'with version': new WithVersionEncoder({ version: v1, encoder: json, typer: scheme }),
  'legacy codec': new CodecFactory(scheme).legacyCodec(v1),
  'small codec': new JSONCodecFactory(scheme).legacyCodec(v1),
}
for (const mode of ['faithful', 'strict', 'canonical'] as const) {
  encoders[`JSON ${mode}`] = new JSONSerializer(scheme, { mode })
  encoders[`YAML ${mode}`] = new YAMLSerializer(scheme, { mode })
  encoders[`protobuf ${mode}`] = new ProtobufSerializer(scheme, { mode })
  encoders[`raw protobuf ${mode}`] = new RawProtobufSerializer(scheme, { mode })
  encoders[`CBOR ${mode}`] = new CBORSerializer(scheme, { mode })
}

const noObjects: Record<string, unknown> = {
  Null: null,
  Undefined: undefined,
  Number: 42,
  BigInt: 7n,
  Boolean: true,
  String: 'Pod',
  Symbol: Symbol('pod'),
  Array: [{ kind: 'Pod' }],
  Function: Unstructured,
  Map: new Map(),
  Date: new Date(0),
  Promise: Promise.resolve({}),
  Uint8Array: new Uint8Array(3),
}

describe.each(Object.entries(encoders))('%s', (_, encoder) => {
  test.each(Object.entries(noObjects))('refuses %s', (type, value) => {
    const error = machineryErrorOf(() => encoder.encode(value as never))
    expect(error).toMatchObject({ code: 'InvalidObject', message: `not an object of the API: [object ${type}]` })
  })
})

test('streams refuse what is no object', async () => {
  const events = new WatchEncoder({ write: () => Promise.resolve() }, { encoder: json })
  expect(machineryErrorOf(() => events.bytesOf({ type: 'ADDED', object: null as never })).code).toBe('InvalidObject')
  const list = encodeListStream([], { encoder: json, list: null as never })
  await expect(list.next()).rejects.toMatchObject({ code: 'InvalidObject' })
})

test('schemes and converters refuse what is no object', () => {
  const none = null as never
  const calls = [
    () => scheme.objectKinds(none),
    () => scheme.convert(none, Unstructured),
    () => scheme.convertToVersion(none, v1),
    () => scheme.unsafeConvertToVersion(none, v1),
    () => toUnstructured(none),
    () => fromUnstructured(none, Unstructured),
  ]
  for (const call of calls) expect(machineryErrorOf(call).code).toBe('InvalidObject')
})

test('an object without a prototype is one', () => {
  const object = Object.assign(Object.create(null) as object, { apiVersion: 'v1', kind: 'Pod' })
  expect(new TextDecoder().decode(json.encode(object))).toBe('{"apiVersion":"v1","kind":"Pod"}\n')
})
