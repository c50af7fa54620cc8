import { describe, expect, it } from 'vitest'
import { isConversionError } from '../../../src/conversion/conversion-error.js'
import { isMachineryError } from '../../../src/errors/machinery-error.js'
import type { Decoder } from '../../../src/runtime/interfaces.js'
import { decodeNestedObjects, encodeNestedObjects } from '../../../src/runtime/objects/nested-objects.js'
import { TypedObject } from '../../../src/runtime/objects/typed-object.js'
import { Unknown } from '../../../src/runtime/objects/unknown.js'
import { isUnstructured, Unstructured, UnstructuredList } from '../../../src/runtime/objects/unstructured.js'
import { disabledGroupVersioner } from '../../../src/runtime/scheme/group-versioners.js'
import { isNotRegisteredError } from '../../../src/runtime/scheme/not-registered-error.js'
import { Scheme } from '../../../src/runtime/scheme/scheme.js'
import { CoreCodecFactory } from '../../../src/runtime/serializer/core-codec-factory.js'
import { decodeRawExtension } from '../../../src/runtime/serializer/raw-extension.js'
import { isStrictDecodingError } from '../../../src/runtime/strict-decoding-error.js'
import { GroupVersion } from '../../../src/schema/group-version.js'
import { thrown } from '../../thrown.js'
import {
  CronTabInternal,
  CronTabListV1,
  type CronTabListV1Beta1,
  CronTabV1,
  CronTabV1Beta1,
  convertingScheme,
  group,
  internal,
  v1,
  v1beta1,
} from '../crontab.js'
import { textFormat } from './text-format.js'

const formats = [textFormat('a:'), textFormat('b:')]

const codecs = (options = {}): CoreCodecFactory => new CoreCodecFactory(convertingScheme(), { formats, ...options })
const beta = (spec: object, prefix = 'a:'): string =>
  prefix + JSON.stringify({ apiVersion: `${group}/v1beta1`, kind: 'CronTab', spec })
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
const info = (factory: CoreCodecFactory, index = 0) =>
  factory.supportedMediaTypes()[index] as never as { serializer: never }

describe('universalDeserializer', () => {
  it('reads any of the formats by content and neither converts nor defaults', () => {
    for (const prefix of ['a:', 'b:']) {
      for (const data of [beta({ cronSpec: '1' }, prefix), new TextEncoder().encode(beta({ cronSpec: '1' }, prefix))]) {
        const { object, gvk } = codecs().universalDeserializer().decode(data)
        expect(object).toBeInstanceOf(CronTabV1Beta1)
        expect(object).toMatchObject({ spec: { cronSpec: '1' } })
        expect(String(gvk)).toBe(`${group}/v1beta1, Kind=CronTab`)
      }
    }
  })

  it('says when no format fits', () => {
    expect(
      isMachineryError(
        thrown(() => codecs().universalDeserializer().decode('c:')),
        'UnrecognizedFormat',
      ),
    ).toBe(true)
  })

  it('tries decoders that do not look at the content, and reports the last failure', () => {
    const plain: Decoder = {
      decode: () => {
        throw new Error('not mine')
      },
    }
    const format = () => ({
      ...formats[0]!(convertingScheme(), { mode: 'faithful', pretty: false }),
      serializer: plain as never,
    })
    const factory = new CoreCodecFactory(convertingScheme(), { formats: [format] })
    expect(() => factory.universalDeserializer().decode('c:')).toThrow('not mine')
  })

  it('refuses kinds that are not registered, or reads them unstructured on request', () => {
    const data = 'a:{"apiVersion":"x/v1","kind":"Y","n":9223372036854775807}'
    expect(isNotRegisteredError(thrown(() => codecs().universalDeserializer().decode(data)))).toBe(true)
    const { object } = codecs({ unstructured: true }).universalDeserializer().decode(data)
    expect(isUnstructured(object) && object.n).toBe(9223372036854775807n)
  })
})

describe('decoding to a version', () => {
  it('converts and fills defaults', () => {
    const { object, gvk } = codecs()
      .universalDecoder(v1)
      .decode(beta({ cronSpec: '1' }))
    expect({ ...object }).toEqual({ apiVersion: `${group}/v1`, kind: 'CronTab', spec: { schedule: { minute: '1' } } })
    expect(gvk.version).toBe('v1beta1')
    const same = codecs()
      .universalDecoder(v1)
      .decode('a:{"apiVersion":"stable.example.com/v1","kind":"CronTab","spec":{"schedule":{"minute":"1"}}}')
    expect(same.object).toMatchObject({ spec: { replicas: 1 } })
  })

  it('fills defaults before it converts', () => {
    const s = convertingScheme().addTypeDefaultingFunc(CronTabV1Beta1, (object) => {
      object.spec ??= { cronSpec: 'default' }
    })
    const { object } = new CoreCodecFactory(s, { formats })
      .universalDecoder(v1)
      .decode('a:{"apiVersion":"stable.example.com/v1beta1","kind":"CronTab"}')
    expect(object).toMatchObject({ spec: { schedule: { minute: 'default' } } })
  })

  it('converts to the internal version by default', () => {
    const data = beta({ cronSpec: '1' })
    expect(isNotRegisteredError(thrown(() => codecs().universalDecoder().decode(data)))).toBe(true)
    const s = convertingScheme()
      .addKnownTypes(internal, CronTabInternal)
      .addConversion(
        CronTabV1Beta1,
        CronTabInternal,
        (from) => new CronTabInternal({ spec: { minute: from.spec?.cronSpec } }),
      )
    const { object } = new CoreCodecFactory(s, { formats }).universalDecoder().decode(data)
    expect(object).toBeInstanceOf(CronTabInternal)
    expect({ ...object }).toEqual({ spec: { minute: '1' } })
  })

  it('converts to the class asked for', () => {
    const decoder = codecs().decoderToVersion(codecs().universalDeserializer(), disabledGroupVersioner)
    const { object } = decoder.decode(beta({ cronSpec: '1' }), { into: CronTabV1 })
    expect(object.spec?.schedule.minute).toBe('1')
    const kindless = decoder.decode('a:{"spec":{"schedule":{"minute":"2"}}}', { into: CronTabV1 })
    expect(kindless.object.spec?.schedule.minute).toBe('2')
    const loose = decoder.decode(beta({ cronSpec: '1' }), { into: Unstructured })
    expect(loose.object.spec).toEqual({ cronSpec: '1' })
  })

  it.each([
    [undefined, 'undefined'],
    [{ kind: 'CronTab' }, 'Object'],
    [new ArrayBuffer(1), 'ArrayBuffer: make it a Uint8Array'],
  ])('says of %j that it is neither text nor bytes', (data, name) => {
    expect(
      thrown(() =>
        codecs()
          .universalDeserializer()
          .decode(data as never),
      ),
    ).toMatchObject({
      code: 'InvalidInput',
      message: `what is decoded has to be text or bytes, not ${name}`,
    })
  })

  it('refuses another class than the one asked for where nothing is converted', () => {
    const decoder = codecs().universalDeserializer()
    expect(decoder.decode(beta({}), { into: CronTabV1Beta1 }).object).toBeInstanceOf(CronTabV1Beta1)
    expect(decoder.decode(beta({}), { into: Unstructured }).object).toBeInstanceOf(Unstructured)
    expect(thrown(() => decoder.decode(beta({}), { into: CronTabV1 }))).toMatchObject({
      code: 'KindMismatch',
      message: 'unable to decode stable.example.com/v1beta1, Kind=CronTab into stable.example.com/v1, Kind=CronTab',
    })
  })

  it('passes unknown kinds through where they are read unstructured', () => {
    const { object } = codecs({ unstructured: true }).universalDecoder(v1).decode('a:{"apiVersion":"x/v1","kind":"Y"}')
    expect(isUnstructured(object)).toBe(true)
  })

  it('keeps strict findings until the object is converted', () => {
    const factory = codecs({ strict: true })
    const error = thrown(() => factory.universalDecoder(v1).decode(beta({ cronSpec: '1', foo: 1, bar: 2 })))
    if (!isStrictDecodingError(error)) throw error
    expect(error.errors).toEqual(['unknown field "spec.foo"', 'unknown field "spec.bar"'])
    expect(error.decoded?.object).toBeInstanceOf(CronTabV1)
    const broken = thrown(() => factory.universalDecoder(new GroupVersion(group, 'v9')).decode(beta({ foo: 1 })))
    expect(isNotRegisteredError(broken)).toBe(true)
  })

  it('cannot encode where no encoder was given', () => {
    const codec = codecs().codecForVersions({ decoder: codecs().universalDeserializer() })
    expect(
      isMachineryError(
        thrown(() => codec.encode(new CronTabV1())),
        'NotAllowed',
      ),
    ).toBe(true)
  })
})

describe('encoding for a version', () => {
  const encoder = (version = v1beta1) => codecs().encoderForVersion(info(codecs()).serializer, version)
  const object = (): CronTabV1 => new CronTabV1({ spec: { schedule: { minute: '1' } } })

  it('converts first and leaves the object alone', () => {
    const frozen = Object.freeze(object())
    expect(text(encoder().encode(frozen))).toBe(
      'a:{"apiVersion":"stable.example.com/v1beta1","kind":"CronTab","spec":{"cronSpec":"1"}}',
    )
    expect(frozen).toEqual(object())
  })

  it('writes unstructured and plain objects of the version, or of none, as they are', () => {
    for (const content of [{ a: 1, apiVersion: `${group}/v1beta1`, kind: 'Foreign' }, { kind: 'X' }]) {
      expect(text(encoder().encode(new Unstructured(content)))).toBe(`a:${JSON.stringify(content)}`)
      expect(text(encoder().encode(content))).toBe(`a:${JSON.stringify(content)}`)
    }
  })

  it('converts unstructured objects of another version', () => {
    const loose = new Unstructured({ ...object() })
    expect(text(encoder().encode(loose))).toContain('"spec":{"cronSpec":"1"}')
  })

  it('converts the items of unstructured lists', () => {
    const list = new UnstructuredList({ apiVersion: `${group}/v1`, kind: 'CronTabList', items: [{ ...object() }] })
    expect(text(encoder().encode(list))).toContain('"items":[{"apiVersion":"stable.example.com/v1beta1"')
    const foreign = new UnstructuredList({ apiVersion: `${group}/v1beta1`, kind: 'FooList', items: [] })
    expect(text(encoder().encode(foreign))).toBe(
      'a:{"apiVersion":"stable.example.com/v1beta1","items":[],"kind":"FooList"}',
    )
  })

  it('refuses unstructured objects that the target does not take', () => {
    const error = thrown(() => encoder().encode(new Unstructured({ apiVersion: 'x/v1', kind: 'Y' })))
    expect(isNotRegisteredError(error) && error.message).toBe(
      `"x/v1" is not suitable for converting to "${group}/v1beta1" in scheme "test"`,
    )
  })

  it('passes undecoded objects on', () => {
    const seen: unknown[] = []
    const sink = {
      identifier: 'sink',
      encode(object: unknown) {
        seen.push(object)
        return new Uint8Array()
      },
    }
    const unknown = new Unknown({ kind: 'X' })
    codecs().encoderForVersion(sink, v1).encode(unknown)
    expect(seen).toEqual([unknown])
  })

  it('writes unversioned objects with their own kind', () => {
    const s = convertingScheme().addUnversionedTypes(new GroupVersion('', 'v1'), CronTabInternal)
    const factory = new CoreCodecFactory(s, { formats })
    const bytes = factory.encoderForVersion(info(factory).serializer, v1).encode(new CronTabInternal())
    expect(text(bytes)).toBe('a:{"apiVersion":"v1","kind":"CronTab"}')
  })

  it('says which conversion is missing', () => {
    const s = new Scheme().addKnownTypes(v1, CronTabV1).addKnownTypes(v1beta1, CronTabV1Beta1)
    const factory = new CoreCodecFactory(s, { formats })
    const error = thrown(() => factory.encoderForVersion(info(factory).serializer, v1beta1).encode(object()))
    expect(isConversionError(error)).toBe(true)
  })

  it('is identified by version and format', () => {
    expect(encoder().identifier).toBe(`{"encodeGV":"${group}/v1beta1","encoder":"a:","name":"versioning"}`)
  })
})

describe('without conversion', () => {
  const plain = codecs().withoutConversion()

  it('sets the kind and changes nothing else', () => {
    const s = convertingScheme().addKnownTypeWithName(v1.withKind('Alias'), CronTabV1)
    const serializer = new CoreCodecFactory(s, { formats }).withoutConversion()
    const object = new CronTabV1()
    delete (object as { kind?: string }).kind
    const encoder = serializer.encoderForVersion(info(codecs()).serializer, v1beta1)
    expect(text(encoder.encode(object))).toBe('a:{"apiVersion":"stable.example.com/v1beta1","kind":"CronTab"}')
    expect(Object.keys(object)).toEqual(['apiVersion'])
  })

  it('writes what is not registered as it is', () => {
    class Foreign extends CronTabV1 {
      static override readonly descriptor = CronTabV1Beta1.descriptor
    }
    expect(text(plain.encoderForVersion(info(codecs()).serializer, v1).encode(new Foreign()))).toContain(
      '"kind":"CronTab"',
    )
  })

  it('reads the version in the document', () => {
    const { object } = plain.decoderToVersion(codecs().universalDeserializer(), v1).decode(beta({ cronSpec: '1' }))
    expect(object).toBeInstanceOf(CronTabV1Beta1)
    expect(plain.supportedMediaTypes()).toHaveLength(2)
  })
})

describe('a factory', () => {
  it('needs a format and offers each media type once', () => {
    expect(
      isMachineryError(
        thrown(() => new CoreCodecFactory(convertingScheme(), { formats: [] })),
        'NoFormats',
      ),
    ).toBe(true)
    const twice = new CoreCodecFactory(convertingScheme(), { formats: [...formats, textFormat('a:')] })
    expect(twice.supportedMediaTypes().map(({ mediaType }) => mediaType)).toEqual(['text/a:', 'text/b:'])
  })

  it('has a legacy codec', () => {
    const codec = codecs().legacyCodec(v1beta1)
    expect(text(codec.encode(new CronTabV1({ spec: { schedule: { minute: '1' } } })))).toContain('v1beta1')
    expect(isNotRegisteredError(thrown(() => codec.decode(beta({}))))).toBe(true)
  })
})

describe('a list with bad items', () => {
  const list = (...specs: unknown[]): string =>
    `a:${JSON.stringify({
      apiVersion: `${group}/v1`,
      kind: 'CronTabList',
      metadata: { name: 'l' },
      items: specs.map((spec) => ({ metadata: { name: 'n' }, spec })),
    })}`
  const good = { schedule: { minute: '1' } }

  it('is refused as a whole unless asked otherwise', () => {
    expect(() =>
      codecs()
        .universalDeserializer()
        .decode(list(good, { replicas: 'x' })),
    ).toThrow()
  })

  it('is read without them on request', () => {
    const { object, badItems } = codecs()
      .universalDeserializer()
      .decode(list(good, { replicas: 'x' }, good, 'nonsense'), { isolateItems: true })
    const { items } = object as CronTabListV1
    expect(object).toBeInstanceOf(CronTabListV1)
    expect(items.map((item) => item instanceof CronTabV1)).toEqual([true, true])
    expect(object).toMatchObject({ metadata: { name: 'l' } })
    expect(badItems?.map(({ index }) => index)).toEqual([1, 3])
    expect(badItems?.[0]?.item).toMatchObject({ metadata: { name: 'n' }, spec: { replicas: 'x' } })
    expect(String(badItems?.[0]?.error)).toContain('spec.replicas')
  })

  it('converts the items that are left', () => {
    const { object, badItems } = codecs().universalDecoder(v1beta1).decode(list(good, 1), { isolateItems: true })
    expect((object as CronTabListV1Beta1).items[0]?.spec).toEqual({ cronSpec: '1', replicas: 1 })
    expect(badItems).toHaveLength(1)
  })

  it('reports no bad items when there are none', () => {
    expect(codecs().universalDeserializer().decode(list(good), { isolateItems: true }).badItems).toEqual([])
  })

  it('isolates items with strict findings and says what they are', () => {
    const { object, badItems } = codecs({ strict: true })
      .universalDeserializer()
      .decode(list(good, { ...good, foo: 1 }), { isolateItems: true })
    expect((object as CronTabListV1).items).toHaveLength(1)
    expect(String(badItems?.[0]?.error)).toContain('strict decoding error: unknown field "items[1].spec.foo"')
  })

  it('is refused when the problem is not in an item', () => {
    const wrong = list(good, 1).replace('{"name":"l"}', '5')
    expect(() => codecs().universalDeserializer().decode(wrong, { isolateItems: true })).toThrow(/metadata/)
    expect(() => codecs().universalDeserializer().decode('a:{', { isolateItems: true })).toThrow()
  })
})

describe('nested objects', () => {
  class Holder extends TypedObject {
    static readonly groupVersionKind = v1.withKind<Holder>('Holder')
    static readonly descriptor = { ...Unstructured.descriptor, options: Unstructured.descriptor.options } as never
    declare nested: TypedObject;
    [decodeNestedObjects](): void {
      const nested = decodeRawExtension(this.nested, convertingScheme())
      if (nested !== undefined) this.nested = nested as TypedObject
    }
    [encodeNestedObjects](convert: (object: TypedObject) => TypedObject): void {
      this.nested = convert(this.nested)
    }
  }

  it('are read by their kind', () => {
    const json = { apiVersion: `${group}/v1`, kind: 'CronTab', spec: { schedule: { minute: '1' } } }
    const object = decodeRawExtension(json, convertingScheme())
    expect(object).toBeInstanceOf(CronTabV1)
    expect(JSON.stringify(object)).toBe(JSON.stringify(json))
    expect(decodeRawExtension(null, convertingScheme())).toBeUndefined()
    expect(decodeRawExtension(object, convertingScheme())).toBe(object)
    expect(() => decodeRawExtension([], convertingScheme())).toThrow("Object 'Kind' is missing")
    expect(
      isNotRegisteredError(thrown(() => decodeRawExtension({ apiVersion: 'x/v1', kind: 'Y' }, convertingScheme()))),
    ).toBe(true)
  })

  it('are converted when their holder is encoded', () => {
    const s = convertingScheme().addKnownTypes(v1, Holder).addKnownTypes(v1beta1, Holder)
    const factory = new CoreCodecFactory(s, { formats })
    const holder = new Holder({ nested: new CronTabV1({ spec: { schedule: { minute: '1' } } }) })
    const bytes = factory.encoderForVersion(info(factory).serializer, v1beta1).encode(holder)
    expect(text(bytes)).toContain('"nested":{"apiVersion":"stable.example.com/v1beta1"')
  })
})
