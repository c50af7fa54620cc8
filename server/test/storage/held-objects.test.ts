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
