import { PassThrough } from 'node:stream'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { addToScheme } from '../../../../src/api/core/v1/register.gen.js'
import { ConfigMap } from '../../../../src/api/core/v1/types.gen.js'
import { Scheme } from '../../../../src/runtime/scheme/scheme.js'
import { CodecFactory } from '../../../../src/runtime/serializer/codec-factory.js'
import { jsonFramer } from '../../../../src/runtime/serializer/framing/framer.js'
import { type ChunkSource, chunksOf } from '../../../../src/runtime/serializer/streaming/chunks.js'
import { decodeListStream } from '../../../../src/runtime/serializer/streaming/decode-list-stream.js'
import { StreamingDecoder } from '../../../../src/runtime/serializer/streaming/streaming-codec.js'
import { WatchDecoder } from '../../../../src/watch/watch-decoder.js'

const scheme = new Scheme()
addToScheme(scheme)
const decoder = new CodecFactory(scheme).universalDeserializer()
const object = '{"kind":"ConfigMap","apiVersion":"v1","data":{"a":"é世😀"}}'
const list = `{"kind":"ConfigMapList","apiVersion":"v1","items":[${object},{"data":{"a":"2"}},${object}]}`
const event = `{"type":"ADDED","object":${object}}\n`

const ways: [string, (source: ChunkSource) => AsyncIterable<unknown>][] = [
  ['list', (source) => decodeListStream(source, { decoder, itemClass: ConfigMap })],
  ['watch', (source) => new WatchDecoder(source, { decoder })],
  ['frames', (source) => new StreamingDecoder(source, { decoder, framer: jsonFramer() })],
]

async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const values: T[] = []
  for await (const value of source) values.push(value)
  return values
}

function bytesOneByOne(text: string): Uint8Array[] {
  return Array.from(Buffer.from(text), (byte) => Uint8Array.of(byte))
}

describe('text that is cut anywhere', () => {
  test('characters of two units keep together', async () => {
    const items = await all(decodeListStream(list.split(''), { decoder, itemClass: ConfigMap }))
    expect(items.map(({ data }) => data?.a)).toEqual(['é世😀', '2', 'é世😀'])
    const [added] = await all(new WatchDecoder(event.split(''), { decoder, into: ConfigMap }))
    expect(added).toMatchObject({ object: { data: { a: 'é世😀' } } })
  })

  test('half a character before bytes or the end is invalid', async () => {
    const [half, rest] = '😀'.split('') as [string, string]
    const mixed = await all(chunksOf([half, Uint8Array.of(0x61), half, rest, half]))
    expect(Buffer.concat(mixed).toString()).toBe('\ufffda😀\ufffd')
  })
})

describe.each(ways)('what is no stream of bytes: %s', (_, read) => {
  const strange = [null, undefined, 5, {}, [1, 2], new ArrayBuffer(2), new Uint16Array(2)]

  test.each(strange)('a chunk %#', async (chunk) => {
    await expect(all(read([chunk] as never))).rejects.toMatchObject({ code: 'InvalidStream' })
  })

  test.each([null, undefined, 5, true, {}])('a source %#', async (source) => {
    const reading = async () => all(read(source as never))
    await expect(reading()).rejects.toMatchObject({ code: 'InvalidStream' })
  })

  test('a stream that has another reader', async () => {
    const stream = new Blob([list]).stream()
    stream.getReader()
    await expect(all(read(stream))).rejects.toMatchObject({ code: 'InvalidStream' })
  })

  test('a source that gave something strange is left', async () => {
    const source = new PassThrough({ objectMode: true })
    source.write(5)
    await expect(all(read(source))).rejects.toMatchObject({ code: 'InvalidStream' })
    expect(source.destroyed).toBe(true)
  })
})

test('bytes of another realm are bytes', async () => {
  const foreign = runInNewContext(`Uint8Array.from(${JSON.stringify([...Buffer.from(list)])})`) as Uint8Array
  expect(foreign).not.toBeInstanceOf(Uint8Array)
  expect(await all(decodeListStream(foreign, { decoder, itemClass: ConfigMap }))).toHaveLength(3)
  expect(await all(decodeListStream([foreign], { decoder, itemClass: ConfigMap }))).toHaveLength(3)
})

describe('answers come in the order of the questions, asked at once', () => {
  test.each([
    ['one chunk', [list]],
    ['bytes', bytesOneByOne(list)],
  ])('list, %s', async (_, source) => {
    const items = decodeListStream(source, { decoder, itemClass: ConfigMap })
    const answers = await Promise.all(Array.from({ length: 5 }, () => items.next()))
    expect(answers.map(({ value }) => value?.data?.a)).toEqual(['é世😀', '2', 'é世😀', undefined, undefined])
    expect(answers.map(({ done }) => done)).toEqual([false, false, false, true, true])
  })

  test('objects of a framed stream', async () => {
    const texts = Array.from({ length: 20 }, (_, i) => `{"kind":"ConfigMap","apiVersion":"v1","data":{"a":"${i}"}}`)
    const decoding = new StreamingDecoder(bytesOneByOne(texts.join(' ')), { decoder, framer: jsonFramer() })
    const objects = decoding[Symbol.asyncIterator]()
    const answers = await Promise.all(Array.from({ length: 20 }, () => objects.next()))
    expect(answers.map(({ value }) => (value?.object as ConfigMap | undefined)?.data?.a)).toEqual(
      texts.map((_, i) => `${i}`),
    )
  })

  test('leaving ends every call that still waits', async () => {
    const items = decodeListStream(new ReadableStream<Uint8Array>(), { decoder })
    const waiting = [items.next(), items.next()]
    await items.return?.()
    expect(await Promise.all(waiting)).toEqual([{ done: true }, { done: true }])
  })
})
