import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addToScheme, ConfigMap } from '../../src/api/core/v1/index.js'
import { isStatusError } from '../../src/errors/status-error.js'
import { Unstructured } from '../../src/runtime/objects/unstructured.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { CodecFactory } from '../../src/runtime/serializer/codec-factory.js'
import { ClientNegotiator } from '../../src/runtime/serializer/negotiation/client-negotiator.js'
import type { ChunkSource } from '../../src/runtime/serializer/streaming/chunks.js'
import { GroupVersion } from '../../src/schema/group-version.js'
import { cborWatch } from '../../src/watch/formats/cbor-watch.js'
import { jsonWatch } from '../../src/watch/formats/json-watch.js'
import { protobufWatch } from '../../src/watch/formats/protobuf-watch.js'
import { watchFormatFor } from '../../src/watch/formats/watch-format-for.js'
import { yamlWatch } from '../../src/watch/formats/yaml-watch.js'
import { StreamWatcher } from '../../src/watch/stream-watcher.js'
import { WatchDecoder, type WatchDecoderOptions } from '../../src/watch/watch-decoder.js'
import { WatchEncoder } from '../../src/watch/watch-encoder.js'
import { errorFromEvent, isInitialEventsEnd, type WatchEvent } from '../../src/watch/watch-event.js'
import type { WatchFormat } from '../../src/watch/watch-format.js'

const scheme = new Scheme({ name: 'test' })
addToScheme(scheme)
const codecs = new CodecFactory(scheme)
const decoder = codecs.universalDeserializer()
const utf8 = new TextEncoder()

function serializerFor(mediaType: string, factory: CodecFactory = codecs) {
  const info = factory.supportedMediaTypes().find((one) => one.mediaType === mediaType)
  if (info === undefined) throw new Error(mediaType)
  return info.serializer
}

const configMap = new ConfigMap({
  metadata: { name: 'a', resourceVersion: '7' },
  data: { k: 'line\nbreak }{ é \u2028' },
})
const status = decoder.decode(
  '{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Expired","code":410,"message":"too old"}',
).object
const bookmark = new ConfigMap({
  metadata: { resourceVersion: '9', annotations: { 'k8s.io/initial-events-end': 'true' } },
})
const events: WatchEvent[] = [
  { type: 'ADDED', object: configMap },
  { type: 'MODIFIED', object: new ConfigMap({ metadata: { name: 'a' } }) },
  { type: 'BOOKMARK', object: bookmark },
  { type: 'DELETED', object: configMap },
  { type: 'ERROR', object: status },
]

const formats: readonly (readonly [string, WatchFormat, string])[] = [
  ['JSON', jsonWatch, 'application/json'],
  ['protobuf', protobufWatch, 'application/vnd.kubernetes.protobuf'],
  ['CBOR', cborWatch, 'application/cbor'],
  ['YAML', yamlWatch, 'application/yaml'],
]

async function collect(
  source: ChunkSource,
  options: Partial<WatchDecoderOptions> = {},
): Promise<{ events: WatchEvent[]; error?: unknown }> {
  const seen: WatchEvent[] = []
  try {
    for await (const event of new WatchDecoder(source, { decoder, ...options })) seen.push(event)
  } catch (error) {
    return { events: seen, error }
  }
  return { events: seen }
}

function plain(list: readonly WatchEvent[]): unknown {
  return JSON.parse(JSON.stringify(list))
}

describe.each(formats)('a watch in %s', (_, format, mediaType) => {
  const encoder = serializerFor(mediaType)
  const writer = new WatchEncoder({ write: () => undefined }, { encoder, format })
  const frames = events.map((event) => writer.bytesOf(event))
  const bytes = Buffer.concat(frames)
  const expected = events.map(({ type, object }) => ({
    type,
    object: JSON.parse(JSON.stringify(decoder.decode(encoder.encode(object)).object)),
  }))

  test('gives the events that were written, wherever it is split', async () => {
    for (let at = 0; at <= bytes.length; at++) {
      const { events: seen, error } = await collect([bytes.subarray(0, at), bytes.subarray(at)], { format })
      expect(error).toBeUndefined()
      expect(plain(seen)).toEqual(expected)
      expect(seen[0]?.object).toBeInstanceOf(ConfigMap)
    }
    for (const size of [1, 3, 100]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.subarray(i * size, i * size + size),
      )
      expect(plain((await collect(chunks, { format })).events)).toEqual(expected)
    }
  })

  // A YAML document does not show whether it is complete: a truncated mapping is still a mapping.
  test.skipIf(format === yamlWatch)('ends with an error wherever it is cut within an event', async () => {
    const first = frames[0]?.length ?? 0
    for (let at = 1; at < first - 1; at++) {
      const { events: seen, error } = await collect([bytes.subarray(0, at)], { format })
      expect(seen).toEqual([])
      expect(error, `cut at ${at}`).toMatchObject({ code: 'UnexpectedEOF' })
    }
  })

  test('refuses events that are too large', async () => {
    for (const chunks of [[bytes], [bytes.subarray(0, 70), bytes.subarray(70)]]) {
      const { error } = await collect(chunks, { format, maxFrameBytes: 60 })
      expect(error).toMatchObject({ code: 'FrameTooLarge' })
    }
  })

  test('rejects unknown types and objects', async () => {
    const odd = format.framer().frame(format.writeFrame({ type: 'FOO', object: encoder.encode(configMap) }))
    expect((await collect([odd], { format })).error).toMatchObject({
      code: 'InvalidWatchEvent',
      message: 'got invalid watch event type: FOO',
    })
    const empty = format.framer().frame(format.writeFrame({ type: 'ADDED', object: new Uint8Array() }))
    expect((await collect([empty], { format })).error).toMatchObject({ code: 'WatchDecode', type: 'ADDED' })
  })
})

describe('the bytes of events', () => {
  const pod = new Unstructured({ kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a' } })

  test('are those of Go', () => {
    const json = new WatchEncoder({ write: () => undefined }, { encoder: serializerFor('application/json') })
    expect(new TextDecoder().decode(json.bytesOf({ type: 'ADDED', object: pod }))).toBe(
      '{"type":"ADDED","object":{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a"}}}\n',
    )
    // The message that Go's program makes of a WatchEvent with this JSON, without its envelope.
    const message = 'CgVBRERFRBI6Cjh7ImtpbmQiOiJQb2QiLCJhcGlWZXJzaW9uIjoidjEiLCJtZXRhZGF0YSI6eyJuYW1lIjoiYSJ9fQ=='
    const object = utf8.encode('{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a"}}')
    expect(Buffer.from(protobufWatch.writeFrame({ type: 'ADDED', object })).toString('base64')).toBe(message)
    const cbor = serializerFor('application/cbor').encode(pod)
    const written = Buffer.from(cborWatch.writeFrame({ type: 'ADDED', object: cbor }))
    // Go's bytes for the event, but for the tag of the object: there it was JSON.
    const go = '2dn3okR0eXBlRUFEREVERm9iamVjdKNEa2luZENQb2RIbWV0YWRhdGGhRG5hbWVBYUphcGlWZXJzaW9uQnYx'
    const tag = written.lastIndexOf(Buffer.from([0xd9, 0xd9, 0xf7]))
    expect(Buffer.concat([written.subarray(0, tag), written.subarray(tag + 3)]).toString('base64')).toBe(go)
  })

  test('are one line when the encoder writes for people', () => {
    const info = codecs.supportedMediaTypes()[0]
    const encoder = info?.prettySerializer
    if (encoder === undefined) throw new Error('no pretty serializer')
    const bytes = new WatchEncoder({ write: () => undefined }, { encoder }).bytesOf({ type: 'ADDED', object: pod })
    expect(new TextDecoder().decode(bytes).trimEnd()).not.toContain('\n')
  })
})

describe('WatchDecoder', () => {
  const added = '{"type":"ADDED","object":{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a"}}}'

  test.each([
    ['without newlines', `${added}${added}`],
    ['with blank lines', `\n\r\n${added}\r\n \n${added}\n\n`],
    ['for people', JSON.stringify(JSON.parse(added), null, 2).repeat(2)],
    ['some on one line', `${added} ${added}\n`],
    [
      'with members in another order',
      `{"object":{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a"}},"type":"ADDED"}\n${added}`,
    ],
    [
      'with members nobody knows',
      `{"type":"ADDED","object":{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a"}},"x":{"y":1}}\n${added}\n`,
    ],
  ])('reads events %s', async (_, text) => {
    const bytes = utf8.encode(text)
    for (const size of [1, 7, 64, bytes.length]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.slice(i * size, i * size + size),
      )
      const { events: seen, error } = await collect(chunks)
      expect(error).toBeUndefined()
      expect(plain(seen)).toEqual([JSON.parse(added), JSON.parse(added)].map(({ type, object }) => ({ type, object })))
    }
  })

  test('delivers an event before the next one arrives, with or without a newline', async () => {
    for (const text of [added, `${added}\n`]) {
      const source = new ReadableStream<string>({ start: (stream) => stream.enqueue(text) })
      const watch = new WatchDecoder(source, { decoder })
      await expect(watch.next()).resolves.toMatchObject({ value: { type: 'ADDED' } })
      watch.stop()
      await expect(watch.next()).resolves.toMatchObject({ done: true })
    }
  })

  test('keeps integers that JSON.parse would round', async () => {
    const dynamic = new CodecFactory(new Scheme(), { unstructured: true }).universalDeserializer()
    const text = '{"type":"ADDED","object":{"kind":"Widget","apiVersion":"v1","n":9007199254740993}}\n'
    const { events: seen } = await collect([text], { decoder: dynamic })
    expect(seen[0]?.object).toEqual(new Unstructured({ kind: 'Widget', apiVersion: 'v1', n: 9007199254740993n }))
  })

  test('is as strict as its decoder', async () => {
    const strict = new CodecFactory(scheme, { strict: true }).universalDeserializer()
    const text = added.replace('"metadata"', '"foo":1,"metadata"')
    const { error } = await collect([`${text}\n`], { decoder: strict })
    expect(error).toMatchObject({
      code: 'WatchDecode',
      cause: { code: 'StrictDecoding', errors: ['unknown field "foo"'] },
    })
    expect((await collect([`${text}\n`])).events).toHaveLength(1)
  })

  test.each([
    ['{"type":"ADDED","object":{"kind":"ConfigMap"}', 'UnexpectedEOF'],
    ['{"type":"ADDED","object":{]}\n', 'InvalidJSON'],
    ['{"type":7,"object":{}}\n', 'InvalidType'],
    ['[]\n', 'InvalidType'],
    ['{"object":{}}\n', 'InvalidWatchEvent'],
    ['{"type":"ADDED"}\n', 'WatchDecode'],
    ['{"type":"ADDED","object":{"kind":"Foo","apiVersion":"v1"}}\n', 'WatchDecode'],
    ['{"type":"ADDED","object":{"kind":"ConfigMap","apiVersion":"v1","data":[]}}\n', 'WatchDecode'],
    ['nonsense\n', 'InvalidJSON'],
  ])('hands out what stands before %j', async (broken, code) => {
    for (const chunks of [[`${added}\n${broken}`], [...`${added}\n${broken}`]]) {
      const { events: seen, error } = await collect(chunks)
      expect(seen).toHaveLength(1)
      expect(error).toMatchObject({ code })
    }
  })

  test('names broken bytes, after the events before them', async () => {
    const broken = Buffer.concat([
      utf8.encode(`${added}\n{"type":"ADDED","object":{"a":"`),
      Uint8Array.of(0xff),
      utf8.encode('"}}\n'),
    ])
    const { events: seen, error } = await collect([broken])
    expect(seen).toHaveLength(1)
    expect(error).toMatchObject({ code: 'InvalidUTF8' })
  })

  test('gives the same events as the framer, for any text in them', async () => {
    const dynamic = new CodecFactory(new Scheme(), { unstructured: true }).universalDeserializer()
    const slow = { decode: dynamic.decode.bind(dynamic) }
    const event = fc.record({
      type: fc.constantFrom('ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK'),
      object: fc
        .dictionary(fc.string(), fc.jsonValue())
        .map((content) => ({ ...content, kind: 'Widget', apiVersion: 'v1' })),
    })
    const between = fc.constantFrom('', '\n', ' ', '\r\n')
    const stream = fc.array(fc.tuple(event, between), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(stream, fc.integer({ min: 1, max: 90 }), async (parts, size) => {
        const bytes = utf8.encode(parts.map(([one, space]) => JSON.stringify(one) + space).join(''))
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
          bytes.slice(i * size, i * size + size),
        )
        const fast = await collect(chunks, { decoder: dynamic })
        const framed = await collect(chunks, { decoder: slow, format: { ...jsonWatch, isJSON: false } })
        expect(fast.events).toEqual(framed.events)
        expect((fast.error as Error | undefined)?.message).toBe((framed.error as Error | undefined)?.message)
      }),
      { numRuns: 200 },
    )
  })

  test('closes its source when the loop is left, and when something is wrong', async () => {
    for (const [text, fails] of [
      [added, false],
      ['nonsense}', true],
    ] as const) {
      let cancelled = 0
      const source = new ReadableStream<string>({
        pull: (stream) => stream.enqueue(text),
        cancel: () => {
          cancelled++
        },
      })
      const run = async (): Promise<void> => {
        for await (const _ of new WatchDecoder(source, { decoder })) break
      }
      if (fails) await expect(run()).rejects.toMatchObject({ code: 'InvalidJSON' })
      else await run()
      expect(cancelled).toBe(1)
    }
  })

  test('ends when its signal is aborted, even without data', async () => {
    const controller = new AbortController()
    let returned = false
    const idle = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<IteratorResult<string>>(() => undefined),
        return: () => {
          returned = true
          return Promise.resolve({ value: undefined, done: true as const })
        },
      }),
    }
    const watch = new WatchDecoder(idle, { decoder, signal: controller.signal })
    const next = watch.next()
    setTimeout(() => controller.abort(), 5)
    await expect(next).resolves.toEqual({ value: undefined, done: true })
    expect(returned).toBe(true)
  })

  test('reads what a client negotiated', async () => {
    const negotiator = new ClientNegotiator(codecs.withoutConversion(), new GroupVersion('', 'v1'))
    const stream = negotiator.streamDecoder('application/json')
    const format = watchFormatFor('application/json;stream=watch')
    const { events: seen } = await collect([`${added}\n`], { decoder: stream.decoder, format })
    expect(seen).toHaveLength(1)
    expect(() => watchFormatFor('text/html')).toThrow(expect.objectContaining({ code: 'UnsupportedMediaType' }))
  })
})

describe('events', () => {
  test('of type ERROR are status errors', () => {
    const error = errorFromEvent({ type: 'ERROR', object: status })
    expect(isStatusError(error)).toBe(true)
    expect(error).toMatchObject({ message: 'too old', status: { code: 410, reason: 'Expired' } })
  })

  test('tell the bookmark that ends the initial ones', () => {
    expect(events.map(isInitialEventsEnd)).toEqual([false, false, true, false, false])
  })
})

describe('StreamWatcher', () => {
  const added = '{"type":"ADDED","object":{"kind":"ConfigMap","apiVersion":"v1"}}\n'

  async function watched(source: ChunkSource): Promise<WatchEvent[]> {
    const seen: WatchEvent[] = []
    for await (const event of new StreamWatcher(new WatchDecoder(source, { decoder }))) seen.push(event)
    return seen
  }

  test('converts an error to the last event', async () => {
    const seen = await watched([added, '{"type":"FOO"}\n', added])
    expect(seen.map(({ type }) => type)).toEqual(['ADDED', 'ERROR'])
    expect(seen[1]?.object).toMatchObject({
      code: 500,
      details: {
        causes: [
          {
            reason: 'UnexpectedServerResponse',
            message: 'unable to decode an event from the watch stream: got invalid watch event type: FOO',
          },
          { reason: 'ClientWatchDecoding' },
        ],
      },
    })
  })

  test('ends ignoringTypeErrors when the stream breaks off', async () => {
    expect(await watched([added, added.slice(0, 20)])).toHaveLength(1)
    async function* reset(): AsyncGenerator<string> {
      yield added
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
    }
    expect(await watched(reset())).toHaveLength(1)
  })

  test('can be stopped while it waits', async () => {
    const controller = new AbortController()
    const source = new ReadableStream<string>({ start: (stream) => stream.enqueue(added) })
    const watcher = new StreamWatcher(new WatchDecoder(source, { decoder }), { signal: controller.signal })
    const seen: WatchEvent[] = []
    for await (const event of watcher) {
      seen.push(event)
      setTimeout(() => controller.abort(), 1)
    }
    expect(seen).toHaveLength(1)
    watcher.stop()
  })
})
