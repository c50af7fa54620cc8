import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromQueryParameters, toQueryParameters } from '../../src/conversion/query-parameters.js'
import { list, scalar, struct } from '../../src/descriptor/build.js'
import { deepCopy } from '../../src/descriptor/deep-copy.js'
import type { JSONValue } from '../../src/descriptor/types.js'
import { nestedFieldCopy, nestedFieldNoCopy } from '../../src/runtime/objects/nested-field.js'
import { removeNestedField, setNestedField } from '../../src/runtime/objects/set-nested-field.js'
import { Unstructured } from '../../src/runtime/objects/unstructured.js'
import { fromUnstructured, toUnstructured } from '../../src/runtime/objects/unstructured-converter.js'
import { groupVersionKindOf, setGroupVersionKind } from '../../src/runtime/scheme/kind-access.js'
import { JSONCodecFactory } from '../../src/runtime/serializer/json-codec-factory.js'
import { parseAcceptHeader } from '../../src/runtime/serializer/negotiation/accept-header.js'
import { parseMediaType } from '../../src/runtime/serializer/negotiation/media-type.js'
import { GroupVersionKind } from '../../src/schema/group-version-kind.js'
import { CronTabV1, CronTabV1Beta1, convertingScheme, v1, v1beta1 } from './crontab.js'

const hostileKey = fc.oneof(
  fc.string(),
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', 'deepCopy', '0', ''),
)
const json: fc.Arbitrary<JSONValue> = fc.letrec<{ value: JSONValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.string(),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(hostileKey, tie('value'), { maxKeys: 4 }) as fc.Arbitrary<JSONValue>,
  ),
})).value

const scheme = convertingScheme()

describe('properties', () => {
  it('what is set at a path is found there, whatever its keys, and can be removed', () => {
    fc.assert(
      fc.property(fc.array(hostileKey, { minLength: 1, maxLength: 4 }), json, (path, value) => {
        const object = new Unstructured()
        setNestedField(object, value, ...path)
        expect(nestedFieldCopy(object, ...path)).toEqual(value)
        removeNestedField(object, ...path)
        expect(nestedFieldNoCopy(object, ...path)).toBeUndefined()
        expect(Object.getPrototypeOf(object)).toBe(Unstructured.prototype)
      }),
    )
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  it('typed and unstructured objects carry the same JSON, unknown fields included', () => {
    fc.assert(
      fc.property(json, fc.string(), (extra, minute) => {
        const typed = new CronTabV1({ spec: { schedule: { minute }, extra }, extra })
        const loose = toUnstructured(typed)
        expect({ ...loose }).toEqual({ ...typed })
        expect(fromUnstructured(loose, CronTabV1)).toEqual(typed)
      }),
    )
  })

  it('a codec writes back what it read, digit for digit', () => {
    const codecs = new JSONCodecFactory(scheme, { unstructured: true })
    const serializer = codecs.supportedMediaTypes()[0]?.serializer
    fc.assert(
      fc.property(json, (extra) => {
        const object = new Unstructured({ apiVersion: 'x/v1', kind: 'Y', extra: deepCopy(extra) })
        const bytes = serializer?.encode(object) ?? new Uint8Array()
        const read = codecs.universalDeserializer().decode(bytes).object
        expect({ ...read }).toEqual({ ...object })
        expect(serializer?.encode(read)).toEqual(bytes)
      }),
    )
  })

  it('a lossless conversion survives a round trip', () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.integer(), { nil: undefined }), (cronSpec, replicas) => {
        const beta = new CronTabV1Beta1({ spec: { cronSpec, ...(replicas === undefined ? {} : { replicas }) } })
        const around = scheme.convertToVersion(scheme.convertToVersion(beta, v1), v1beta1)
        expect(around).toEqual(beta)
      }),
    )
  })

  it('query parameters read what they wrote', () => {
    const descriptor = struct('Options', () => [
      ['text', 1, scalar('string'), '?'],
      ['flag', 2, scalar('bool'), '?'],
      ['count', 3, scalar('int64'), '?'],
      ['maybe', 4, scalar('int64'), '*?'],
      ['many', 5, list(scalar('string')), '?'],
    ])
    const options = fc.record(
      {
        text: fc.string({ minLength: 1 }),
        flag: fc.constant(true),
        count: fc.maxSafeInteger().filter((n) => n !== 0),
        maybe: fc.maxSafeInteger(),
        many: fc.array(fc.string({ minLength: 1 }), { minLength: 1 }),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(options, (value) => {
        const query = new URLSearchParams(toQueryParameters(value, descriptor).toString())
        const clean = JSON.parse(JSON.stringify(value, (_, each) => (each === 0 ? 0 : each)))
        expect(fromQueryParameters(query, descriptor)).toEqual(clean)
      }),
    )
  })

  it('an object has the kind that was set', () => {
    const part = fc.stringMatching(/^[a-z0-9.]{1,8}$/)
    fc.assert(
      fc.property(part, part, part, (...[group, version, kind]) => {
        const gvk = new GroupVersionKind(group, version, kind)
        const object = new Unstructured()
        setGroupVersionKind(object, gvk)
        expect(groupVersionKindOf(object)).toEqual(gvk)
      }),
    )
  })

  it('headers are read whatever they hold', () => {
    const header = fc.oneof(fc.string(), fc.stringMatching(/^[a-z*/;,="\\ q.0-9]{0,40}$/))
    fc.assert(
      fc.property(header, (text) => {
        const clauses = parseAcceptHeader(text)
        expect(clauses.length).toBeLessThanOrEqual(text.split(',').length)
        for (const { type, subType, quality } of clauses) {
          // As in Go, the types around a slash may be empty, and a weight any number.
          expect(`${type}${subType}`).not.toMatch(/[,;/]/)
          expect(quality).not.toBeNaN()
        }
        const mediaType = parseMediaType(text)?.mediaType
        expect(mediaType === undefined || mediaType.length > 0).toBe(true)
      }),
    )
  })
})
