import assert from 'node:assert/strict'
import type { ConformanceCase } from './conformance-case.js'
import { put, readText, rejects, remove, text } from './steps.js'

/** Requirements of `range` and `compact`. */
export const rangeCases: readonly ConformanceCase[] = [
  {
    name: 'a key that is absent is an empty range with the revision of the store',
    async run({ kv, prefix }) {
      const before = await put(kv, `${prefix}other`)
      const { kvs, count, revision } = await kv.range({ key: `${prefix}absent` })
      assert.deepEqual([kvs.length, count, revision], [0, 0, before])
    },
  },
  {
    name: 'one key has its value, revisions and version',
    async run({ kv, prefix }) {
      const created = await put(kv, `${prefix}a`, '1')
      const changed = await put(kv, `${prefix}a`, '2')
      const { kvs } = await kv.range({ key: `${prefix}a` })
      const [found] = kvs
      assert.equal(text(found?.value), '2')
      assert.deepEqual(
        [found?.key, found?.createRevision, found?.modRevision, found?.version, found?.lease],
        [`${prefix}a`, created, changed, 2, undefined],
      )
    },
  },
  {
    name: 'a key that is created again begins at version 1',
    async run({ kv, prefix }) {
      await put(kv, `${prefix}a`)
      await remove(kv, `${prefix}a`)
      const again = await put(kv, `${prefix}a`)
      const [found] = (await kv.range({ key: `${prefix}a` })).kvs
      assert.deepEqual([found?.createRevision, found?.version], [again, 1])
    },
  },
  {
    name: 'a prefix has its keys in the order of their UTF-8 bytes and no others',
    async run({ kv, prefix }) {
      const inOrder = ['/', '/a', '/a/b', '/a0', '/ab', '/é', '/\uffee', '/\u{1f600}']
      for (const key of [...inOrder].reverse()) await put(kv, `${prefix}p${key}`)
      await put(kv, `${prefix}o`)
      await put(kv, `${prefix}q`)
      const { kvs, count } = await kv.range({ key: `${prefix}p/`, prefix: true })
      assert.deepEqual(
        kvs.map(({ key }) => key.slice(prefix.length + 1)),
        inOrder,
      )
      assert.equal(count, inOrder.length)
    },
  },
  {
    name: 'a prefix is read page by page, and the count tells what is left',
    async run({ kv, prefix }) {
      for (const key of ['a', 'b', 'c', 'd', 'e']) await put(kv, `${prefix}p/${key}`)
      const first = await kv.range({ key: `${prefix}p/`, prefix: true, limit: 2 })
      assert.deepEqual([first.kvs.length, first.count], [2, 5])
      const rest = await kv.range({ key: `${prefix}p/`, prefix: true, from: `${first.kvs[1]!.key}\0` })
      assert.deepEqual([rest.count, rest.kvs.map(({ key }) => key.at(-1))], [3, ['c', 'd', 'e']])
    },
  },
  {
    name: 'keys alone and counts alone can be read',
    async run({ kv, prefix }) {
      for (const key of ['a', 'b', 'c']) await put(kv, `${prefix}p/${key}`)
      const keys = await kv.range({ key: `${prefix}p/`, prefix: true, keysOnly: true })
      assert.deepEqual(
        keys.kvs.map(({ value }) => value.length),
        [0, 0, 0],
      )
      const counted = await kv.range({ key: `${prefix}p/`, prefix: true, countOnly: true })
      assert.deepEqual([counted.kvs.length, counted.count], [0, 3])
    },
  },
  {
    name: 'an earlier revision can be read, with the newest one named',
    async run({ kv, prefix }) {
      const first = await put(kv, `${prefix}a`, '1')
      const second = await put(kv, `${prefix}a`, '2')
      const third = await remove(kv, `${prefix}a`)
      assert.equal(await readText(kv, `${prefix}a`, first), '1')
      assert.equal(await readText(kv, `${prefix}a`, second), '2')
      assert.equal(await readText(kv, `${prefix}a`, third), undefined)
      const { revision } = await kv.range({ key: `${prefix}a`, revision: first })
      assert.equal(revision, third)
    },
  },
  {
    name: 'a prefix at an earlier revision is one state of all its keys',
    async run({ kv, prefix }) {
      await put(kv, `${prefix}p/a`, '1')
      const at = await put(kv, `${prefix}p/b`, '1')
      await put(kv, `${prefix}p/c`, '1')
      await put(kv, `${prefix}p/a`, '2')
      await remove(kv, `${prefix}p/b`)
      const { kvs, count } = await kv.range({ key: `${prefix}p/`, prefix: true, revision: at })
      assert.deepEqual([count, kvs.map(({ key, value }) => `${key.at(-1)}${text(value)}`)], [2, ['a1', 'b1']])
    },
  },
  {
    name: 'a revision that does not exist yet is refused',
    async run({ kv, prefix }) {
      const now = await put(kv, `${prefix}a`)
      await rejects(kv.range({ key: `${prefix}a`, revision: now + 1000 }), 'FutureRevision')
      await rejects(kv.compact(now + 1000), 'FutureRevision')
    },
  },
  {
    name: 'what was compacted is refused, what was not can be read',
    async run({ kv, prefix }) {
      const first = await put(kv, `${prefix}a`, '1')
      const second = await put(kv, `${prefix}a`, '2')
      await put(kv, `${prefix}a`, '3')
      await kv.compact(second)
      await rejects(kv.range({ key: `${prefix}a`, revision: first }), 'Compacted')
      assert.equal(await readText(kv, `${prefix}a`, second), '2')
      assert.equal(await readText(kv, `${prefix}a`), '3')
      await rejects(kv.compact(second), 'Compacted')
      await rejects(kv.compact(first), 'Compacted')
    },
  },
  {
    name: 'values are bytes, the empty one too',
    async run({ kv, prefix }) {
      const all = Uint8Array.from({ length: 256 }, (_, i) => i)
      await kv.txn({ compare: [], success: [{ type: 'put', key: `${prefix}all`, value: all }] })
      await kv.txn({ compare: [], success: [{ type: 'put', key: `${prefix}none`, value: new Uint8Array(0) }] })
      const [found] = (await kv.range({ key: `${prefix}all` })).kvs
      assert.deepEqual([...(found?.value ?? [])], [...all])
      const [none] = (await kv.range({ key: `${prefix}none` })).kvs
      assert.equal(none?.value.length, 0)
    },
  },
  {
    name: 'an aborted call rejects with the reason',
    async run({ kv, prefix }) {
      const signal = AbortSignal.abort(new Error('enough'))
      await assert.rejects(kv.range({ key: prefix, signal }), /enough/)
      await assert.rejects(kv.txn({ compare: [], success: [{ type: 'delete', key: prefix }], signal }), /enough/)
    },
  },
  {
    name: 'the status names the store and its revision',
    async run({ kv, prefix }) {
      const now = await put(kv, `${prefix}a`)
      const { revision, version } = await kv.status()
      assert.ok(revision >= now && version.length > 0)
    },
  },
]
