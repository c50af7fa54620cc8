import { describe, expect, it } from 'vitest'
import { CoreCodecFactory } from '../../../src/runtime/serializer/core-codec-factory.js'
import { jsonFormat } from '../../../src/runtime/serializer/json/json-format.js'
import { JSONCodecFactory } from '../../../src/runtime/serializer/json-codec-factory.js'
import { isStrictDecodingError } from '../../../src/runtime/strict-decoding-error.js'
import { type CronTabListV1, CronTabV1, CronTabV1Beta1, convertingScheme, v1, v1beta1 } from '../crontab.js'

const scheme = convertingScheme().freeze()
const codecs = new JSONCodecFactory(scheme)
const beta = '{"apiVersion":"stable.example.com/v1beta1","kind":"CronTab","spec":{"cronSpec":"1"}}'
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

describe('JSONCodecFactory', () => {
  it('reads, converts and writes', () => {
    const { object, gvk } = codecs.universalDeserializer().decode(beta)
    expect(object).toBeInstanceOf(CronTabV1Beta1)
    expect(gvk.version).toBe('v1beta1')
    const [json] = codecs.supportedMediaTypes()
    if (json === undefined) throw new Error('no format')
    expect(json).toMatchObject({
      mediaType: 'application/json',
      mediaTypeType: 'application',
      mediaTypeSubType: 'json',
    })
    const encoder = codecs.encoderForVersion(json.serializer, v1)
    expect(text(encoder.encode(object))).toBe(
      '{"apiVersion":"stable.example.com/v1","kind":"CronTab","spec":{"schedule":{"minute":"1"}}}\n',
    )
    expect(text(json.prettySerializer?.encode(object) ?? new Uint8Array())).toContain('\n  "kind": "CronTab"')
  })

  it('refuses another class than the one asked for', () => {
    const read = () => codecs.universalDeserializer().decode(beta, { into: CronTabV1 })
    expect(read).toThrow(
      'unable to decode stable.example.com/v1beta1, Kind=CronTab into stable.example.com/v1, Kind=CronTab',
    )
    expect(codecs.universalDecoder(v1).decode(beta, { into: CronTabV1 }).object).toBeInstanceOf(CronTabV1)
  })

  it('reads canonically on request', () => {
    const canonical = new CoreCodecFactory(scheme, { formats: [jsonFormat], mode: 'canonical' })
    const { object } = canonical.universalDeserializer().decode(beta.replace('"spec"', '"unknown":1,"spec"'))
    const [json] = canonical.supportedMediaTypes()
    expect(text(json?.serializer.encode(object) ?? new Uint8Array())).toBe(
      '{"kind":"CronTab","apiVersion":"stable.example.com/v1beta1","metadata":{},"spec":{"cronSpec":"1"}}\n',
    )
  })

  it('finds duplicate and unknown fields in strict mode, with what was read', () => {
    const strict = new CoreCodecFactory(scheme, { formats: [jsonFormat], strict: true })
    try {
      strict.universalDecoder(v1).decode(beta.replace('"cronSpec"', '"foo":1,"cronSpec":"2","cronSpec"'))
      expect.unreachable()
    } catch (error) {
      if (!isStrictDecodingError(error)) throw error
      expect(error.errors).toEqual(['unknown field "spec.foo"', 'duplicate field "spec.cronSpec"'])
      expect(error.decoded?.object).toBeInstanceOf(CronTabV1)
      expect(error.findings.map(({ position }) => position?.line)).toEqual([1, 1])
    }
  })

  it('isolates an item with a duplicate field', () => {
    const items = '{"spec":{"schedule":{"minute":"1"}}},{"spec":{"schedule":{"minute":"1","minute":"2"}}}'
    const list = `{"apiVersion":"stable.example.com/v1","kind":"CronTabList","items":[${items}]}`
    const strict = new CoreCodecFactory(scheme, { formats: [jsonFormat], strict: true })
    const { object, badItems } = strict.universalDeserializer().decode(list, { isolateItems: true })
    expect((object as CronTabListV1).items).toHaveLength(1)
    expect(badItems?.map(({ index, error }) => [index, String(error)])).toEqual([
      [1, 'StrictDecodingError: strict decoding error: duplicate field "items[1].spec.schedule.minute"'],
    ])
  })

  it('reads unknown kinds unstructured on request, int64 exactly', () => {
    const loose = new JSONCodecFactory(scheme, { unstructured: true })
    const data = '{"apiVersion":"x/v1","kind":"Y","n":[9223372036854775807]}'
    const { object } = loose.universalDecoder(v1).decode(data)
    const [json] = loose.supportedMediaTypes()
    expect(text(json?.serializer.encode(object) ?? new Uint8Array())).toBe(`${data}\n`)
  })

  it('answers every truncation of a document with an error', () => {
    const bytes = new TextEncoder().encode(beta)
    for (let length = 0; length < bytes.length; length++) {
      expect(() => codecs.universalDeserializer().decode(bytes.subarray(0, length))).toThrow()
    }
  })

  it('survives ten thousand levels', () => {
    for (const deep of [
      `${'['.repeat(9_000)}${']'.repeat(9_000)}`,
      `${'['.repeat(100_000)}`,
      `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`,
    ]) {
      const data = beta.replace('"spec"', `"x":${deep},"spec"`)
      let object: object | undefined
      try {
        object = codecs.universalDecoder(v1beta1).decode(data).object
      } catch (error) {
        expect(error).toMatchObject({ code: expect.any(String) })
      }
      if (object !== undefined) {
        const copy = scheme.convertToVersion(object, v1beta1)
        const [json] = codecs.supportedMediaTypes()
        expect(text(json?.serializer.encode(copy) ?? new Uint8Array()).length).toBeGreaterThan(9_000)
      }
    }
  })
})

describe('data with names that the library uses itself', () => {
  it('does not mislead codecs', () => {
    const data = beta.replace(
      '"spec"',
      '"constructor":{"descriptor":1,"groupVersionKind":1},"deepCopy":1,"toJSON":2,"spec"',
    )
    for (const mode of ['faithful', 'canonical'] as const) {
      const factory = new CoreCodecFactory(scheme, { formats: [jsonFormat], mode })
      const [json] = factory.supportedMediaTypes()
      if (json === undefined) throw new Error('no format')
      const { object } = factory.universalDeserializer().decode(data)
      expect(text(json.serializer.encode(object))).toContain('"cronSpec":"1"')
      expect(text(factory.encoderForVersion(json.serializer, v1).encode(object))).toContain('"minute":"1"')
      expect(scheme.convertToVersion(object, v1beta1)).toEqual(object)
    }
  })
})
