import type { Storage } from '@apimachinery/server/storage'
import { MemoryKV } from '@apimachinery/server/storage/kv'
import { beforeEach, describe, expect, it } from 'vitest'
import { DecodedObjects } from '../../src/storage/decoded-objects.js'
import { LazyObject } from '../../src/storage/lazy-object.js'
import { openCached, settled } from './cached.js'
import { everything, type Pod, pod, podAttributes, podCodec, podKey, podPrefix, podStorage } from './pods.js'
import { WatchReader } from './watch-reader.js'

let decoded: number
const codec = {
  decode: (data: Uint8Array) => {
    decoded++
    return podCodec.decode(data)
  },
  encode: podCodec.encode,
}
const json = (object: Pod) => new TextEncoder().encode(JSON.stringify(object))

beforeEach(() => {
  decoded = 0
})

describe('cached encodings of a stored object', () => {
  let storage: Storage<Pod>

  beforeEach(async () => {
    ;({ storage } = await openCached({ storage: podStorage(new MemoryKV(), { codec }) }))
  })

  const encodings = async () => {
    let made = 0
    const { items } = await storage.list(podPrefix, { predicate: everything, resourceVersion: '0' })
    for (const item of items)
      item.encoding('json', (object) => {
        made++
        return json(object)
      })
    return made
  }

  const write = async (from: number, to: number) => {
    for (let i = from; i < to; i++) await storage.create(podKey(`p-${i}`), pod(`p-${i}`))
    await settled()
  }

  it('serves the writer, until 16 others were written', async () => {
    const first = await storage.create(podKey('first'), pod('first'))
    await settled()
    first.encoding('json', json)
    expect(first.object.metadata.name).toBe('first')
    expect(await encodings()).toBe(0)
    expect(decoded).toBe(1)
    await write(0, 15)
    expect(await encodings()).toBe(15)
    await write(15, 16)
    expect(await encodings()).toBe(2)
  })

  it('serves the watchers, until all have read it', async () => {
    const { storage: watched } = await openCached({ storage: podStorage(new MemoryKV(), { codec }) })
    storage = watched
    const reader = new WatchReader(await storage.watch(podPrefix, { predicate: everything, resourceVersion: '0' }))
    const seen = reader.events(1)
    await write(0, 100)
    await encodings()
    expect((await seen).length + (await reader.events(99)).length).toBe(100)
    await write(100, 101)
    expect(await encodings()).toBe(1)
    await reader.events(1)
    await write(101, 102)
    // The reader has one event, and one waits for it: 16 beside these are held, of which the last one was not encoded yet.
    expect(await encodings()).toBe(102 - 17)
    reader.stop()
  })

  it('serves no watcher that is more than 256 behind', async () => {
    const watch = await storage.watch(podPrefix, { predicate: everything, resourceVersion: '0' })
    const reading = watch[Symbol.asyncIterator]().next()
    await write(0, 256)
    await encodings()
    await write(256, 260)
    expect(await encodings()).toBe(8)
    watch.stop()
    await reading
  })

  it('serves all readers of what is not written', async () => {
    for (let i = 0; i < 300; i++) await storage.create(podKey(`p-${i}`), pod(`p-${i}`))
    await settled()
    expect(await encodings()).toBe(300)
    expect(await encodings()).toBe(0)
  })

  it('is dropped with the next version of the object', async () => {
    const before = await storage.create(podKey('a'), pod('a'))
    await settled()
    before.encoding('json', json)
    const { stored } = await storage.guaranteedUpdate(podKey('a'), {
      tryUpdate: async (current) => ({ object: { ...current!.object, spec: { text: 'new' } } }),
    })
    await settled()
    let again = 0
    before.encoding('json', (object) => {
      again++
      return json(object)
    })
    expect([again, before.object.spec, stored.object.spec]).toEqual([1, {}, { text: 'new' }])
  })
})

it('so many decoded objects stay as their stored bytes fit', () => {
  const reader = { codec, attributes: podAttributes, decoded: new DecodedObjects(2500) }
  const objects = Array.from(
    { length: 5 },
    (_, i) =>
      new LazyObject(
        { key: podKey(`p-${i}`), revision: 1, data: json(pod(`p-${i}`, { text: 'x'.repeat(900) })) },
        reader,
      ),
  )
  const names = () => objects.map(({ object }) => object.metadata.name).join()
  expect(names()).toBe('p-0,p-1,p-2,p-3,p-4')
  expect(decoded).toBe(5)
  expect(objects[4]!.object).toBe(objects[4]!.object)
  expect(objects[3]!.object).toBe(objects[3]!.object)
  expect(decoded).toBe(5)
  expect(objects[0]!.object.metadata.name).toBe('p-0')
  expect(decoded).toBe(6)
})

describe('what selectors read of a stored object', () => {
  const labels = (data: Uint8Array): Record<string, string> | undefined => podCodec.decode(data).metadata.labels
  const stored = (object: Pod) =>
    new LazyObject(
      { key: podKey('a'), revision: 1, data: json(object) },
      { codec: { ...codec, labels }, attributes: podAttributes },
    )

  it('is known without decoding as far as the codec reads labels from bytes', () => {
    const { attributes } = stored(pod('a', { labels: { of: 'a' }, node: 'n' }))
    expect([attributes.labels, attributes.labels, decoded]).toEqual([{ of: 'a' }, { of: 'a' }, 0])
    expect([attributes.fields['spec.nodeName'], attributes.fields['metadata.name'], decoded]).toEqual(['n', 'a', 1])
  })

  it('is that of the decoded object where bytes do not show it', () => {
    const { attributes } = stored(pod('a'))
    expect([attributes.labels, attributes.labels, attributes.fields['metadata.name'], decoded]).toEqual([
      {},
      {},
      'a',
      1,
    ])
  })

  it('is taken from the object that is held decoded', () => {
    const held = stored(pod('a', { labels: { of: 'a' } })).hold()
    expect([held.attributes.labels, held.object.metadata.name, held.attributes.fields['metadata.name']]).toEqual([
      { of: 'a' },
      'a',
      'a',
    ])
    expect(decoded).toBe(1)
  })

  it('stays known at another revision', () => {
    const before = stored(pod('a', { labels: { of: 'a' }, node: 'n' }))
    expect(before.attributes.fields['spec.nodeName']).toBe('n')
    const { labels, fields } = before.at(2).attributes
    expect([labels, fields['spec.nodeName'], decoded]).toEqual([{ of: 'a' }, 'n', 1])
  })
})

it('remembers the encodings of an object by their names, and counts their bytes', () => {
  const object = new LazyObject(
    { key: podKey('a'), revision: 1, data: json(pod('a')) },
    { codec, attributes: podAttributes },
  )
  const before = object.size
  const made: string[] = []
  const encode = (name: string, length: number) =>
    object.encoding(name, () => {
      made.push(name)
      return new Uint8Array(length)
    })
  const first = encode('json', 10)
  const second = encode('yaml', 20)
  expect([encode('json', 10) === first, encode('yaml', 20) === second, made]).toEqual([true, true, ['json', 'yaml']])
  expect(object.size - before).toBe(30)
  encode('large', 64 * 1024)
  expect(object.size - before).toBe(30)
  object.release()
  encode('json', 10)
  expect(made).toEqual(['json', 'yaml', 'large', 'json'])
})
