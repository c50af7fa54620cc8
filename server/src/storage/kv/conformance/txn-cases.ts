import assert from 'node:assert/strict'
import type { ConformanceCase } from './conformance-case.js'
import { bytes, put, putIf, readText, rejects, remove, text } from './steps.js'

/** Requirements of `txn` and leases. */
export const txnCases: readonly ConformanceCase[] = [
  {
    name: 'a key is created only where it is absent',
    async run({ kv, prefix }) {
      const key = `${prefix}a`
      const created = await putIf(kv, key, { modRevision: 0, value: '1' })
      assert.equal(created.succeeded, true)
      const refused = await putIf(kv, key, { modRevision: 0, value: '2' })
      assert.equal(refused.succeeded, false)
      assert.equal(refused.revision, created.revision)
      assert.equal(text(refused.responses[0]?.value), '1')
      assert.equal(refused.responses[0]?.modRevision, created.revision)
    },
  },
  {
    name: 'a key is changed only where its revision is the expected one',
    async run({ kv, prefix }) {
      const key = `${prefix}a`
      const first = await put(kv, key, '1')
      const second = await putIf(kv, key, { modRevision: first, value: '2' })
      assert.equal(second.succeeded, true)
      assert.equal((await putIf(kv, key, { modRevision: first, value: '3' })).succeeded, false)
      assert.equal(await readText(kv, key), '2')
    },
  },
  {
    name: 'of many writers that expect the same revision one succeeds',
    async run({ kv, prefix }) {
      const key = `${prefix}a`
      const modRevision = await put(kv, key, '0')
      const writers = Array.from({ length: 20 }, (_, i) => putIf(kv, key, { modRevision, value: String(i) }))
      const results = await Promise.all(writers)
      assert.equal(results.filter(({ succeeded }) => succeeded).length, 1)
      const winner = results.findIndex(({ succeeded }) => succeeded)
      for (const { succeeded, responses } of results)
        if (!succeeded) assert.equal(text(responses[0]?.value), String(winner))
      assert.equal(await readText(kv, key), String(winner))
    },
  },
  {
    name: 'every writing transaction makes one revision, whatever it writes',
    async run({ kv, prefix }) {
      const before = await put(kv, `${prefix}a`)
      const { revision, responses } = await kv.txn({
        compare: [],
        success: [
          { type: 'put', key: `${prefix}b`, value: bytes('b') },
          { type: 'put', key: `${prefix}c`, value: bytes('c') },
          { type: 'delete', key: `${prefix}a` },
        ],
      })
      assert.equal(revision, before + 1)
      assert.deepEqual([responses[0], responses[1]], [undefined, undefined])
      const { kvs } = await kv.range({ key: prefix, prefix: true })
      assert.deepEqual(
        kvs.map(({ key, modRevision }) => [key.slice(prefix.length), modRevision - revision]),
        [
          ['b', 0],
          ['c', 0],
        ],
      )
    },
  },
  {
    name: 'a transaction that writes nothing makes no revision',
    async run({ kv, prefix }) {
      const before = await put(kv, `${prefix}a`)
      assert.equal(await remove(kv, `${prefix}absent`), before)
      const read = await kv.txn({ compare: [], success: [{ type: 'get', key: `${prefix}a` }] })
      assert.deepEqual([read.revision, text(read.responses[0]?.value)], [before, 'value'])
    },
  },
  {
    name: 'a deletion gives what it removed',
    async run({ kv, prefix }) {
      const modRevision = await put(kv, `${prefix}a`, '1')
      const { responses, revision } = await kv.txn({
        compare: [{ key: `${prefix}a`, modRevision }],
        success: [
          { type: 'get', key: `${prefix}a` },
          { type: 'delete', key: `${prefix}a` },
        ],
      })
      assert.equal(revision, modRevision + 1)
      assert.equal(text(responses[0]?.value), '1')
      assert.equal(await readText(kv, `${prefix}a`), undefined)
    },
  },
  {
    name: 'all comparisons must hold',
    async run({ kv, prefix }) {
      const modRevision = await put(kv, `${prefix}a`)
      const attempt = (b: number) =>
        kv.txn({
          compare: [
            { key: `${prefix}a`, modRevision },
            { key: `${prefix}b`, modRevision: b },
          ],
          success: [{ type: 'put', key: `${prefix}c`, value: bytes('') }],
        })
      assert.equal((await attempt(1)).succeeded, false)
      assert.equal((await attempt(0)).succeeded, true)
    },
  },
  {
    name: 'one key twice in a transaction is refused',
    async run({ kv, prefix }) {
      const write = { type: 'put', key: `${prefix}a`, value: bytes('') } as const
      await rejects(kv.txn({ compare: [], success: [write, write] }), 'InvalidArgument')
    },
  },
  {
    name: 'an empty key is refused',
    async run({ kv }) {
      const success = [{ type: 'put', key: '', value: bytes('') }] as const
      await rejects(kv.txn({ compare: [], success }), 'InvalidArgument')
    },
  },
  {
    name: 'a value that is too large is refused, and the store goes on',
    async run({ kv, prefix }) {
      const value = new Uint8Array(4 * 1024 * 1024)
      await rejects(kv.txn({ compare: [], success: [{ type: 'put', key: `${prefix}a`, value }] }), 'RequestTooLarge')
      assert.equal(await readText(kv, `${prefix}a`), undefined)
      await put(kv, `${prefix}a`, 'small')
      assert.equal(await readText(kv, `${prefix}a`), 'small')
    },
  },
  {
    name: 'keys with a lease go when it ends, in one revision',
    async run({ kv, prefix, advance }) {
      const { id, ttl } = await kv.grantLease(1)
      assert.ok(ttl >= 1)
      const put = (key: string, lease?: string) =>
        kv.txn({
          compare: [],
          success: [{ type: 'put', key: prefix + key, value: bytes(''), ...(lease === undefined ? {} : { lease }) }],
        })
      await put('a', id)
      await put('b', id)
      await put('kept', id)
      const { revision } = await put('kept')
      const [leased] = (await kv.range({ key: `${prefix}a` })).kvs
      assert.equal(leased?.lease, id)
      let left = 3
      for (let waited = 0; left > 1 && waited < 15_000; waited += 500) {
        await advance(500)
        left = (await kv.range({ key: prefix, prefix: true })).count
      }
      const { kvs } = await kv.range({ key: prefix, prefix: true })
      assert.deepEqual(
        kvs.map(({ key }) => key),
        [`${prefix}kept`],
      )
      assert.equal((await kv.status()).revision, revision + 1)
    },
  },
  {
    name: 'a lease can be revoked, and is unknown after that',
    async run({ kv, prefix }) {
      const { id: lease } = await kv.grantLease(1000)
      const write = { type: 'put', key: `${prefix}a`, value: bytes(''), lease } as const
      await kv.txn({ compare: [], success: [write] })
      await kv.revokeLease(lease)
      assert.equal(await readText(kv, `${prefix}a`), undefined)
      await rejects(kv.revokeLease(lease), 'LeaseNotFound')
      await rejects(kv.txn({ compare: [], success: [write] }), 'LeaseNotFound')
    },
  },
]
