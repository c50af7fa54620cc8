import { describe, expect, test } from 'vitest'
import { addToScheme as addCore } from '../../../../src/api/core/v1/register.gen.js'
import { ConfigMap, Pod, PodList, Secret } from '../../../../src/api/core/v1/types.gen.js'
import { addMetaToScheme } from '../../../../src/meta/v1/index.js'
import { Unknown } from '../../../../src/runtime/objects/unknown.js'
import { Unstructured } from '../../../../src/runtime/objects/unstructured.js'
import { Scheme } from '../../../../src/runtime/scheme/scheme.js'
import { encodeCBOR } from '../../../../src/runtime/serializer/cbor/encode.js'
import { JSONSerializer } from '../../../../src/runtime/serializer/json/json-serializer.js'
import { readEnvelope, writeEnvelope } from '../../../../src/runtime/serializer/protobuf/envelope.js'
import { protobufFormat } from '../../../../src/runtime/serializer/protobuf/protobuf-format.js'
import { ProtobufSerializer } from '../../../../src/runtime/serializer/protobuf/protobuf-serializer.js'
import { RawProtobufSerializer } from '../../../../src/runtime/serializer/protobuf/raw-protobuf-serializer.js'
import { GroupVersionKind } from '../../../../src/schema/group-version-kind.js'
import { machineryErrorOf } from '../../../thrown.js'

const scheme = new Scheme({ name: 'test' })
addCore(scheme)
addMetaToScheme(scheme)
const serializer = new ProtobufSerializer(scheme)
const raw = new RawProtobufSerializer(scheme)
const configMap = new ConfigMap({ metadata: { name: 'a' }, data: { k: 'v' } })

describe('ProtobufSerializer', () => {
  test('writes the envelope that Go writes', () => {
    const text = Buffer.from(serializer.encode(configMap)).toString('hex')
    expect(text.startsWith(`6b3873000a0f0a0276311209${Buffer.from('ConfigMap').toString('hex')}`)).toBe(true)
    expect(text.endsWith('1a002200')).toBe(true)
  })

  test('reads an instance of the class of the kind', () => {
    const { object, gvk } = serializer.decode(serializer.encode(configMap))
    expect(object).toBeInstanceOf(ConfigMap)
    expect(object).toEqual(configMap)
    expect(gvk.toString()).toBe('/v1, Kind=ConfigMap')
  })

  test('items of a list are instances that know their kind, which is no part of their JSON', () => {
    const list = new PodList({ items: [new Pod({ metadata: { name: 'a' }, spec: { containers: [] } })] })
    const { object } = serializer.decode<PodList>(serializer.encode(list))
    const [item] = object.items ?? []
    expect(item).toBeInstanceOf(Pod)
    expect((item as Pod).kind).toBe('Pod')
    expect(JSON.stringify(item)).not.toContain('kind')
  })

  test('refuses what protobuf has no form for, with its path, unless it is to be dropped', () => {
    const spec = { containers: [{ name: 'c', image: 'i', newer: 1 }] }
    const pod = new Pod({ metadata: { name: 'a' }, spec })
    const declared = new Pod({ metadata: { name: 'a' }, spec: { containers: [{ name: 'c', image: 'i' }] } })
    for (const codec of [serializer, raw, new ProtobufSerializer(scheme, { mode: 'strict' })])
      expect(() => codec.encode(pod)).toThrow(
        expect.objectContaining({
          code: 'ProtobufEncode',
          path: 'spec.containers[0].newer',
          message: expect.stringContaining('Container declares no such field'),
        }),
      )
    expect(new ProtobufSerializer(scheme, { mode: 'canonical' }).encode(pod)).toEqual(serializer.encode(declared))
  })

  test('properties that are undefined, inlined or part of the kind are no unknown ones', () => {
    const probe = { httpGet: { port: 80 }, periodSeconds: 5, newer: undefined }
    const spec = { containers: [{ name: 'c', livenessProbe: probe }] }
    const { object } = serializer.decode<Pod>(serializer.encode(new Pod({ kind: 'Pod', apiVersion: 'v1', spec })))
    expect(object.spec?.containers[0]?.livenessProbe).toMatchObject({ httpGet: { port: 80 }, periodSeconds: 5 })
  })

  test('is recognised by its first bytes', () => {
    expect(serializer.recognizesData(serializer.encode(configMap))).toEqual({ ok: true, unknown: false })
    expect(serializer.recognizesData(Buffer.from('{}'))).toEqual({ ok: false, unknown: false })
    expect(serializer.identifier).toBe('protobuf')
  })

  test.each([
    [new Uint8Array(), 'ProtobufDecode', 'empty data'],
    [Buffer.from('{}'), 'ProtobufDecode', 'expected prefix [107 56 115 0]'],
    [Buffer.from('k8s\0'), 'ProtobufDecode', 'empty body'],
    [Buffer.from('k8s\0\x12\x05'), 'ProtobufDecode', 'unexpected EOF'],
    [writeEnvelope(new Unknown({ apiVersion: 'v1' })), 'MissingKind', 'runtime.TypeMeta{APIVersion:"v1", Kind:""}'],
    [writeEnvelope(new Unknown({ kind: 'Pod' })), 'MissingVersion', 'runtime.TypeMeta{APIVersion:"", Kind:"Pod"}'],
    [writeEnvelope(new Unknown({ apiVersion: 'a/v1', kind: 'X' })), 'NotRegistered', 'no kind "X" is registered'],
    [writeEnvelope(new Unknown({ apiVersion: 'meta.k8s.io/v1', kind: 'Table' })), 'NotMarshalable', '*v1.Table'],
  ])('refuses %j', (data, code, message) => {
    const error = machineryErrorOf(() => serializer.decode(data))
    expect(error.code).toBe(code)
    expect(error.message).toContain(message)
  })

  test('defaults and the class asked for complete the kind', () => {
    const bare = writeEnvelope(new Unknown({ raw: raw.encode(configMap) }))
    expect(serializer.decode(bare, { into: ConfigMap }).object.data).toEqual({ k: 'v' })
    const defaults = new GroupVersionKind('', 'v1', 'ConfigMap')
    expect(serializer.decode(bare, { defaults }).object).toBeInstanceOf(ConfigMap)
  })

  test('input of another kind keeps its kind', () => {
    expect(serializer.decode(serializer.encode(configMap), { into: Secret as never }).object).toBeInstanceOf(ConfigMap)
  })

  test('an Unknown is the envelope itself', () => {
    const bytes = serializer.encode(configMap)
    const { object } = serializer.decode(bytes, { into: Unknown as never })
    expect(object).toBeInstanceOf(Unknown)
    expect(serializer.encode(object)).toEqual(bytes)
    expect(readEnvelope(bytes).kind).toBe('ConfigMap')
  })

  test('unstructured objects have no protobuf form', () => {
    const object = new Unstructured({ kind: 'ConfigMap', apiVersion: 'v1' })
    expect(machineryErrorOf(() => serializer.encode(object)).code).toBe('NotMarshalable')
    expect(
      machineryErrorOf(() => serializer.decode(serializer.encode(configMap), { into: Unstructured as never })).code,
    ).toBe('NotMarshalable')
  })

  test('raw JSON read canonically from JSON is written as its text', () => {
    const json = new JSONSerializer(scheme, { mode: 'canonical' })
    const text = String.raw`{"b":1.0, "a":"< \u003c",
      "2":1,"1":2,"b":3e0}`
    const { object } = json.decode(`{"kind":"List","apiVersion":"v1","items":[${text}]}`)
    const kept = String.raw`{"b":1.0,"a":"< \u003c","2":1,"1":2,"b":3e0}`
    expect(Buffer.from(serializer.encode(object)).toString()).toContain(text)
    expect(Buffer.from(json.encode(object)).toString()).toContain(kept.replace('<', String.raw`\u003c`))
    const [item] = (object as unknown as { items: { b: number }[] }).items
    item!.b = 7
    expect(Buffer.from(serializer.encode(object)).toString()).toContain('"b":7')
  })

  test('a newer field survives reading and writing, unless the reader is canonical', () => {
    const message = Uint8Array.from([...raw.encode(configMap), 0xf8, 0x06, 0x01])
    const data = writeEnvelope(new Unknown({ apiVersion: 'v1', kind: 'ConfigMap', raw: message }))
    expect(serializer.encode(serializer.decode(data).object)).toEqual(data)
    const canonical = new ProtobufSerializer(scheme, { mode: 'canonical' })
    expect(canonical.encode(canonical.decode(data).object)).toEqual(serializer.encode(configMap))
    const strict = new ProtobufSerializer(scheme, { mode: 'strict' })
    expect(machineryErrorOf(() => strict.decode(data)).message).toContain('unknown field 111')
  })

  test('objects in a RawExtension are read, in any encoding', () => {
    const type = scheme.classFor(new GroupVersionKind('', 'v1', 'List')) as NonNullable<ReturnType<Scheme['classFor']>>
    const items = [serializer.encode(configMap), encodeCBOR({ kind: 'X' }), Buffer.from('{"kind":"Y"}')]
    const wrapped = items.flatMap((item) => {
      const extension = [0x0a, item.length, ...item]
      return [0x12, extension.length, ...extension]
    })
    const message = Uint8Array.from([0x0a, 0x00, ...wrapped])
    const data = writeEnvelope(new Unknown({ apiVersion: 'v1', kind: 'List', raw: message }))
    const { object } = serializer.decode(data, { into: type })
    const [first, ...others] = (object as { items?: object[] }).items ?? []
    expect(first).toBeInstanceOf(ConfigMap)
    expect(others).toEqual([{ kind: 'X' }, { kind: 'Y' }])
  })
})

describe('RawProtobufSerializer', () => {
  test('needs to be told the kind', () => {
    const bytes = raw.encode(configMap)
    expect(raw.decode(bytes, { into: ConfigMap }).object).toEqual(configMap)
    expect(machineryErrorOf(() => raw.decode(bytes)).code).toBe('MissingKind')
    expect(machineryErrorOf(() => raw.decode(new Uint8Array(), { into: ConfigMap })).message).toBe('empty data')
    expect(raw.identifier).toBe('raw-protobuf')
  })
})

test('protobufFormat offers bare messages for streams', () => {
  const info = protobufFormat(scheme, { mode: 'faithful', pretty: false })
  expect(info.mediaType).toBe('application/vnd.kubernetes.protobuf')
  expect(info.streamSerializer?.serializer.encode(configMap)).toEqual(raw.encode(configMap))
})
