import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { Scheme } from '../../../../src/runtime/scheme/scheme.js'
import { jsonFramer, yamlFramer } from '../../../../src/runtime/serializer/framing/framer.js'
import { JSONSerializer } from '../../../../src/runtime/serializer/json/json-serializer.js'
import { StreamingDecoder, StreamingEncoder } from '../../../../src/runtime/serializer/streaming/streaming-codec.js'
import { YAMLSerializer } from '../../../../src/runtime/serializer/yaml/yaml-serializer.js'
import { CronTabV1, v1 } from '../../crontab.js'

function scheme(): Scheme {
  const made = new Scheme()
  made.addKnownTypes(v1, CronTabV1)
  return made
}

const json = { framer: jsonFramer(), decoder: new JSONSerializer(scheme()), encoder: new JSONSerializer(scheme()) }

function crontab(name: string): CronTabV1 {
  const object = new CronTabV1()
  object.metadata = { name }
  object.spec = { schedule: { minute: '*' } }
  return object
}

async function written(names: readonly string[]): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = []
  const encoder = new StreamingEncoder({ write: (chunk) => chunks.push(chunk) }, json)
  for (const name of names) await encoder.encode(crontab(name))
  return chunks
}

async function namesOf(decoder: StreamingDecoder): Promise<(string | undefined)[]> {
  const names: (string | undefined)[] = []
  for await (const { object } of decoder) names.push((object as CronTabV1).metadata?.name)
  return names
}

describe('streams of objects', () => {
  test('are read from iterables, Node streams and web streams', async () => {
    const chunks = await written(['a', 'b', 'c'])
    const web = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk)
        controller.close()
      },
    })
    for (const source of [chunks, Readable.from(chunks), web]) {
      expect(await namesOf(new StreamingDecoder(source, json))).toEqual(['a', 'b', 'c'])
    }
  })

  test('are read as YAML documents', async () => {
    const serializer = new YAMLSerializer(scheme())
    const codec = { framer: yamlFramer(), decoder: serializer, encoder: serializer }
    const chunks: Uint8Array[] = []
    const encoder = new StreamingEncoder({ write: (chunk) => chunks.push(chunk) }, codec)
    for (const name of ['a', 'b']) await encoder.encode(crontab(name))
    expect(await namesOf(new StreamingDecoder(chunks, codec))).toEqual(['a', 'b'])
  })

  test('are cancelled when the loop is left', async () => {
    const chunks = await written(['a', 'b'])
    let cancelled = false
    const web = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(chunks[0] as Uint8Array)
      },
      cancel() {
        cancelled = true
      },
    })
    for await (const _ of new StreamingDecoder(web, json)) break
    expect(cancelled).toBe(true)
  })

  test('that end within an object are an error', async () => {
    const [first] = await written(['a'])
    const names = namesOf(new StreamingDecoder([first as Uint8Array, '{"kind":'], json))
    await expect(names).rejects.toMatchObject({ code: 'UnexpectedEOF' })
  })
})
