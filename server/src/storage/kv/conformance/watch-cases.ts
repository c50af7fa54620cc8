import assert from 'node:assert/strict'
import { KVError } from '../kv-error.js'
import type { ConformanceCase } from './conformance-case.js'
import { bytes, put, remove, text, WatchReader, words } from './steps.js'

/** Requirements of `watch`. */
export const watchCases: readonly ConformanceCase[] = [
  {
    name: 'a watch gives changes below its prefix with what was before',
    async run({ kv, prefix }) {
      const before = await put(kv, `${prefix}other`)
      const reader = new WatchReader(kv.watch({ key: `${prefix}p/`, prefix: true, fromRevision: before + 1 }))
      const created = await put(kv, `${prefix}p/a`, '1')
      await put(kv, `${prefix}q`)
      const changed = await put(kv, `${prefix}p/a`, '2')
      const deleted = await remove(kv, `${prefix}p/a`)
      const events = await reader.take(3)
      assert.deepEqual(
        events.map((event) => words(event, `${prefix}p/`)),
        ['put a=1', 'put a=2', 'delete a'],
      )
      assert.deepEqual(
        events.map(({ kv }) => kv.modRevision),
        [created, changed, deleted],
      )
      assert.deepEqual(
        events.map(({ previous }) => text(previous?.value)),
        [undefined, '1', '2'],
      )
      assert.deepEqual(
        [events[0]!.kv.createRevision, events[1]!.kv.createRevision, events[1]!.kv.version],
        [created, created, 2],
      )
      reader.cancel()
    },
  },
  {
    name: 'a watch of one key does not see its neighbours',
    async run({ kv, prefix }) {
      const before = await put(kv, `${prefix}other`)
      const reader = new WatchReader(kv.watch({ key: `${prefix}a`, fromRevision: before + 1 }))
      await put(kv, `${prefix}ab`)
      await put(kv, `${prefix}a`, '1')
      const [event] = await reader.take(1)
      assert.equal(words(event!, prefix), 'put a=1')
      reader.cancel()
    },
  },
  {
    name: 'a watch from an earlier revision gives what happened since, then what happens',
    async run({ kv, prefix }) {
      const first = await put(kv, `${prefix}a`, '1')
      await put(kv, `${prefix}b`, '1')
      await remove(kv, `${prefix}a`)
      const reader = new WatchReader(kv.watch({ key: prefix, prefix: true, fromRevision: first + 1 }))
      const past = await reader.take(2)
      await put(kv, `${prefix}c`, '1')
      const all = [...past, ...(await reader.take(1))]
      assert.deepEqual(
        all.map((event) => words(event, prefix)),
        ['put b=1', 'delete a', 'put c=1'],
      )
      reader.cancel()
    },
  },
  {
    name: 'a watch without a revision gives what comes after it has started',
    async run({ kv, prefix }) {
      await put(kv, `${prefix}a`, '1')
      const watch = kv.watch({ key: prefix, prefix: true })
      const reader = new WatchReader(watch)
      const started = watch.started
      const next = reader.take(1)
      await started
      await put(kv, `${prefix}a`, '2')
      const [event] = await next
      assert.equal(words(event!, prefix), 'put a=2')
      reader.cancel()
    },
  },
  {
    name: 'a watch from a future revision waits for it',
    async run({ kv, prefix }) {
      const now = await put(kv, `${prefix}a`, '1')
      const watch = kv.watch({ key: prefix, prefix: true, fromRevision: now + 3 })
      const reader = new WatchReader(watch)
      const next = reader.take(1)
      await watch.started
      for (const value of ['2', '3', '4']) await put(kv, `${prefix}a`, value)
      const [event] = await next
      assert.equal(words(event!, prefix), 'put a=4')
      reader.cancel()
    },
  },
  {
    name: 'a transaction is seen whole by one response',
    async run({ kv, prefix }) {
      const before = await put(kv, `${prefix}other`)
      const watch = kv.watch({ key: `${prefix}p/`, prefix: true, fromRevision: before + 1 })
      const keys = Array.from({ length: 50 }, (_, i) => `${prefix}p/${String(i).padStart(2, '0')}`)
      await kv.txn({ compare: [], success: keys.map((key) => ({ type: 'put', key, value: bytes('x') })) })
      for await (const { events } of watch) {
        if (events.length === 0) continue
        assert.deepEqual(
          events.map(({ kv }) => kv.key),
          keys,
        )
        break
      }
    },
  },
  {
    name: 'many watches see the same events in the same order',
    async run({ kv, prefix }) {
      const before = await put(kv, `${prefix}other`)
      const readers = Array.from(
        { length: 10 },
        () => new WatchReader(kv.watch({ key: `${prefix}p/`, prefix: true, fromRevision: before + 1 })),
      )
      const writes = Array.from({ length: 100 }, (_, i) => put(kv, `${prefix}p/${i % 7}`, String(i)))
      const [revisions, ...seen] = await Promise.all([
        Promise.all(writes),
        ...readers.map((reader) => reader.take(100)),
      ])
      for (const events of seen) {
        assert.deepEqual(
          events.map(({ kv }) => kv.modRevision),
          [...revisions].sort((a, b) => a - b),
        )
      }
      for (const reader of readers) reader.cancel()
    },
  },
  {
    name: 'a watch from a compacted revision ends with an error that names the oldest one',
    async run({ kv, prefix }) {
      const first = await put(kv, `${prefix}a`, '1')
      await put(kv, `${prefix}a`, '2')
      const last = await put(kv, `${prefix}a`, '3')
      await kv.compact(last)
      const error = await new WatchReader(kv.watch({ key: prefix, prefix: true, fromRevision: first })).error()
      assert.ok(error instanceof KVError, String(error))
      assert.deepEqual([error.code, error.compactRevision], ['Compacted', last])
    },
  },
  {
    name: 'a watch that has everything goes on after a compaction',
    async run({ kv, prefix }) {
      const before = await put(kv, `${prefix}a`, '1')
      const reader = new WatchReader(kv.watch({ key: prefix, prefix: true, fromRevision: before + 1 }))
      const next = await put(kv, `${prefix}a`, '2')
      await reader.take(1)
      await kv.compact(next)
      await put(kv, `${prefix}a`, '3')
      const [event] = await reader.take(1)
      assert.deepEqual([words(event!, prefix), text(event!.previous?.value)], ['put a=3', '2'])
      reader.cancel()
    },
  },
  {
    name: 'progress is told on request, also of revisions that the watch does not see',
    async run({ kv, prefix }) {
      if (!kv.progressSupported) return
      const before = await put(kv, `${prefix}other`)
      const watch = kv.watch({ key: `${prefix}p/`, prefix: true, fromRevision: before + 1 })
      const reader = new WatchReader(watch)
      const first = reader.take(1)
      await put(kv, `${prefix}p/a`)
      await first
      const elsewhere = await put(kv, `${prefix}elsewhere`)
      const told = reader.until(elsewhere)
      // A store may lag behind.
      for (let waiting = true; waiting; ) {
        watch.requestProgress()
        waiting = await Promise.race([
          told.then(() => false),
          new Promise<boolean>((resolve) => setTimeout(resolve, 50, true)),
        ])
      }
      assert.equal(reader.pending.length, 0)
      reader.cancel()
    },
  },
  {
    name: 'a canceled watch ends',
    async run({ kv, prefix }) {
      const reader = new WatchReader(kv.watch({ key: prefix, prefix: true }))
      const ended = reader.ended()
      reader.cancel()
      await ended
    },
  },
  {
    name: 'closing the store ends its watches and refuses calls',
    async run({ kv, prefix }) {
      const reader = new WatchReader(kv.watch({ key: prefix, prefix: true }))
      const error = reader.error()
      await kv.close()
      await error
      await assert.rejects(put(kv, `${prefix}a`), { code: 'Closed' })
      await assert.rejects(kv.range({ key: prefix }), { code: 'Closed' })
    },
  },
]
