import type { Storage } from '@apimachinery/server/storage'
import { MemoryKV } from '@apimachinery/server/storage/kv'
import { beforeEach, describe, expect, it } from 'vitest'
import { DispatchedWrites } from '../../../src/storage/cache/dispatched-writes.js'
import { openCached, settled } from '../cached.js'
import { FaultyStorage } from '../faulty-storage.js'
import { everything, type Pod, pod, podKey, podPrefix, podStorage } from '../pods.js'

let store: FaultyStorage
let storage: Storage<Pod>

beforeEach(async () => {
  store = new FaultyStorage(podStorage(new MemoryKV()))
  ;({ storage } = await openCached({ storage: store.storage }))
})

describe('a write through a cache', () => {
  it('is answered when the cache and its watchers have it', async () => {
    const watch = await storage.watch(podPrefix, { predicate: everything, resourceVersion: '0' })
    const seen: string[] = []
    const reading = (async () => {
      for await (const batch of watch) for (const event of batch) seen.push(event.type)
    })()
    const cached = () => storage.get(podKey('a'), { resourceVersion: '0' })
    const { revision } = await storage.create(podKey('a'), pod('a'))
    expect((await cached()).revision).toBe(revision)
    const { stored } = await storage.guaranteedUpdate(podKey('a'), {
      tryUpdate: async () => ({ object: pod('a', { labels: { x: 'y' } }) }),
    })
    expect((await cached()).revision).toBe(stored.revision)
    await storage.delete(podKey('a'))
    await expect(cached()).rejects.toMatchObject({ code: 'KeyNotFound' })
    await settled()
    watch.stop()
    await reading
    expect(seen).toEqual(['ADDED', 'MODIFIED', 'DELETED'])
  })

  it('is answered also where its event does not come', async () => {
    store.pause()
    await storage.create(podKey('a'), pod('a'))
    await expect(storage.get(podKey('a'), { resourceVersion: '0' })).rejects.toMatchObject({ code: 'KeyNotFound' })
  })
})

describe('writers that wait for their events', () => {
  it('go on in the order of what they wrote, and all where nobody knows', async () => {
    const writes = new DispatchedWrites()
    const order: number[] = []
    const waits = [5, 3, 9].map((revision) => writes.wait(revision).then(() => order.push(revision)))
    writes.reached(2)
    await settled(1)
    expect(order).toEqual([])
    writes.reached(3)
    await waits[1]
    writes.reached(7)
    await waits[0]
    expect(order).toEqual([3, 5])
    writes.release()
    await waits[2]
    expect(order).toEqual([3, 5, 9])
  })
})
