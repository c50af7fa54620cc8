import { describe, expect, it } from 'vitest'
import { isUnknown, Unknown } from '../../../src/runtime/objects/unknown.js'
import { Scheme } from '../../../src/runtime/scheme/scheme.js'
import { Base64Serializer } from '../../../src/runtime/serializer/base64-serializer.js'
import { CodecFactory } from '../../../src/runtime/serializer/codec-factory.js'
import { decodeList, encodeList } from '../../../src/runtime/serializer/decode-list.js'
import { JSONSerializer } from '../../../src/runtime/serializer/json/json-serializer.js'
import { CronTabListV1, CronTabV1, CronTabV1Beta1, v1, v1beta1 } from '../crontab.js'

const scheme = new Scheme().addKnownTypes(v1, CronTabV1, CronTabListV1)
const json = new JSONSerializer(scheme)
const object = (): CronTabV1 => new CronTabV1({ metadata: { name: 'x' } })
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('Base64Serializer', () => {
  const base64 = new Base64Serializer({ encoder: json, decoder: json })

  it('wraps another serializer', () => {
    const encoded = base64.encode(object())
    expect(new TextDecoder().decode(encoded)).toBe(btoa(new TextDecoder().decode(json.encode(object()))))
    expect(base64.decode(encoded).object).toEqual(object())
    expect(base64.identifier).toBe(JSON.stringify({ encoder: json.identifier, name: 'base64' }))
  })

  it('refuses what is no base64', () => {
    expect(() => base64.decode('!')).toThrow(/base64/)
  })
})

describe('lists of undecoded objects', () => {
  it('are encoded and decoded one by one', () => {
    const { objects, errors } = encodeList(json, [object()])
    expect(errors).toEqual([])
    expect(isUnknown(objects[0])).toBe(true)
    expect(decodeList(objects, json)).toEqual({ objects: [object()], errors: [] })
  })

  it('keep unknown formats, report invalid items and return the rest', () => {
    const foreign = new Unknown({ raw: bytes('{"apiVersion":"x/v1","kind":"Y"}') })
    const broken = new Unknown({ raw: bytes('{') })
    const other = new JSONSerializer(new Scheme().addKnownTypes(v1beta1, CronTabV1Beta1))
    const beta = new Unknown({ raw: bytes('{"apiVersion":"stable.example.com/v1beta1","kind":"CronTab"}') })
    const { objects, errors } = decodeList([foreign, broken, beta, object()], json, other)
    expect(objects.slice(0, 2)).toEqual([foreign, broken])
    expect(objects[2]).toBeInstanceOf(CronTabV1Beta1)
    expect(objects[3]).toEqual(object())
    expect(errors.map(({ index }) => index)).toEqual([1])
  })
})

describe('Unknown', () => {
  it('is written as the JSON it holds', () => {
    expect(JSON.stringify({ a: new Unknown({ raw: bytes('{"b":1}') }) })).toBe('{"a":{"b":1}}')
    expect(JSON.stringify(new Unknown())).toBe('null')
    expect(new TextDecoder().decode(json.encode(new Unknown({ raw: bytes('{"b" : 1}') })))).toBe('{"b" : 1}')
  })

  it('is no JSON when it holds something else', () => {
    expect(() => new Unknown({ contentType: 'application/cbor' }).toJSON()).toThrow('non-json')
    expect(() => new Unknown({ raw: bytes('{') }).toJSON()).toThrow('not JSON')
    expect(() => new Unknown({ raw: new Uint8Array([0xff]) }).toJSON()).toThrow()
  })
})

describe('a list with a bad item', () => {
  const codecs = new CodecFactory(scheme)
  const items = 'items:\n- spec: {schedule: {minute: "1"}}\n- spec: {schedule: {minute: 5}}\n'

  it('is read without it from YAML and CBOR too', () => {
    const yaml = `apiVersion: stable.example.com/v1\nkind: CronTabList\n${items}`
    const loose = new CodecFactory(new Scheme(), { unstructured: true })
    const list = loose.universalDeserializer().decode(yaml).object
    for (const { mediaType, serializer } of loose.supportedMediaTypes()) {
      if (mediaType === 'application/vnd.kubernetes.protobuf') continue
      const read = codecs.universalDeserializer().decode(serializer.encode(list), { isolateItems: true })
      expect((read.object as CronTabListV1).items.map(({ spec }) => spec?.schedule.minute)).toEqual(['1'])
      expect(read.badItems?.map(({ index }) => index)).toEqual([1])
    }
  })
})
