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
