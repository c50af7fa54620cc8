import { MemoryKV } from '@apimachinery/server/storage/kv'
import { FakeClock } from 'apimachinery/testing'
import { describe, expect, it } from 'vitest'
import { ObjectCache, type ObjectChange } from '../../src/storage/object-cache.js'
import { settled } from './cached.js'
import { FaultyStorage } from './faulty-storage.js'
import { type Pod, pod, podKey, podPrefix, podStorage } from './pods.js'

function open(progressSupported: boolean) {
  const kv = new MemoryKV()
  const store = new FaultyStorage(podStorage(kv))
  const storage = Object.defineProperty(store.storage, 'progressSupported', { value: progressSupported })
  const clock = new FakeClock()
  const errors: unknown[] = []
  const cache = new ObjectCache<Pod>({ storage, prefix: podPrefix, clock, onError: (error) => errors.push(error) })
  const changes: string[] = []
  cache.onChange(({ type, object }: ObjectChange<Pod>) => changes.push(`${type} ${object.metadata.name}`))
  return { store, storage, clock, cache, changes, errors }
}

describe.each([true, false])('an object cache over a store with progress notifications: %s', (progressSupported) => {
  it('has what there is, and then what happens', async () => {
    const { storage, cache, changes } = open(progressSupported)
    await storage.create(podKey('a'), pod('a'))
    await cache.start()
    expect(cache.get('ns', 'a')?.metadata.name).toBe('a')
    await storage.create(podKey('b'), pod('b'))
    await storage.delete(podKey('a'))
    await settled()
    expect(changes).toEqual(['ADDED a', 'ADDED b', 'DELETED a'])
    expect([...cache.list('ns')].map(({ metadata }) => metadata.name)).toEqual(['b'])
    cache.stop()
  })

  it('resumes after a disconnect, and misses no deletion', async () => {
    const { store, storage, clock, cache, changes, errors } = open(progressSupported)
    for (const name of ['a', 'b']) await storage.create(podKey(name), pod(name))
    await cache.start()
    await settled()
    store.breakWatches('Unavailable')
    await settled()
    await storage.delete(podKey('a'))
    clock.step(1000)
    await settled()
    expect(cache.get('ns', 'a')).toBeUndefined()
    expect(cache.get('ns', 'b')).toBeDefined()
    expect(changes.at(-1)).toBe('DELETED a')
    expect(errors).toMatchObject([{ code: 'Unavailable' }])
    cache.stop()
  })

  it('begins again until it can be read', async () => {
    const { store, clock, cache } = open(progressSupported)
    store.failure = new Error('down')
    const started = cache.start()
    await settled()
    expect(cache.hasSynced).toBe(false)
    store.failure = undefined
    clock.step(1000)
    await started
    expect(cache.hasSynced).toBe(true)
    cache.stop()
  })
})

describe('an object cache that is waited for', () => {
  async function following() {
    const { storage, cache } = open(true)
    await storage.create(podKey('other'), pod('other'))
    await cache.start()
    /** Whether it has caught up with a state of a pod after a change. */
    const settles = async (written: Pod, change?: () => Promise<unknown>) => {
      let caughtUp = false
      const waiting = cache.caughtUp(written).then(() => {
        caughtUp = true
      })
      await settled()
      const before = caughtUp
      await change?.()
      await settled()
      const after = caughtUp
      if (after) await waiting
      return [before, after]
    }
    return { storage, cache, settles }
  }
  const at = (name: string, resourceVersion: number): Pod => {
    const made = pod(name)
    return { ...made, metadata: { ...made.metadata, resourceVersion: String(resourceVersion) } }
  }

  it('has caught up with what it has, and with older states of it', async () => {
    const { storage, cache, settles } = await following()
    const { stored } = await storage.guaranteedUpdate(podKey('other'), {
      tryUpdate: async () => ({ object: pod('other', { text: 'new' }) }),
    })
    await settled()
    for (const version of [stored.revision, stored.revision - 1, 0])
      expect(await settles(at('other', version))).toEqual([true, true])
    expect(await settles(pod('none'))).toEqual([true, true])
    cache.stop()
  })

  it('catches up with what comes, and not by what happens to others', async () => {
    const { storage, cache, settles } = await following()
    const next = (await storage.currentRevision()) + 1
    const other = () => storage.create(podKey('b'), pod('b'))
    expect(await settles(at('a', next), other)).toEqual([false, false])
    expect(await settles(at('a', next + 1), () => storage.create(podKey('a'), pod('a')))).toEqual([false, true])
    const text = () =>
      storage.guaranteedUpdate(podKey('a'), { tryUpdate: async () => ({ object: pod('a', { text: 'x' }) }) })
    expect(await settles(at('a', next + 2), text)).toEqual([false, true])
    expect(await settles(at('a', next + 9), () => storage.create(podKey('c'), pod('c')))).toEqual([false, false])
    cache.stop()
  })

  it('catches up with what is deleted again before it was seen, and not by other deletions', async () => {
    const { storage, cache, settles } = await following()
    const next = (await storage.currentRevision()) + 1
    const gone = async () => {
      await storage.create(podKey('a'), pod('a'))
      await storage.delete(podKey('a'))
    }
    expect(await settles(at('a', next + 1), () => storage.delete(podKey('other')))).toEqual([false, false])
    expect(await settles(at('a', next + 2), gone)).toEqual([false, true])
    cache.stop()
  })
})
