import { getEventListeners } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { decodeContinue, encodeContinue, type Storage, type StoredObject } from '@apimachinery/server/storage'
import { MemoryKV } from '@apimachinery/server/storage/kv'
import type { FakeClock } from 'apimachinery/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { openCached, settled } from '../cached.js'
import { FaultyStorage } from '../faulty-storage.js'
import { everything, onNode, type Pod, pod, podKey, podPrefix, podStorage, withLabel } from '../pods.js'
import { WatchReader } from '../watch-reader.js'

let clock: FakeClock
let kv: MemoryKV
let storage: Storage<Pod>
let store: FaultyStorage

beforeEach(async () => {
  kv = new MemoryKV()
  store = new FaultyStorage(podStorage(kv))
  ;({ clock, storage } = await openCached({ storage: store.storage }))
})

const create = (name: string, more: Parameters<typeof pod>[1] = {}) =>
  storage.create(podKey(name, more.namespace), pod(name, more))
const names = (items: readonly StoredObject<Pod>[]) => items.map(({ object }) => object.metadata.name).join()

describe('what a cache reads', () => {
  it('is whatever it has, for version 0', async () => {
    await create('a')
    await settled()
    store.pause()
    await create('b')
    const { items, revision } = await storage.list(podPrefix, { predicate: everything, resourceVersion: '0' })
    expect([names(items), revision]).toEqual(['a', 2])
    expect((await storage.get(podKey('a'), { resourceVersion: '0' })).revision).toBe(2)
    await expect(storage.get(podKey('b'), { resourceVersion: '0' })).rejects.toMatchObject({ code: 'KeyNotFound' })
  })

  it('is the newest without a version: the cache waits until it has caught up', async () => {
    store.pause()
    await create('a')
    expect((await storage.get(podKey('a'))).revision).toBe(2)
    const list = storage.list(podPrefix, { predicate: everything })
    let done = false
    void list.then(() => (done = true))
    await settled()
    expect(done).toBe(false)
    store.resume()
    expect(names((await list).items)).toBe('a')
    expect(store.lists).toBe(1)
  })

  it('is the newest also when others were written since: progress is requested', async () => {
    await kv.txn({ compare: [], success: [{ type: 'put', key: '/registry/other/a', value: new Uint8Array(0) }] })
    const { revision } = await storage.list(podPrefix, { predicate: everything })
    expect([revision, store.lists]).toEqual([2, 1])
  })

  it('is asked of the store when the cache does not catch up', async () => {
    store.pause()
    await create('a')
    const list = storage.list(podPrefix, { predicate: everything })
    await settled()
    clock.step(3000)
    expect(names((await list).items)).toBe('a')
    expect(store.lists).toBe(2)
  })

  it('waits three seconds for a version', async () => {
    const list = storage.list(podPrefix, { predicate: everything, resourceVersion: '2' })
    await settled()
    await create('a')
    expect((await list).revision).toBe(2)
    const get = storage.get(podKey('a'), { resourceVersion: '3' })
    await settled()
    clock.step(2999)
    await settled()
    clock.step(1)
    await expect(get).rejects.toMatchObject({
      code: 'TooLargeResourceVersion',
      message: 'Too large resource version: 3, current: 2',
      retryAfter: 1,
    })
    expect(clock.pendingTimers).toBe(0)
  })

  it('stops to wait when the caller gives up', async () => {
    const aborter = new AbortController()
    const list = storage.list(podPrefix, { predicate: everything, resourceVersion: '9', signal: aborter.signal })
    await settled()
    aborter.abort(new Error('enough'))
    await expect(list).rejects.toThrow('enough')
    expect(clock.pendingTimers).toBe(0)
  })

  it('is shared: the same object and the same bytes for all readers', async () => {
    await create('a')
    await settled()
    const read = await Promise.all([
      storage.get(podKey('a')),
      storage.get(podKey('a'), { resourceVersion: '0' }),
      storage.list(podPrefix, { predicate: everything }).then(({ items }) => items[0]!),
    ])
    expect(new Set(read).size).toBe(1)
    let made = 0
    for (const stored of read) stored.encoding('json', () => new Uint8Array([++made]))
    expect(made).toBe(1)
  })
})

describe('lists of a cache', () => {
  beforeEach(async () => {
    for (const [name, node] of Object.entries({ a: 'x', b: 'y', c: 'x', d: 'y', e: 'x' })) await create(name, { node })
    await create('a', { namespace: 'ns2', labels: { x: 'y' } })
    await settled()
  })

  it('have pages over the version of the first, although the objects change', async () => {
    const first = await storage.list(`${podPrefix}ns/`, { predicate: everything, limit: 2 })
    expect([names(first.items), first.remainingItemCount, first.revision]).toEqual(['a,b', 3, 7])
    await create('bb')
    await storage.delete(podKey('c'))
    await settled()
    const continueToken = first.continueToken!
    const second = await storage.list(`${podPrefix}ns/`, { predicate: everything, limit: 2, continueToken })
    expect([names(second.items), second.remainingItemCount, second.revision]).toEqual(['c,d', 1, 7])
    const rest = await storage.list(`${podPrefix}ns/`, { predicate: everything, continueToken: second.continueToken! })
    expect([names(rest.items), rest.continueToken]).toEqual(['e', undefined])
    expect(store.lists).toBe(1)
  })

  it('answer at a version that the store has compacted', async () => {
    const first = await storage.list(podPrefix, { predicate: everything, limit: 2 })
    await create('z')
    await kv.compact(8)
    const second = await storage.list(podPrefix, { predicate: everything, continueToken: first.continueToken! })
    expect(names(second.items)).toBe('c,d,e,a')
    const exact = await storage.list(podPrefix, {
      predicate: everything,
      resourceVersion: '3',
      resourceVersionMatch: 'Exact',
    })
    expect(names(exact.items)).toBe('a,b')
    expect(store.lists).toBe(1)
  })

  it('drop what the servers of the store have compacted', async () => {
    let compacted = 0
    const opened = await openCached({ storage: store.storage, compactRevision: () => compacted })
    const list = (continueToken?: string) =>
      opened.storage.list(podPrefix, { predicate: everything, limit: 2, ...(continueToken && { continueToken }) })
    const { continueToken } = await list()
    await create('z')
    await kv.compact(8)
    expect(names((await list(continueToken)).items)).toBe('c,d')
    compacted = 8
    opened.clock.step(15_000)
    await expect(list(continueToken)).rejects.toMatchObject({ code: 'ResourceExpired' })
    // Watches are not concerned.
    const watch = new WatchReader(
      await opened.storage.watch(podPrefix, { predicate: everything, resourceVersion: '7' }),
    )
    expect(await watch.words(1)).toEqual(['ADDED z@8'])
    await opened.storage.close()
    expect(opened.clock.pendingTimers).toBe(0)
  })

  it('go on at the newest version with the token of an expired one', async () => {
    const first = await storage.list(podPrefix, { predicate: everything, limit: 2 })
    const { from } = decodeContinue(first.continueToken!, podPrefix)
    await create('z')
    const continueToken = encodeContinue({ from, revision: -1 }, podPrefix)
    const rest = await storage.list(podPrefix, { predicate: everything, continueToken })
    expect([names(rest.items), rest.revision]).toEqual(['c,d,e,z,a', 8])
  })

  it('are complete from version 0, with any limit', async () => {
    const list = await storage.list(podPrefix, { predicate: everything, limit: 2, resourceVersion: '0' })
    expect([list.items.length, list.continueToken]).toEqual([6, undefined])
  })

  it('read exactly the version that is named with a limit', async () => {
    const list = await storage.list(podPrefix, { predicate: everything, limit: 3, resourceVersion: '4' })
    expect([names(list.items), list.revision, list.continueToken]).toEqual(['a,b,c', 4, undefined])
    const newer = await storage.list(podPrefix, {
      predicate: everything,
      limit: 3,
      resourceVersion: '4',
      resourceVersionMatch: 'NotOlderThan',
    })
    expect([names(newer.items), newer.revision, newer.remainingItemCount]).toEqual(['a,b,c', 7, 3])
  })

  it('ask the store for versions that the cache does not have', async () => {
    const { items } = await storage.list(podPrefix, { predicate: everything, resourceVersion: '0', limit: 1 })
    expect(items.length).toBe(6)
    const small = await openCached({ storage: store.storage, history: { atLeast: 1, atMost: 1 } })
    const before = store.lists
    const options = { predicate: everything, resourceVersion: '3', resourceVersionMatch: 'Exact' } as const
    expect(names((await small.storage.list(podPrefix, options)).items)).toBe('a,b')
    expect(store.lists).toBe(before + 1)
    await kv.compact(6)
    await expect(small.storage.list(podPrefix, options)).rejects.toMatchObject({ code: 'ResourceExpired' })
  })

  it('find objects by an indexed field', async () => {
    const list = async (node: string) => names((await storage.list(podPrefix, { predicate: onNode(node) })).items)
    expect([await list('x'), await list('y'), await list('z')]).toEqual(['a,c,e', 'b,d', ''])
    await create('f', { node: 'x' })
    await storage.delete(podKey('c'))
    await storage.guaranteedUpdate(podKey('b'), { tryUpdate: async () => ({ object: pod('b', { node: 'z' }) }) })
    expect([await list('x'), await list('y'), await list('z')]).toEqual(['a,e,f', 'd', 'b'])
  })

  it('take changes into an index that is being built', async () => {
    for (let i = 0; i < 1000; i++) await storage.create(podKey(`m${i}`), pod(`m${i}`, { node: i % 2 ? 'odd' : 'even' }))
    await settled()
    const list = storage.list(podPrefix, { predicate: onNode('odd'), resourceVersion: '0' })
    await new Promise((resolve) => setImmediate(resolve))
    await storage.guaranteedUpdate(podKey('m999'), {
      tryUpdate: async () => ({ object: pod('m999', { node: 'even' }) }),
    })
    await storage.delete(podKey('m1'))
    await list
    const { items } = await storage.list(podPrefix, { predicate: onNode('odd') })
    expect(items.length).toBe(498)
    const even = await storage.list(podPrefix, { predicate: onNode('even') })
    expect(even.items.length).toBe(501)
  })

  it('have pages with selectors, without a count', async () => {
    const first = await storage.list(podPrefix, { predicate: onNode('x'), limit: 2 })
    expect([names(first.items), first.remainingItemCount]).toEqual(['a,c', undefined])
    const second = await storage.list(podPrefix, {
      predicate: onNode('x'),
      limit: 2,
      continueToken: first.continueToken!,
    })
    expect([names(second.items), second.continueToken]).toEqual(['e', undefined])
    const labelled = await storage.list(podPrefix, { predicate: withLabel('x', 'y') })
    expect(names(labelled.items)).toBe('a')
  })

  it('have one object, or none', async () => {
    const single = (key: string) => storage.list(key, { predicate: everything, single: true })
    expect([names((await single(podKey('b'))).items), (await single(podKey('zz'))).items.length]).toEqual(['b', 0])
  })

  it('count', async () => {
    expect([await storage.count(podPrefix), await storage.count(`${podPrefix}ns2`)]).toEqual([6, 1])
  })
})

describe('writes through a cache', () => {
  it('begin with the cached state, and with the stored one where that was stale', async () => {
    await create('a', { text: '1' })
    await settled()
    store.pause()
    const seen: (string | undefined)[] = []
    const append = () =>
      storage.guaranteedUpdate(podKey('a'), {
        tryUpdate: async (current) => {
          seen.push(current!.object.spec?.text)
          return { object: pod('a', { text: `${current!.object.spec?.text}!` }) }
        },
      })
    await append()
    await append()
    expect(seen).toEqual(['1', '1', '1!'])
    await storage.delete(podKey('a'), {
      validate: async (current) => {
        seen.push(current.spec?.text)
      },
    })
    expect(seen.slice(3)).toEqual(['1', '1!!'])
  })
})

describe('a cache that is not ready', () => {
  it('refuses lists and watches, and lets gets and first pages through', async () => {
    store.failure = new Error('down')
    const { storage: unready, clock: time } = await openCached({ storage: store.storage })
    expect(unready.readiness()).toBe('storage is (re)initializing: down')
    const refusal = { code: 'TooManyRequests', message: 'storage is (re)initializing: down', retryAfter: 1 }
    await expect(unready.list(podPrefix, { predicate: everything, resourceVersion: '0' })).rejects.toMatchObject(
      refusal,
    )
    await expect(unready.watch(podPrefix, { predicate: everything })).rejects.toMatchObject(refusal)
    let ready = 0
    void unready.ready().then(() => ready++)
    await create('a')
    expect((await unready.get(podKey('a'), { resourceVersion: '0' })).revision).toBe(2)
    store.failure = undefined
    expect(names((await unready.list(podPrefix, { predicate: everything, limit: 1 })).items)).toBe('a')
    expect(ready).toBe(0)
    time.step(100)
    await settled()
    expect(unready.readiness()).toBeUndefined()
    expect(ready).toBe(1)
    await unready.ready()
    expect(names((await unready.list(podPrefix, { predicate: everything, resourceVersion: '0' })).items)).toBe('a')
    await unready.close()
    expect(time.pendingTimers).toBe(0)
    expect(unready.readiness()).toBe('apiserver cacher is stopped')
  })

  it('forgets who does not wait any longer', async () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    store.failure = new Error('down')
    const { storage: unready, clock: time } = await openCached({ storage: store.storage })
    const waited = async (): Promise<WeakRef<AbortSignal>> => {
      const request = new AbortController()
      const ready = unready.ready(request.signal)
      request.abort()
      await ready
      await unready.ready(request.signal)
      return new WeakRef(request.signal)
    }
    const gone = await waited()
    const patient = new AbortController()
    const ready = unready.ready(patient.signal)
    await expect
      .poll(() => {
        collectGarbage()
        return gone.deref() === undefined
      })
      .toBe(true)
    expect(getEventListeners(patient.signal, 'abort')).toHaveLength(1)
    store.failure = undefined
    time.step(100)
    await ready
    expect(getEventListeners(patient.signal, 'abort')).toHaveLength(0)
    await unready.close()
  })

  it('lets nobody wait for it when it is closed', async () => {
    store.failure = new Error('down')
    const { storage: unready } = await openCached({ storage: store.storage })
    const ready = unready.ready()
    await unready.close()
    await ready
    await unready.ready()
  })
})
