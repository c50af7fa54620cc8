import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addToScheme, ConfigMap, ConfigMapList } from '../../../../src/api/core/v1/index.js'
import { isMachineryError } from '../../../../src/errors/machinery-error.js'
import type { Decoder } from '../../../../src/runtime/interfaces.js'
import type { KubernetesObject } from '../../../../src/runtime/objects/typed-object.js'
import { Unstructured } from '../../../../src/runtime/objects/unstructured.js'
import { Scheme } from '../../../../src/runtime/scheme/scheme.js'
import { CBORSerializer } from '../../../../src/runtime/serializer/cbor/cbor-serializer.js'
import { CodecFactory } from '../../../../src/runtime/serializer/codec-factory.js'
import {
  type DecodeListOptions,
  decodeListStream,
} from '../../../../src/runtime/serializer/streaming/decode-list-stream.js'
import { encodeListStream } from '../../../../src/runtime/serializer/streaming/encode-list-stream.js'
import { isStrictDecodingError } from '../../../../src/runtime/strict-decoding-error.js'

const scheme = new Scheme({ name: 'test' })
addToScheme(scheme)
const codecs = new CodecFactory(scheme)
const decoder = codecs.universalDeserializer()
const utf8 = new TextEncoder()

function serializerOf(factory: CodecFactory, mediaType: string) {
  const info = factory.supportedMediaTypes().find((one) => one.mediaType === mediaType)
  if (info === undefined) throw new Error(mediaType)
  return info
}

const canonicalJSON = serializerOf(new CodecFactory(scheme, { mode: 'canonical' }), 'application/json')
const protobuf = serializerOf(codecs, 'application/vnd.kubernetes.protobuf').serializer

function chunked(bytes: Uint8Array, size: number): Uint8Array[] {
  const chunks: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.slice(at, at + size))
  return chunks
}

interface Outcome {
  readonly items: KubernetesObject[]
  readonly list?: KubernetesObject | undefined
  readonly error?: unknown
}

async function read(
  chunks: Iterable<Uint8Array | string>,
  options: Partial<DecodeListOptions> & { decoder?: Decoder } = {},
): Promise<Outcome> {
  const items: KubernetesObject[] = []
  const stream = decodeListStream(chunks, { decoder, ...options })
  try {
    for await (const item of stream) items.push(item)
  } catch (error) {
    return { items, error }
  }
  return { items, list: stream.list }
}

function configMaps(count: number): ConfigMap[] {
  return Array.from(
    { length: count },
    (_, i) =>
      new ConfigMap({ metadata: { name: `a-${i}` }, data: { 'k"\\': `}],{[ ${'é'.repeat(i)} \u2028 \\`, n: `${i}` } }),
  )
}

const list = new ConfigMapList({ metadata: { resourceVersion: '7', continue: 'next' }, items: configMaps(5) })
const encodings = [
  ['JSON', canonicalJSON.serializer.encode(list)],
  ['JSON for people', canonicalJSON.prettySerializer?.encode(list) ?? new Uint8Array()],
  ['protobuf', protobuf.encode(list)],
] as const

describe.each(encodings)('a list in %s', (_, bytes) => {
  const whole = decoder.decode(bytes).object as ConfigMapList

  test('has the items of the list decoded at once, wherever it is split', async () => {
    for (let at = 0; at <= bytes.length; at++) {
      const { items, list: rest, error } = await read([bytes.slice(0, at), bytes.slice(at)])
      expect(error).toBeUndefined()
      expect(items).toEqual(whole.items)
      expect(rest).toBeInstanceOf(ConfigMapList)
      expect({ ...rest, items: whole.items }).toEqual({ ...whole })
    }
  })

  test('comes in chunks of any size', async () => {
    for (const size of [1, 2, 3, 7, 64, 1000]) {
      const { items, error } = await read(chunked(bytes, size))
      expect(error).toBeUndefined()
      expect(items).toEqual(whole.items)
      expect(items.every((item) => item instanceof ConfigMap && item.kind === 'ConfigMap')).toBe(true)
    }
  })

  test('is an error wherever it is cut, after the items that were whole', async () => {
    const tail = bytes.length - 4
    for (let at = 0; at < bytes.length; at++) {
      const { items, error } = await read([bytes.slice(0, at)])
      expect(items).toEqual(whole.items.slice(0, items.length))
      // The newline of JSON and the empty fields after a protobuf list may be missing.
      const complete = at >= tail && error === undefined
      if (!complete) expect(isMachineryError(error), `cut at ${at}: ${String(error)}`).toBe(true)
      else expect(items).toHaveLength(5)
    }
  })

  test('is an error when an item is too large', async () => {
    const { error } = await read(chunked(bytes, 16), { maxItemBytes: 30 })
    expect(error).toMatchObject({ code: 'FrameTooLarge', limit: 30 })
  })

  test('is written as the whole list, from single items', async () => {
    const encoder =
      bytes === encodings[2][1]
        ? protobuf
        : bytes === encodings[0][1]
          ? canonicalJSON.serializer
          : canonicalJSON.prettySerializer
    if (encoder === undefined) throw new Error('no encoder')
    for (const count of [0, 1, 2, 5, 40]) {
      const items = configMaps(count)
      for (const batchSize of [1, 3, 16]) {
        const parts: Uint8Array[] = []
        for await (const part of encodeListStream(items, { encoder, list, batchSize })) parts.push(part)
        const expected = encoder.encode(new ConfigMapList({ metadata: list.metadata, items }))
        expect(Buffer.concat(parts).equals(Buffer.from(expected)), `${count} items by ${batchSize}`).toBe(true)
      }
    }
  })
})

describe('decodeListStream', () => {
  const item = (i: number, spec = ''): string => `{"metadata":{"name":"a-${i}"}${spec}}`
  const head = '"kind":"ConfigMapList","apiVersion":"v1"'

  test('reports metadata before and after the items', async () => {
    for (const text of [
      `{${head},"metadata":{"resourceVersion":"7"},"items":[${item(0)}],"extra":{"a":1}}`,
      `{"apiVersion":"v1","items":[${item(0)}],"extra":{"a":1},"kind":"ConfigMapList","metadata":{"resourceVersion":"7"}}`,
    ]) {
      const seen: unknown[] = []
      const outcome = await read([text], {
        itemClass: ConfigMap,
        onMetadata: ({ metadata }: { metadata?: unknown }) => seen.push(metadata),
      } as never)
      expect(outcome.error).toBeUndefined()
      expect(seen).toEqual([{ resourceVersion: '7' }])
      expect(outcome.items).toEqual([Object.assign(Object.create(ConfigMap.prototype), { metadata: { name: 'a-0' } })])
      expect(outcome.list).toBeInstanceOf(ConfigMapList)
      expect(outcome.list).toMatchObject({ extra: { a: 1 }, metadata: { resourceVersion: '7' } })
    }
  })

  test('delivers metadata before the first item', async () => {
    const order: string[] = []
    const text = `{${head},"metadata":{},"items":[${item(0)},${item(1)}]}`
    for await (const one of decodeListStream([text], { decoder, onMetadata: () => order.push('metadata') })) {
      order.push((one as ConfigMap).metadata?.name ?? '')
    }
    expect(order).toEqual(['metadata', 'a-0', 'a-1'])
  })

  test('names the item in errors, and hands out those before it', async () => {
    const items = Array.from({ length: 20 }, (_, i) => item(i, i === 17 ? ',"data":{"k":1}' : ''))
    const { items: before, error } = await read([`{${head},"items":[${items.join(',')}]}`])
    expect(before).toHaveLength(17)
    expect(error).toMatchObject({ code: 'InvalidType', path: 'items[17].data.k' })
  })

  test('leaves out invalid items when a handler receives them', async () => {
    const bad: unknown[] = []
    const items = [item(0), '{"metadata":7}', item(2)]
    const onBadItem = (one: { index: number; encoded: Uint8Array }): void => {
      bad.push([one.index, new TextDecoder().decode(one.encoded)])
    }
    const outcome = await read([`{${head},"items":[${items.join(' , ')}]}`], { onBadItem })
    expect(outcome.error).toBeUndefined()
    expect(outcome.items).toHaveLength(2)
    expect(bad).toEqual([[1, '{"metadata":7}']])
  })

  test('reports strict findings with the place in the whole list', async () => {
    const strict = new CodecFactory(scheme, { strict: true }).universalDeserializer()
    const text = `{${head},"items":[${item(0)},${item(1, ',"foo":1,"data":{"a":"1","a":"2"}')}]}`
    const inItem = await read([text], { decoder: strict })
    if (!isStrictDecodingError(inItem.error)) throw inItem.error
    expect(inItem.error.errors).toEqual(['unknown field "items[1].foo"', 'duplicate field "items[1].data.a"'])
    expect(() => strict.decode(text)).toThrow(inItem.error.message)
    expect(inItem.items).toHaveLength(1)
    const inList = await read([`{${head},"items":[${item(0)}],"bar":1}`], { decoder: strict })
    if (!isStrictDecodingError(inList.error)) throw inList.error
    expect(inList.error.errors).toEqual(['unknown field "bar"'])
  })

  test.each([
    ['{', 'UnexpectedEOF'],
    ['', 'UnexpectedEOF'],
    ['[]', 'InvalidJSON'],
    [`{${head},"items":[${item(0)} ${item(1)}]}`, 'InvalidJSON'],
    [`{${head},"items":[${item(0)},]}`, 'InvalidJSON'],
    [`{${head},"items":[${item(0)}]]`, 'InvalidJSON'],
    [`{${head},"items":[]} x`, 'InvalidJSON'],
    [`{${head},"items":[],}`, 'InvalidJSON'],
    [`{${head} "items":[]}`, 'InvalidJSON'],
    [`{${head},"items":[],"items":[]}`, 'DuplicateField'],
    [`{${head},"items":[{"metadata":{]}]}`, 'InvalidJSON'],
    [`{${head},"items":[tru]}`, 'InvalidJSON'],
    [`{${head},"items":{}}`, 'InvalidType'],
    ['{"items":[{}]}', 'MissingKind'],
    ['{"kind":"FooList","apiVersion":"v1","items":[{}]}', 'NotRegistered'],
  ])('refuses %j', async (text, code) => {
    for (const size of [1, 5, 1000]) {
      const { error } = await read(chunked(utf8.encode(text), size))
      expect(error).toMatchObject({ code })
    }
  })

  test.each(['null', '[]', '[null]'])('reads items that are %s as they are read at once', async (items) => {
    const text = `{${head},"items":${items}}`
    const outcome = await read([text])
    const whole = decoder.decode(text).object as ConfigMapList
    expect(outcome.error).toBeUndefined()
    expect(outcome.items).toEqual(whole.items ?? [])
  })

  test('reads lists of unregistered kinds', async () => {
    const dynamic = new CodecFactory(new Scheme(), { unstructured: true }).universalDeserializer()
    const text = '{"kind":"WidgetList","apiVersion":"example.com/v1","items":[{"spec":{"n":9007199254740993}}]}'
    const { items, error } = await read(chunked(utf8.encode(text), 9), { decoder: dynamic })
    expect(error).toBeUndefined()
    expect(items[0]).toBeInstanceOf(Unstructured)
    expect(items[0]).toEqual(
      new Unstructured({ spec: { n: 9007199254740993n }, kind: 'Widget', apiVersion: 'example.com/v1' }),
    )
  })

  test('gives what decoding at once gives, however it is split', async () => {
    const dynamic = new CodecFactory(new Scheme(), { unstructured: true }).universalDeserializer()
    const anyItem = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 })
    const input = fc.record({
      items: fc.array(anyItem),
      sizes: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
    })
    await fc.assert(
      fc.asyncProperty(input, async ({ items, sizes }) => {
        const text = JSON.stringify({ kind: 'WidgetList', apiVersion: 'v1', metadata: {}, items })
        const bytes = utf8.encode(text)
        const chunks: Uint8Array[] = []
        for (let at = 0, i = 0; at < bytes.length; i++) {
          const size = sizes[i % sizes.length] ?? 1
          chunks.push(bytes.slice(at, at + size))
          at += size
        }
        let whole: unknown
        try {
          whole = (dynamic.decode(text).object as unknown as { items: unknown[] }).items
        } catch {
          return
        }
        const outcome = await read(chunks, { decoder: dynamic })
        expect(outcome.error).toBeUndefined()
        expect(outcome.items).toEqual(whole)
      }),
      { numRuns: 150 },
    )
  })

  test('cancels the source when the loop is left', async () => {
    let cancelled = false
    const source = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(utf8.encode(`{${head},"items":[${item(0)},`)),
      cancel: () => {
        cancelled = true
      },
    })
    for await (const _ of decodeListStream(source, { decoder })) break
    expect(cancelled).toBe(true)
  })

  test('ends with an error when its signal is aborted, even without data', async () => {
    const controller = new AbortController()
    const source = new ReadableStream<Uint8Array>({ start: (stream) => stream.enqueue(utf8.encode(`{${head},`)) })
    const stream = decodeListStream(source, { decoder, signal: controller.signal })
    const next = stream.next()
    setTimeout(() => controller.abort(new Error('enough')), 5)
    await expect(next).rejects.toMatchObject({ code: 'Interrupted' })
    await expect(stream.next()).resolves.toMatchObject({ done: true })
  })
})

describe('encodeListStream', () => {
  test.each([
    ['typed', new ConfigMapList({ metadata: { resourceVersion: '7' }, items: [] })],
    [
      'of one version and kind',
      new Unstructured({ kind: 'WidgetList', apiVersion: 'a/v1', zz: { items: [1] }, items: [] }),
    ],
    ['without kind', new Unstructured({ items: [] })],
  ])('writes CBOR as the whole list is: %s', async (_, whole) => {
    const encoder = new CBORSerializer(scheme)
    for (const count of [0, 1, 5, 23, 24, 300]) {
      const items = configMaps(count)
      const parts: Uint8Array[] = []
      for await (const part of encodeListStream(items, { encoder, list: whole, batchSize: 30 })) parts.push(part)
      const copy = whole.deepCopy()
      copy.items = items
      expect(Buffer.concat(parts).equals(Buffer.from(encoder.encode(copy))), `${count} items`).toBe(true)
    }
  })

  test('refuses items of which there are others the second time', async () => {
    let turn = 0
    const fickle = { [Symbol.iterator]: () => configMaps(++turn)[Symbol.iterator]() }
    for (const encoder of [protobuf, new CBORSerializer(scheme)]) {
      const reading = async () => {
        for await (const part of encodeListStream(fickle, { encoder, list })) expect(part).toBeInstanceOf(Uint8Array)
      }
      await expect(reading()).rejects.toMatchObject({ code: 'Unsupported' })
    }
  })

  test('takes items that come once for JSON, and not for protobuf and CBOR', async () => {
    async function* items(): AsyncGenerator<ConfigMap> {
      yield* configMaps(3)
    }
    const parts: Uint8Array[] = []
    for await (const part of encodeListStream(items(), { encoder: canonicalJSON.serializer, list })) parts.push(part)
    const expected = canonicalJSON.serializer.encode(
      new ConfigMapList({ metadata: list.metadata, items: configMaps(3) }),
    )
    expect(Buffer.concat(parts).equals(Buffer.from(expected))).toBe(true)
    for (const encoder of [protobuf, new CBORSerializer(scheme)]) {
      await expect(encodeListStream(items(), { encoder, list }).next()).rejects.toMatchObject({ code: 'Unsupported' })
    }
  })

  test('writes a list unchanged where the encoder does', async () => {
    const encoder = serializerOf(codecs, 'application/json').serializer
    const odd = {
      kind: 'ConfigMapList',
      items: [],
      apiVersion: 'v1',
      metadata: {},
      extra: [{}],
    } as unknown as KubernetesObject
    const parts: Uint8Array[] = []
    for await (const part of encodeListStream(configMaps(2), { encoder, list: odd, batchSize: 1 })) parts.push(part)
    expect(Buffer.concat(parts).toString()).toBe(
      new TextDecoder().decode(encoder.encode({ ...odd, items: configMaps(2) } as unknown as KubernetesObject)),
    )
  })

  test('refuses formats that have no lists to be cut', async () => {
    const encoder = serializerOf(codecs, 'application/yaml').serializer
    await expect(encodeListStream([], { encoder, list }).next()).rejects.toMatchObject({ code: 'Unsupported' })
  })
})
