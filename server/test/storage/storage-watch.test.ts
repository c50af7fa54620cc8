import type { Storage } from '@apimachinery/server/storage'
import type { KV } from '@apimachinery/server/storage/kv'
import { FakeClock } from 'apimachinery/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OpenedKV, openKV } from './open-kv.js'
import { everything, type Pod, pod, podKey, podPrefix, podStorage, withLabel } from './pods.js'
import { WatchReader } from './watch-reader.js'

describe.each(['memory', 'embedded'] as const)('over %s:', (kind) => {
  let kv: KV
  let opened: OpenedKV
  let storage: Storage<Pod>

  beforeEach(async () => {
    opened = await openKV(kind, new FakeClock())
    ;({ kv } = opened)
    storage = podStorage(kv)
  })
  afterEach(() => opened.end())

  const create = (name: string, more: Parameters<typeof pod>[1] = {}) =>
    storage.create(podKey(name, more.namespace), pod(name, more))
  const settled = () => opened.settle()

  describe('watch', () => {
    it('gives changes after a version', async () => {
      await create('a')
      const watch = new WatchReader(await storage.watch(podPrefix, { predicate: everything, resourceVersion: '2' }))
      await create('b')
      await storage.guaranteedUpdate(podKey('b'), { tryUpdate: async () => ({ object: pod('b', { text: 'x' }) }) })
      await storage.delete(podKey('a'))
      expect(await watch.words(3)).toEqual(['ADDED b@3', 'MODIFIED b@4', 'DELETED a@5'])
      watch.stop()
      expect(await watch.rest()).toEqual([])
    })

    it('gives what is there first, from version 0', async () => {
      await create('a')
      await create('b')
      const watch = new WatchReader(await storage.watch(podPrefix, { predicate: everything, resourceVersion: '0' }))
      expect(await watch.words(2)).toEqual(['ADDED a@2', 'ADDED b@3'])
      await create('c')
      expect(await watch.words(1)).toEqual(['ADDED c@4'])
      watch.stop()
    })

    it('ends the initial events with a bookmark', async () => {
      await create('a')
      const options = { predicate: everything, sendInitialEvents: true, allowBookmarks: true }
      const watch = new WatchReader(await storage.watch(podPrefix, options))
      expect(await watch.words(2)).toEqual(['ADDED a@2', 'BOOKMARK @2 end'])
      watch.stop()
    })

    it('gives only later events without initial events', async () => {
      await create('a')
      const watch = new WatchReader(await storage.watch(podPrefix, { predicate: everything, sendInitialEvents: false }))
      await create('b')
      expect(await watch.words(1)).toEqual(['ADDED b@3'])
      watch.stop()
    })

    it('shows objects as they come into the selection and leave it', async () => {
      const watch = new WatchReader(
        await storage.watch(podPrefix, { predicate: withLabel('x', 'y'), resourceVersion: '1' }),
      )
      const label = (value: string, text = '') =>
        storage.guaranteedUpdate(podKey('a'), {
          tryUpdate: async () => ({ object: pod('a', { labels: { x: value }, text }) }),
        })
      await create('a')
      await label('y')
      await label('y', 'more')
      await label('n')
      await storage.delete(podKey('a'))
      await create('b', { labels: { x: 'y' } })
      const events = await watch.events(4)
      expect(events.map(({ type }) => type)).toEqual(['ADDED', 'MODIFIED', 'DELETED', 'ADDED'])
      const [, , deleted] = events
      // The state in which it was selected last, with the revision in which it was not any more.
      expect(deleted).toMatchObject({ stored: { revision: 5, object: { spec: { text: 'more' } } } })
      watch.stop()
    })

    it('of one object does not see others', async () => {
      const watch = new WatchReader(
        await storage.watch(podKey('a'), { predicate: everything, resourceVersion: '1', single: true }),
      )
      await create('ab')
      await create('a')
      expect(await watch.words(1)).toEqual(['ADDED a@3'])
      watch.stop()
    })

    it('ends with an error for a version that is gone', async () => {
      for (const name of ['a', 'b', 'c']) await create(name)
      await kv.compact(4)
      const watch = new WatchReader(await storage.watch(podPrefix, { predicate: everything, resourceVersion: '2' }))
      expect(await watch.rest()).toEqual(['ERROR ResourceExpired'])
    })

    it('ends with an error for an object that cannot be read, after earlier ones', async () => {
      const watch = new WatchReader(
        await storage.watch(podPrefix, { predicate: withLabel('x', 'y'), resourceVersion: '1' }),
      )
      await create('a', { labels: { x: 'y' } })
      await kv.txn({
        compare: [],
        success: [{ type: 'put', key: podKey('bad'), value: new TextEncoder().encode('{') }],
      })
      expect(await watch.rest()).toEqual(['ADDED a@2', 'ERROR Corrupt'])
    })

    it('ends with an error where the store does not know any more what was before', async () => {
      const forgetful = new Proxy(kv, {
        get(target, name) {
          const value = Reflect.get(target, name, target)
          if (name !== 'watch') return typeof value === 'function' ? value.bind(target) : value
          return (options: Parameters<KV['watch']>[0]) => {
            const watch = target.watch(options)
            const events = async function* () {
              for await (const { revision, events } of watch)
                yield { revision, events: events.map(({ previous: _, ...event }) => event) }
            }
            return Object.assign(events(), { cancel: () => watch.cancel(), requestProgress: () => undefined })
          }
        },
      })
      const other = podStorage(forgetful as KV)
      await create('a')
      const { revision } = await create('b')
      const options = { predicate: everything, resourceVersion: String(revision) }
      const deleting = new WatchReader(await other.watch(podPrefix, options))
      await create('c')
      const deleted = await storage.delete(podKey('a'))
      expect(await deleting.words(1)).toEqual([`ADDED c@${revision + 1}`])
      expect(await deleting.events(1)).toMatchObject([
        {
          type: 'ERROR',
          error: {
            code: 'Internal',
            message: `etcd event received with PrevKv=nil (key="${podKey('a')}", modRevision=${deleted.revision}, type=DELETE)`,
          },
        },
      ])
      const updating = new WatchReader(await other.watch(podPrefix, { ...options, resourceVersion: `${revision + 2}` }))
      await storage.guaranteedUpdate(podKey('b'), { tryUpdate: async () => ({ object: pod('b', { text: 'x' }) }) })
      expect(await updating.rest()).toEqual(['ERROR Internal'])
    })

    it('ends when its signal is aborted', async () => {
      const aborter = new AbortController()
      const { signal } = aborter
      const watch = new WatchReader(
        await storage.watch(podPrefix, { predicate: everything, resourceVersion: '1', signal }),
      )
      const rest = watch.rest()
      aborter.abort()
      expect(await rest).toEqual([])
    })

    it('tells progress to caches', async () => {
      const options = { predicate: everything, resourceVersion: '1', progress: true }
      const watch = new WatchReader(await storage.watch(podPrefix, options))
      const next = watch.words(1)
      await settled()
      await kv.txn({ compare: [], success: [{ type: 'put', key: '/elsewhere', value: new Uint8Array(0) }] })
      await storage.requestProgress()
      expect(await next).toEqual(['BOOKMARK @2'])
      watch.stop()
    })
  })
})
