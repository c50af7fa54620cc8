import type { Storage } from '@apimachinery/server/storage'
import { MemoryKV } from '@apimachinery/server/storage/kv'
import type { FakeClock } from 'apimachinery/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CacheObserver } from '../../../src/storage/cache/cache-observer.js'
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
const update = (name: string, more: Parameters<typeof pod>[1] = {}) =>
  storage.guaranteedUpdate(podKey(name), { tryUpdate: async () => ({ object: pod(name, more) }) })
const watch = async (options: Partial<Parameters<Storage<Pod>['watch']>[1]> = {}, prefix = podPrefix) =>
  new WatchReader(await storage.watch(prefix, { predicate: everything, ...options }))

describe('a watch of the cache begins', () => {
  beforeEach(async () => {
    await create('a')
    await create('b')
    await update('a', { text: 'x' })
    await settled()
  })

  it('after a version', async () => {
    const reader = await watch({ resourceVersion: '2' })
    expect(await reader.words(2)).toEqual(['ADDED b@3', 'MODIFIED a@4'])
    await storage.delete(podKey('b'))
    expect(await reader.words(1)).toEqual(['DELETED b@5'])
  })

  it('with what there is, from version 0 and without one', async () => {
    for (const resourceVersion of ['0', '']) {
      const reader = await watch({ resourceVersion })
      expect(await reader.words(2)).toEqual(['ADDED a@4', 'ADDED b@3'])
    }
  })

  it('with initial events and the bookmark that ends them', async () => {
    const reader = await watch({ sendInitialEvents: true, allowBookmarks: true })
    expect(await reader.words(3)).toEqual(['ADDED a@4', 'ADDED b@3', 'BOOKMARK @4 end'])
    await create('c')
    expect(await reader.words(1)).toEqual(['ADDED c@5'])
    const silent = await watch({ sendInitialEvents: true })
    expect(await silent.words(2)).toEqual(['ADDED a@4', 'ADDED b@3'])
  })

  it('with initial events as new as the store, without a version', async () => {
    store.pause()
    await create('c')
    const opening = watch({ sendInitialEvents: true, allowBookmarks: true })
    await settled()
    store.resume()
    expect(await (await opening).words(4)).toEqual(['ADDED a@4', 'ADDED b@3', 'ADDED c@5', 'BOOKMARK @5 end'])
  })

  it('with initial events of a version that must be reached', async () => {
    const opening = watch({ sendInitialEvents: true, allowBookmarks: true, resourceVersion: '9' })
    await settled()
    clock.step(3000)
    expect(await (await opening).rest()).toEqual(['ERROR TooLargeResourceVersion'])
  })

  it('now, when initial events are not wanted', async () => {
    const reader = await watch({ sendInitialEvents: false })
    await create('c')
    expect(await reader.words(1)).toEqual(['ADDED c@5'])
  })

  it('in the future, when the version is there', async () => {
    const reader = await watch({ resourceVersion: '6' })
    for (const name of ['c', 'd', 'e']) await create(name)
    expect(await reader.words(1)).toEqual(['ADDED e@7'])
  })

  it('not at a compacted version: the error has the oldest one', async () => {
    const { storage: late } = await openCached({ storage: store.storage })
    const events = new WatchReader(await late.watch(podPrefix, { predicate: everything, resourceVersion: '2' }))
    const [event] = await events.events(1)
    expect(event).toMatchObject({
      type: 'ERROR',
      error: { code: 'ResourceExpired', message: 'too old resource version: 2 (4)' },
    })
    expect(await events.rest()).toEqual([])
  })

  it('not with an invalid version', async () => {
    await expect(watch({ resourceVersion: 'abc' })).rejects.toMatchObject({
      code: 'InvalidResourceVersion',
      message: 'resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax',
    })
  })
})

describe('a watch of the cache shows', () => {
  it('objects as they come into the selection and leave it', async () => {
    const reader = await watch({ predicate: withLabel('x', 'y'), resourceVersion: '1' })
    await create('a')
    await update('a', { labels: { x: 'y' } })
    await update('a', { labels: { x: 'y' }, text: 'more' })
    await update('a', { labels: { x: 'n' } })
    await storage.delete(podKey('a'))
    await create('b', { labels: { x: 'y' } })
    const events = await reader.events(4)
    expect(events.map(({ type }) => type)).toEqual(['ADDED', 'MODIFIED', 'DELETED', 'ADDED'])
    expect(events[2]).toMatchObject({ stored: { revision: 5, object: { spec: { text: 'more' } } } })
    const stored = (events[2] as { stored: { object: Pod } }).stored
    expect(stored.object.metadata.resourceVersion).toBe('5')
  })

  it('what moves to and from a value of the indexed field, to its watchers only', async () => {
    const x = await watch({ predicate: onNode('x'), resourceVersion: '1' })
    const y = await watch({ predicate: onNode('y'), resourceVersion: '1' })
    await create('a', { node: 'x' })
    await update('a', { node: 'y' })
    await update('a', { node: 'y', text: 'more' })
    await storage.delete(podKey('a'))
    await create('b', { node: 'x' })
    await create('c', { node: 'y' })
    expect(await x.words(3)).toEqual(['ADDED a@2', 'DELETED a@3', 'ADDED b@6'])
    expect(await y.words(4)).toEqual(['ADDED a@3', 'MODIFIED a@4', 'DELETED a@5', 'ADDED c@7'])
  })

  it('one namespace, or one object', async () => {
    const namespace = await watch({ resourceVersion: '1' }, `${podPrefix}ns2`)
    const single = await watch({ resourceVersion: '1', single: true }, podKey('a', 'ns2'))
    await create('a')
    await create('b', { namespace: 'ns2' })
    await create('a', { namespace: 'ns2' })
    await create('a', { namespace: 'ns22' })
    await create('c', { namespace: 'ns2' })
    expect(await namespace.words(3)).toEqual(['ADDED b@3', 'ADDED a@4', 'ADDED c@6'])
    await storage.delete(podKey('a', 'ns2'))
    expect(await single.words(2)).toEqual(['ADDED a@4', 'DELETED a@7'])
  })

  it('the same event to all watchers, encoded once', async () => {
    const readers = await Promise.all(Array.from({ length: 100 }, () => watch({ resourceVersion: '1' })))
    await create('a')
    const events = await Promise.all(readers.map((reader) => reader.events(1)))
    expect(new Set(events.map(([event]) => event)).size).toBe(1)
    let encoded = 0
    for (const [event] of events)
      if (event?.type === 'ADDED') event.stored.encoding('x', () => new Uint8Array(++encoded))
    expect(encoded).toBe(1)
    await storage.delete(podKey('a'))
    const deleted = await Promise.all(readers.map((reader) => reader.events(1)))
    expect(new Set(deleted.map(([event]) => event)).size).toBe(1)
  })

  it('past and live events without a gap, however many', async () => {
    for (let i = 0; i < 1500; i++) await update('a', { text: String(i) }).catch(() => create('a', { text: String(i) }))
    await settled()
    const reader = await watch({ resourceVersion: '2' })
    const past = reader.events(1000)
    for (let i = 0; i < 300; i++) await update('a', { text: `live ${i}` })
    const events = [...(await past), ...(await reader.events(799))]
    const revisions = events.map((event) => (event.type === 'MODIFIED' ? event.stored.revision : 0))
    expect(revisions).toEqual(Array.from({ length: 1799 }, (_, i) => i + 3))
  })
})

describe('bookmarks come', () => {
  it('each minute, with the version that the cache has reached', async () => {
    const reader = await watch({ resourceVersion: '1', allowBookmarks: true })
    const without = await watch({ resourceVersion: '1' })
    await create('a')
    expect(await reader.words(1)).toEqual(['ADDED a@2'])
    await kv.txn({ compare: [], success: [{ type: 'put', key: '/elsewhere', value: new Uint8Array(0) }] })
    await storage.requestProgress()
    await settled()
    clock.step(59_000)
    await settled()
    clock.step(2000)
    expect(await reader.words(1)).toEqual(['BOOKMARK @3'])
    clock.step(61_000)
    expect(await reader.words(1)).toEqual(['BOOKMARK @3'])
    await create('b')
    expect(await without.words(2)).toEqual(['ADDED a@2', 'ADDED b@4'])
  })

  it('two seconds before the end', async () => {
    const reader = await watch({ resourceVersion: '1', allowBookmarks: true, deadline: clock.now() + 10_000 })
    const next = reader.words(1)
    clock.step(8000)
    expect(await next).toEqual(['BOOKMARK @1'])
    const more = reader.rest()
    clock.step(120_000)
    await settled()
    reader.stop()
    expect(await more).toEqual([])
  })

  it('never, and without a timer, when there are no watchers', async () => {
    expect(clock.pendingTimers).toBe(0)
    const reader = await watch({ allowBookmarks: true })
    expect(clock.pendingTimers).toBe(1)
    reader.stop()
    expect(clock.pendingTimers).toBe(0)
  })
})

describe('a watcher that is too slow', () => {
  it('is ended, and others continue', async () => {
    const told: string[] = []
    const note = (word: string) => (): void => void told.push(word)
    const observer: CacheObserver = {
      initialized: note('initialized'),
      received: note('received'),
      progressed: note('progressed'),
      waited: note('waited'),
      consistentRead: note('consistentRead'),
      listed: note('listed'),
      initialEvents: () => undefined,
      terminated: note('terminated'),
    }
    const opened = await openCached({ storage: store.storage, mostPending: 10, observer })
    const open = async () =>
      new WatchReader(await opened.storage.watch(podPrefix, { predicate: everything, resourceVersion: '1' }))
    const slow = await open()
    const quick = await open()
    // The first step begins to read, so that later events have to wait.
    const first = slow.words(1)
    for (let i = 0; i < 30; i++) {
      await create(`p${i}`)
      expect(await quick.words(1)).toEqual([`ADDED p${i}@${i + 2}`])
    }
    expect(await first).toEqual(['ADDED p0@2'])
    const rest = await slow.rest()
    expect(rest.length).toBeLessThan(29)
    // What it got has no gap.
    expect(rest).toEqual(rest.map((_, i) => `ADDED p${i + 1}@${i + 3}`))
    expect(told.filter((word) => word === 'initialized' || word === 'terminated')).toEqual([
      'initialized',
      'terminated',
    ])
    expect(told.filter((word) => word === 'received')).toHaveLength(30)
  })
})

describe('when the watch of the store breaks', () => {
  it('it resumes after the last event, invisibly to watchers', async () => {
    const reader = await watch({ resourceVersion: '1' })
    await create('a')
    expect(await reader.words(1)).toEqual(['ADDED a@2'])
    store.breakWatches('Unavailable')
    await settled()
    await create('b')
    await storage.delete(podKey('a'))
    expect(storage.readiness()).toBeUndefined()
    clock.step(1000)
    expect(await reader.words(2)).toEqual(['ADDED b@3', 'DELETED a@4'])
    expect([store.lists, store.watches]).toEqual([1, 2])
  })

  it('after its version is compacted, everything is read again, and watchers start over', async () => {
    await create('a')
    const reader = await watch({ resourceVersion: '1' })
    expect(await reader.words(1)).toEqual(['ADDED a@2'])
    store.breakWatches('ResourceExpired')
    await settled()
    expect(await reader.rest()).toEqual([])
    expect(storage.readiness()).toBe('storage is (re)initializing: broken: ResourceExpired')
    await create('b')
    clock.step(1000)
    await settled()
    expect(storage.readiness()).toBeUndefined()
    expect(await (await watch({ resourceVersion: '2' })).rest()).toEqual(['ERROR ResourceExpired'])
    expect(await (await watch({ resourceVersion: '0' })).words(2)).toEqual(['ADDED a@2', 'ADDED b@3'])
  })

  it('it waits longer each time', async () => {
    store.failure = new Error('down')
    store.breakWatches('Internal')
    await settled()
    const tries: number[] = []
    for (let second = 0; second < 60; second++) {
      const before = store.lists
      clock.step(1000)
      await settled(2)
      if (store.lists > before) tries.push(second)
    }
    expect(tries.length).toBeGreaterThan(4)
    expect(tries.length).toBeLessThan(12)
    store.failure = undefined
    clock.step(60_000)
    await settled()
    expect(storage.readiness()).toBeUndefined()
  })
})

describe('closing', () => {
  it('ends watches, waiting reads and timers', async () => {
    const reader = await watch({ allowBookmarks: true })
    const rest = reader.rest()
    const list = storage.list(podPrefix, { predicate: everything, resourceVersion: '99' })
    await settled()
    const refused = expect(list).rejects.toMatchObject({ code: 'Timeout' })
    await storage.close()
    await refused
    expect(await rest).toEqual([])
    expect(clock.pendingTimers).toBe(0)
  })

  it('by its signal ends one watch', async () => {
    const aborter = new AbortController()
    const reader = await watch({ signal: aborter.signal, allowBookmarks: true })
    const rest = reader.rest()
    aborter.abort()
    expect(await rest).toEqual([])
    expect(clock.pendingTimers).toBe(0)
  })
})
