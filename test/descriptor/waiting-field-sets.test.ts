import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addToScheme as addApps } from '../../src/api/apps/v1/register.gen.js'
import { ControllerRevision, Deployment } from '../../src/api/apps/v1/types.gen.js'
import { addToScheme } from '../../src/api/core/v1/register.gen.js'
import { ConfigMap, ConfigMapList } from '../../src/api/core/v1/types.gen.js'
import { toCanonicalJSON } from '../../src/descriptor/to-canonical-json.js'
import type { TypeDescriptor } from '../../src/descriptor/types.js'
import { encodeUtf8 } from '../../src/internal/utf8.js'
import type { JSONObject } from '../../src/json/json-value.js'
import { compactText } from '../../src/json/raw-text.js'
import type { KubernetesObject } from '../../src/runtime/objects/typed-object.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { fromBinary } from '../../src/runtime/serializer/protobuf/decode.js'
import { ProtobufSerializer } from '../../src/runtime/serializer/protobuf/protobuf-serializer.js'
import { rounds } from '../rounds.js'

const scheme = new Scheme({ name: 'test' })
addToScheme(scheme)
addApps(scheme)
const protobuf = new ProtobufSerializer(scheme)
const set = { 'f:data': { '.': {}, 'f:a<&>': {} }, 'k:{"name":"b\\\\ud83d"}': { '.': {} } }

function entry(manager: string, fieldsV1: JSONObject = set): JSONObject {
  return { manager, operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1 }
}

/** The object as protobuf gives it, its field sets not read. */
function decoded<T extends KubernetesObject>(object: T): T {
  return protobuf.decode<T>(protobuf.encode(object)).object
}

function waits(entries: readonly object[] | undefined): boolean {
  return (entries ?? []).every((each) => Object.getOwnPropertyDescriptor(each, 'fieldsV1')?.get !== undefined)
}

/** The JSON of a copy of which all field sets were read before. */
function readFirst(type: TypeDescriptor, object: object): string {
  return toCanonicalJSON(type, structuredClone(object) as JSONObject)
}

function delimited(tag: readonly number[], content: Uint8Array): Uint8Array {
  const length = [(content.length & 0x7f) | 0x80, ((content.length >> 7) & 0x7f) | 0x80, content.length >> 14]
  return Uint8Array.from([...tag, ...length, ...content])
}

/** A ConfigMap whose field set is a text of any kind, as if another server had stored it. */
function withText(text: string): Uint8Array {
  const raw = delimited([0x0a], encodeUtf8(text))
  return delimited([0x0a], delimited([0x8a, 0x01], delimited([0x3a], raw)))
}

const plainKey = fc.constantFrom('.', 'f:a', 'f:a', 'f:b', 'f:<&>', 'f: ', 'f:\\"', 'k:{\\"a\\":\\"\\\\\\\\ud800\\"}')
const anyKey = fc.oneof(
  plainKey,
  fc.constantFrom('f:\u2028', 'f:\\u003c', 'f:\\ud83d\\ude00', 'f:\\/', '1', ''),
  fc.string({ minLength: 1 }).map((text) => `f:${JSON.stringify(text).slice(1, -1)}`),
)

/** Texts of field sets: with or without blanks and escapes, members that repeat, members in any order. */
const fieldsTexts = fc
  .tuple(fc.constantFrom('', '', ' ', '\n\t'), fc.constantFrom(plainKey, anyKey))
  .chain(([blank, key]) => {
    const { fields } = fc.letrec<{ fields: string }>((tie) => ({
      fields: fc
        .array(fc.tuple(key, fc.oneof(fc.constant('{}'), tie('fields'))), { maxLength: 4 })
        .map((members) => `{${members.map(([name, value]) => `${blank}"${name}":${blank}${value}`).join(',')}}`),
    }))
    return fields
  })

describe('field sets that nobody has read', () => {
  test('are written into canonical JSON without being read', () => {
    const object = decoded(new ConfigMap({ metadata: { name: 'a', managedFields: [entry('m'), entry('n')] } }))
    const text = toCanonicalJSON(ConfigMap.descriptor, object)
    expect(text).toContain('"fieldsV1":{"f:data":{".":{},"f:a\\u003c\\u0026\\u003e":{}},"k:{\\"name\\":\\"b')
    expect(waits(object.metadata?.managedFields)).toBe(true)
    expect(text).toBe(readFirst(ConfigMap.descriptor, object))
    const pretty = toCanonicalJSON(ConfigMap.descriptor, object, { pretty: true })
    expect(pretty).toBe(
      JSON.stringify(JSON.parse(text), undefined, 2).replace(/[<&>]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`),
    )
  })

  test('keep their place where protobuf has another order, and in the items of a list', () => {
    const template = { metadata: { managedFields: [entry('t', { 'f:t': {} })] }, spec: { containers: [] } }
    const deployment = decoded(
      new Deployment({ metadata: { managedFields: [entry('d', { 'f:d': {} })] }, spec: { selector: {}, template } }),
    )
    const turned = Object.assign(new Deployment(), { spec: deployment.spec, metadata: deployment.metadata })
    const expected = readFirst(Deployment.descriptor, decoded(deployment))
    expect(toCanonicalJSON(Deployment.descriptor, turned)).toBe(expected)
    expect(waits(deployment.metadata?.managedFields)).toBe(true)

    const items = ['a', 'b', 'c'].map(
      (name) => new ConfigMap({ metadata: { name, managedFields: [entry(name, { [`f:${name}`]: {} })] } }),
    )
    const list = decoded(new ConfigMapList({ items }))
    const text = toCanonicalJSON(ConfigMapList.descriptor, list)
    expect(list.items.every((item) => waits(item.metadata?.managedFields))).toBe(true)
    expect(text).toBe(readFirst(ConfigMapList.descriptor, list))
  })

  test('are read when the value needs the exact writer', () => {
    const object = decoded(
      new ConfigMap({ metadata: { managedFields: [entry('m')] }, data: { '10': 'b', a: '"fieldsV1":0', '9': '' } }),
    )
    expect(toCanonicalJSON(ConfigMap.descriptor, object)).toBe(readFirst(ConfigMap.descriptor, object))
  })

  test.each([0, 1, 7, -1, 1.5, null, '0'])('are told from raw JSON with a member fieldsV1 that is %j', (fieldsV1) => {
    const data = { fieldsV1, also: { fieldsV1 }, 'x"fieldsV1': fieldsV1, text: '{"fieldsV1":0}' } as never
    const revision = decoded(new ControllerRevision({ metadata: { managedFields: [entry('m')] }, data, revision: 1 }))
    expect(toCanonicalJSON(ControllerRevision.descriptor, revision)).toBe(
      readFirst(ControllerRevision.descriptor, revision),
    )
  })

  test('may have member names that are special in JavaScript beside them', () => {
    const one = decoded(new ConfigMap({ metadata: { managedFields: [entry('m')] } }))
    const held = one.metadata?.managedFields?.[0] as object
    Object.defineProperty(held, '__proto__', { value: { manager: 'x' }, enumerable: true })
    const text = toCanonicalJSON(ConfigMap.descriptor, one)
    expect(text).toContain('"manager":"m"')
    expect(text).not.toContain('__proto__')
    expect(waits([held])).toBe(true)
  })

  test('have the bytes of Go, which writes the text compact and with its escapes', () => {
    let waiting = 0
    fc.assert(
      fc.property(fieldsTexts, (text) => {
        const object = fromBinary(ConfigMap.descriptor, withText(text)) as object as ConfigMap
        const entries = object.metadata?.managedFields
        if (waits(entries)) waiting++
        const written = toCanonicalJSON(ConfigMap.descriptor, object)
        expect(written).toBe(`{"metadata":{"managedFields":[{"fieldsV1":${compactText(text)}}]}}`)
      }),
      { numRuns: rounds(1000) },
    )
    expect(waiting).toBeGreaterThan(50)
  })
})
