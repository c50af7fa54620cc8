import { describe, expect, it } from 'vitest'
import { addToScheme as addCore } from '../../../src/api/core/v1/register.gen.js'
import { ConfigMap } from '../../../src/api/core/v1/types.gen.js'
import { Scheme } from '../../../src/runtime/scheme/scheme.js'
import { CodecFactory } from '../../../src/runtime/serializer/codec-factory.js'
import { CronTabV1, CronTabV1Beta1, convertingScheme, v1, v1beta1 } from '../crontab.js'

const scheme = convertingScheme()

const core = new Scheme({ name: 'core' })
addCore(core)

const codecs = new CodecFactory(scheme)
const object = (): CronTabV1 =>
  new CronTabV1({ metadata: { name: 'x' }, spec: { schedule: { minute: '*/5' }, replicas: 2 } })

describe('CodecFactory', () => {
  it('offers every format', () => {
    expect(codecs.supportedMediaTypes().map(({ mediaType }) => mediaType)).toEqual([
      'application/json',
      'application/yaml',
      'application/vnd.kubernetes.protobuf',
      'application/cbor',
    ])
  })

  it.each(codecs.supportedMediaTypes().map((info) => [info.mediaType, info] as const))(
    'writes %s and recognises it by content',
    (_, { serializer }) => {
      const bytes = serializer.encode(object())
      const { object: read, gvk } = codecs.universalDeserializer().decode(bytes)
      expect(read).toBeInstanceOf(CronTabV1)
      expect(read).toEqual(object())
      expect(String(gvk)).toBe('stable.example.com/v1, Kind=CronTab')
    },
  )

  it.each(codecs.supportedMediaTypes().map((info) => [info.mediaType, info] as const))(
    'converts on the way through %s',
    (_, { serializer }) => {
      const bytes = codecs.encoderForVersion(serializer, v1beta1).encode(object())
      expect(codecs.universalDeserializer().decode(bytes).object).toBeInstanceOf(CronTabV1Beta1)
      expect(codecs.universalDecoder(v1).decode(bytes).object).toEqual(object())
    },
  )

  it.each(codecs.supportedMediaTypes().map((info) => [info.mediaType, info] as const))(
    'answers every truncation of %s with an object or an error that has a code',
    (_, { serializer }) => {
      const bytes = serializer.encode(object())
      for (let length = 0; length < bytes.length; length++) {
        try {
          expect(codecs.universalDeserializer().decode(bytes.subarray(0, length)).object).toBeTypeOf('object')
        } catch (error) {
          expect(error).toMatchObject({ code: expect.any(String) })
        }
      }
    },
  )

  it.each(['json', 'yaml', 'vnd.kubernetes.protobuf', 'cbor'])('reads long integers of %s as configured', (subType) => {
    const exact = new CodecFactory(core, { integers: 'bigint' })
    const format = exact.supportedMediaTypes().find(({ mediaTypeSubType }) => mediaTypeSubType === subType)
    const generation = 2n ** 53n + 1n
    const bytes = format!.serializer.encode(new ConfigMap({ metadata: { generation: generation as never } }))
    expect(exact.universalDeserializer().decode(bytes).object).toMatchObject({ metadata: { generation } })
    if (subType === 'cbor') return
    expect(() => new CodecFactory(core).universalDeserializer().decode(bytes)).toThrow(
      expect.objectContaining({ path: 'metadata.generation' }),
    )
  })
})
