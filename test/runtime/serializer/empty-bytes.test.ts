import { describe, expect, test } from 'vitest'
import { addToScheme as addAdmission } from '../../../src/api/admissionregistration/v1/index.js'
import { addToScheme as addCore } from '../../../src/api/core/v1/index.js'
import { encodeBase64 } from '../../../src/internal/base64.js'
import { toUnstructured } from '../../../src/runtime/objects/unstructured-converter.js'
import { Scheme } from '../../../src/runtime/scheme/scheme.js'
import { CBORSerializer } from '../../../src/runtime/serializer/cbor/cbor-serializer.js'
import { JSONSerializer } from '../../../src/runtime/serializer/json/json-serializer.js'
import { ProtobufSerializer } from '../../../src/runtime/serializer/protobuf/protobuf-serializer.js'
import { YAMLSerializer } from '../../../src/runtime/serializer/yaml/yaml-serializer.js'

const scheme = new Scheme()
addAdmission(scheme)
addCore(scheme)

const hook = (bundle: string) =>
  `{"kind":"ValidatingWebhookConfiguration","apiVersion":"admissionregistration.k8s.io/v1","metadata":{},"webhooks":[{"name":"x","clientConfig":{${bundle}},"sideEffects":null,"admissionReviewVersions":null}]}`

/** As Go writes them: `12 00` is there for empty bytes and not for nil. */
const documents = [
  {
    name: 'a field that JSON leaves out',
    json: hook('"caBundle":""'),
    written: hook(''),
    protobuf:
      'azhzAApBCh9hZG1pc3Npb25yZWdpc3RyYXRpb24uazhzLmlvL3YxEh5WYWxpZGF0aW5nV2ViaG9va0NvbmZpZ3VyYXRpb24SGwoQCgASABoAIgAqADIAOABCABIHCgF4EgISABoAIgA=',
  },
  {
    name: 'the same field without a value',
    json: hook('"caBundle":null'),
    written: hook(''),
    protobuf:
      'azhzAApBCh9hZG1pc3Npb25yZWdpc3RyYXRpb24uazhzLmlvL3YxEh5WYWxpZGF0aW5nV2ViaG9va0NvbmZpZ3VyYXRpb24SGQoQCgASABoAIgAqADIAOABCABIFCgF4EgAaACIA',
  },
  {
    name: 'values of a map',
    json: '{"apiVersion":"v1","kind":"Secret","data":{"a":"","b":"YQ==","c":null}}',
    written: undefined,
    protobuf: 'azhzAAoMCgJ2MRIGU2VjcmV0EigKEAoAEgAaACIAKgAyADgAQgASBQoBYRIAEgYKAWISAWESAwoBYxoAGgAiAA==',
    // A value that an entry leaves out is read as empty.
    rewritten: 'azhzAAoMCgJ2MRIGU2VjcmV0EioKEAoAEgAaACIAKgAyADgAQgASBQoBYRIAEgYKAWISAWESBQoBYxIAGgAaACIA',
  },
]

const bytesOf = (text: string) => new TextEncoder().encode(text)
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

describe.each(documents)('empty bytes in $name', ({ json, written, protobuf, rewritten = protobuf }) => {
  const binary = Uint8Array.from(atob(protobuf), (character) => character.charCodeAt(0))

  describe.each(['faithful', 'strict', 'canonical'] as const)('in mode %s', (mode) => {
    const options = { mode }
    const asProtobuf = new ProtobufSerializer(scheme, options)
    const asJSON = new JSONSerializer(scheme, options)

    test('from JSON and YAML to protobuf', () => {
      const yaml = new YAMLSerializer(scheme, options)
      for (const reader of [asJSON, yaml]) {
        expect(encodeBase64(asProtobuf.encode(reader.decode(bytesOf(json)).object))).toBe(protobuf)
      }
    })

    test('from protobuf to protobuf', () => {
      expect(encodeBase64(asProtobuf.encode(asProtobuf.decode(binary).object))).toBe(rewritten)
    })
  })

  test.runIf(written !== undefined)('to canonical JSON, YAML and CBOR they are left out', () => {
    const options = { mode: 'canonical' } as const
    const asJSON = new JSONSerializer(scheme, options)
    const asYAML = new YAMLSerializer(scheme, options)
    const asCBOR = new CBORSerializer(scheme, options)
    for (const object of [asJSON.decode(json).object, new ProtobufSerializer(scheme, options).decode(binary).object]) {
      expect(JSON.parse(textOf(asJSON.encode(object)))).toEqual(JSON.parse(written ?? ''))
      expect(textOf(asYAML.encode(object))).not.toContain('caBundle')
      expect(textOf(asCBOR.encode(object))).not.toContain('caBundle')
      expect(JSON.stringify(toUnstructured(object, { canonical: true }))).not.toContain('caBundle')
    }
  })
})
