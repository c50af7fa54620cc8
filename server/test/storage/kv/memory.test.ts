import { MemoryKV } from '@apimachinery/server/storage/kv'
import { conformanceCases, runConformanceCase } from '@apimachinery/server/storage/kv/conformance'
import { FakeClock } from 'apimachinery/testing'
import { describe, expect, it } from 'vitest'

const bytes = (text: string) => new TextEncoder().encode(text)

async function open() {
  const clock = new FakeClock()
  const kv = new MemoryKV({ clock })
  return {
    kv,
    prefix: '/suite/',
    advance: async (milliseconds: number) => {
      clock.step(milliseconds)
      await new Promise((resolve) => setImmediate(resolve))
    },
    close: () => kv.close(),
  }
}

describe('the store in memory conforms', () => {
  for (const test of conformanceCases) it(test.name, () => runConformanceCase(test, open))
})

describe('the store in memory', () => {
  const put = (kv: MemoryKV, key: string, value: string) =>
    kv.txn({ compare: [], success: [{ type: 'put', key, value: bytes(value) }] })
  const values = async (kv: MemoryKV) =>
    (await kv.range({ key: '/', prefix: true })).kvs.map(({ value }) => new TextDecoder().decode(value)).join()

  it('forks: neither sees what the other writes, both have the past', async () => {
    const origin = new MemoryKV()
    const { revision } = await put(origin, '/a', 'before')
    const fork = origin.fork()
    await put(origin, '/a', 'origin')
    await put(fork, '/b', 'fork')
    expect(await values(origin)).toBe('origin')
    expect(await values(fork)).toBe('before,fork')
    expect((await fork.range({ key: '/a', revision })).kvs[0]?.value).toEqual(bytes('before'))
  })

  it('forks above its newest revision without the past, and below it with the past', async () => {
    const origin = new MemoryKV()
    const { revision } = await put(origin, '/a', 'a')
    const later = origin.fork({ revision: revision + 10 })
    expect([(await later.status()).revision, await values(later)]).toEqual([revision + 10, 'a'])
    await expect(later.range({ key: '/a', revision })).rejects.toMatchObject({ code: 'Compacted' })
    expect((await put(later, '/b', 'b')).revision).toBe(revision + 11)
    for (const below of [revision, revision - 1]) {
      const fork = origin.fork({ revision: below })
      expect((await fork.status()).revision).toBe(revision)
      expect((await fork.range({ key: '/a', revision })).kvs).toHaveLength(1)
    }
  })

  it.each([0, -1, Number.NaN])('grants no lease of %d seconds', async (seconds) => {
    const kv = new MemoryKV()
    await expect(kv.grantLease(seconds)).rejects.toMatchObject({
      code: 'InvalidArgument',
      message: 'etcdserver: lease TTL must be positive',
    })
  })

  it('grants leases of whole seconds, each with an id of its own', async () => {
    const kv = new MemoryKV({ clock: new FakeClock() })
    const [first, second] = [await kv.grantLease(1.2), await kv.grantLease(3)]
    expect([first.ttl, second.ttl, first.id === second.id]).toEqual([2, 3, false])
    const fork = kv.fork()
    expect([first.id, second.id]).not.toContain((await fork.grantLease(1)).id)
    await kv.close()
    await fork.close()
  })

  it('changes a key once in a transaction, and reads it as often as it is asked', async () => {
    const kv = new MemoryKV()
    const change = { type: 'put', key: '/a', value: bytes('1') } as const
    const twice = kv.txn({ compare: [], success: [change, { type: 'delete', key: '/a' }] })
    await expect(twice).rejects.toMatchObject({
      code: 'InvalidArgument',
      message: 'etcdserver: duplicate key given in txn request',
    })
    const read = { type: 'get', key: '/a' } as const
    const { responses, succeeded } = await kv.txn({ compare: [], success: [change, read, read] })
    expect([succeeded, responses.slice(1).map((kv) => kv && new TextDecoder().decode(kv.value))]).toEqual([
      true,
      ['1', '1'],
    ])
  })

  it('does as the comparison says, of all keys', async () => {
    const kv = new MemoryKV()
    const { revision } = await put(kv, '/a', '1')
    const txn = (modRevision: number, other: number, failure = true) =>
      kv.txn({
        compare: [
          { key: '/a', modRevision },
          { key: '/none', modRevision: other },
        ],
        success: [{ type: 'put', key: '/b', value: bytes('yes') }],
        ...(failure && { failure: [{ type: 'get' as const, key: '/a' }] }),
      })
    expect(await txn(revision - 1, 0)).toMatchObject({ succeeded: false, revision, responses: [{ key: '/a' }] })
    expect(await txn(revision, 1)).toMatchObject({ succeeded: false, revision })
    expect(await txn(revision - 1, 0, false)).toMatchObject({ succeeded: false, revision, responses: [] })
    expect(await txn(revision, 0)).toMatchObject({ succeeded: true, revision: revision + 1 })
  })

  it('wakes a waiting watch for its own keys, and tells it of progress', async () => {
    const kv = new MemoryKV()
    const watch = kv.watch({ key: '/a', prefix: false })
    const started = await watch.started
    const responses = watch[Symbol.asyncIterator]()
    const first = responses.next()
    const { revision } = await put(kv, '/ab', 'other')
    await put(kv, '/a', 'own')
    const { value } = await first
    expect(value).toMatchObject({ revision: revision + 1, events: [{ kv: { key: '/a' } }] })
    expect(started).toBe(revision - 1)
    const waiting = responses.next()
    watch.requestProgress?.()
    expect((await waiting).value).toEqual({ revision: revision + 1, events: [] })
    const ended = responses.next()
    watch.cancel()
    expect(await ended).toMatchObject({ done: true })
  })

  it('forks leases, which end by the clock of the fork', async () => {
    const clock = new FakeClock()
    const origin = new MemoryKV({ clock })
    const { id: lease } = await origin.grantLease(10)
    await origin.txn({ compare: [], success: [{ type: 'put', key: '/a', value: bytes('a'), lease }] })
    const own = new FakeClock(clock.now())
    const fork = origin.fork({ clock: own })
    own.step(11_000)
    await new Promise((resolve) => setImmediate(resolve))
    expect(await values(fork)).toBe('')
    expect(await values(origin)).toBe('a')
  })

  it('keeps the configured number of revisions', async () => {
    const kv = new MemoryKV({ history: { revisions: 3 } })
    for (let i = 0; i < 10; i++) await put(kv, '/a', String(i))
    await expect(kv.range({ key: '/a', revision: 7 })).rejects.toMatchObject({ code: 'Compacted' })
    expect((await kv.range({ key: '/a', revision: 8 })).kvs[0]?.value).toEqual(bytes('6'))
  })

  it('keeps revisions for the configured time', async () => {
    const clock = new FakeClock()
    const kv = new MemoryKV({ clock, history: { age: 1000 } })
    await put(kv, '/a', '1')
    await put(kv, '/a', '2')
    clock.step(1001)
    await put(kv, '/a', '3')
    await expect(kv.range({ key: '/a', revision: 2 })).rejects.toMatchObject({ code: 'Compacted' })
    expect((await kv.range({ key: '/a', revision: 4 })).kvs[0]?.value).toEqual(bytes('3'))
  })

  it('leaves no timer when it is closed', async () => {
    const clock = new FakeClock()
    const kv = new MemoryKV({ clock })
    await kv.grantLease(10)
    expect(clock.pendingTimers).toBe(1)
    await kv.close()
    expect(clock.pendingTimers).toBe(0)
  })

  it('gives a slow watcher everything without holding it back', async () => {
    const kv = new MemoryKV()
    const watch = kv.watch({ key: '/', prefix: true, fromRevision: 2 })
    for (let i = 0; i < 5000; i++) await put(kv, '/a', String(i))
    const seen: number[] = []
    for await (const { events } of watch) {
      for (const { kv: after } of events) seen.push(after.modRevision)
      if (seen.length === 5000) break
    }
    expect(seen).toEqual(Array.from({ length: 5000 }, (_, i) => i + 2))
  })
})
