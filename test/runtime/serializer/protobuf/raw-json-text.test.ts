import { describe, expect, test } from 'vitest'
import { addToScheme } from '../../../../src/api/index.js'
import type { ReadingMode } from '../../../../src/runtime/interfaces.js'
import { Scheme } from '../../../../src/runtime/scheme/scheme.js'
import { JSONSerializer } from '../../../../src/runtime/serializer/json/json-serializer.js'
import { ProtobufSerializer } from '../../../../src/runtime/serializer/protobuf/protobuf-serializer.js'
import { YAMLSerializer } from '../../../../src/runtime/serializer/yaml/yaml-serializer.js'

const scheme = new Scheme()
addToScheme(scheme)
const protobuf = new ProtobufSerializer(scheme, { mode: 'canonical' })

function protobufOf(json: string, mode: ReadingMode = 'canonical'): string {
  return Buffer.from(protobuf.encode(new JSONSerializer(scheme, { mode }).decode(json).object)).toString()
}

/** Kinds with raw JSON in a field of each sort: `RawExtension`, an item of a list of them, and `JSON`. */
const carriers: readonly (readonly [string, (raw: string) => string])[] = [
  [
    'data of a ControllerRevision',
    (raw) => `{"apiVersion":"apps/v1","kind":"ControllerRevision","data":${raw},"revision":1}`,
  ],
  ['an item of a List', (raw) => `{"apiVersion":"v1","kind":"List","items":[${raw}]}`],
  [
    'the object of an admission review',
    (raw) => `{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":"u","object":${raw}}}`,
  ],
  [
    'the default of a schema',
    (raw) =>
      `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","spec":{"versions":[{"name":"v1","schema":{"openAPIV3Schema":{"type":"object","default":${raw}}}}]}}`,
  ],
]

describe.each(carriers)('raw JSON in %s', (_, document) => {
  test.each([
    String.raw`{"a":"\u003cb\u003e \u0026 c"}`,
    String.raw`{"\u003ckey\u003e":{"nested":["\u2028","\u2029"]}}`,
    String.raw`{"a":"\u003cA\u003e \u0041","n":1.0}`,
    '{"a":"<b> & c"}',
  ])('keeps what Go escapes and what it does not: %s', (raw) => {
    expect(protobufOf(document(raw))).toContain(raw)
  })

  test('keeps blanks, which JSON leaves out', () => {
    const raw = '{ "a" : "\\u003c b",\n  "c" : [ 1 , 2 ] }'
    expect(protobufOf(document(raw))).toContain(raw)
    const json = new JSONSerializer(scheme, { mode: 'canonical' })
    const back = json.encode(json.decode(document(raw)).object)
    expect(Buffer.from(back).toString()).toContain(String.raw`{"a":"\u003c b","c":[1,2]}`)
  })

  test('is read the same way the second time', () => {
    const text = document(String.raw`{"a":"\u0026"}`)
    expect(protobufOf(text)).toBe(protobufOf(text))
  })

  test('is a value that is written again once it was changed', () => {
    const { object } = new JSONSerializer(scheme, { mode: 'canonical' }).decode(document(String.raw`{"a":"\u003c"}`))
    const back = new JSONSerializer(scheme, { mode: 'canonical' }).encode(object)
    expect(Buffer.from(back).toString()).toContain(String.raw`{"a":"\u003c"}`)
  })
})

test('YAML becomes JSON as Go writes it before it is read', () => {
  const yaml = new YAMLSerializer(scheme, { mode: 'canonical' })
  const { object } = yaml.decode('apiVersion: apps/v1\nkind: ControllerRevision\nrevision: 1\ndata: {b: 1, a: <x>}\n')
  expect(Buffer.from(protobuf.encode(object)).toString()).toContain(String.raw`{"a":"\u003cx\u003e","b":1}`)
})
