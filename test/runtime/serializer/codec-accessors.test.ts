import { describe, expect, test } from 'vitest'
import * as core from '../../../src/api/core/v1/index.js'
import { Scheme } from '../../../src/runtime/scheme/scheme.js'
import { CodecFactory } from '../../../src/runtime/serializer/codec-factory.js'
import { jsonFormat } from '../../../src/runtime/serializer/json/json-format.js'

const scheme = new Scheme()
core.addToScheme(scheme)
const map = new core.ConfigMap({ metadata: { name: 'a' }, data: { k: 'v' } })

describe.each(['json', 'yaml', 'protobuf', 'cbor'] as const)('codecs.%s', (name) => {
  test('reads what it writes, in the format of its name', () => {
    const codecs = new CodecFactory(scheme)
    const bytes = codecs[name].encode(map)
    expect(codecs[name].decode(bytes).object).toEqual(map)
    expect(codecs.universalDeserializer().decode(bytes).object).toEqual(map)
    const mediaType = { json: 'json', yaml: 'yaml', protobuf: 'vnd.kubernetes.protobuf', cbor: 'cbor' }[name]
    expect(codecs.supportedMediaTypes().find((info) => info.mediaType === `application/${mediaType}`)?.serializer).toBe(
      codecs[name],
    )
  })

  test('is refused by a factory without it', () => {
    const codecs = new CodecFactory(scheme, { formats: [jsonFormat] })
    if (name === 'json') expect(codecs[name].encode(map)).toBeInstanceOf(Uint8Array)
    else expect(() => codecs[name]).toThrow('the codec factory was made without application/')
  })
})
