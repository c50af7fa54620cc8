import { Compactor } from '@apimachinery/server/storage'
import { MemoryKV } from '@apimachinery/server/storage/kv'
import { FakeClock } from 'apimachinery/testing'
import { describe, expect, it } from 'vitest'
import { settled } from './cached.js'

const minutes = 60_000
const put = (kv: MemoryKV, key: string) =>
  kv.txn({ compare: [], success: [{ type: 'put', key, value: new Uint8Array(1) }] })

describe('the compactor', () => {
  it('compacts to where the store was a turn before, not at its first turn', async () => {
    const clock = new FakeClock()
    const kv = new MemoryKV({ clock })
    const compactor = new Compactor({ kv, clock })
    for (let i = 0; i < 3; i++) await put(kv, `/${i}`)
    clock.step(5 * minutes)
    await settled()
    expect(compactor.compactRevision).toBe(0)
    await put(kv, '/later')
    clock.step(5 * minutes)
    await settled()
    expect(compactor.compactRevision).toBe(5)
    await expect(kv.range({ key: '/0', revision: 4 })).rejects.toMatchObject({ code: 'Compacted' })
    expect((await kv.range({ key: '/0', revision: 5 })).count).toBe(1)
    const [election] = (await kv.range({ key: 'compact_rev_key' })).kvs
    expect([new TextDecoder().decode(election?.value), election?.version]).toEqual(['5', 2])
    await compactor.close()
    expect(clock.pendingTimers).toBe(0)
  })

  it('of several one compacts, and another takes over when it is gone', async () => {
    const clock = new FakeClock()
    const kv = new MemoryKV({ clock })
    const first = new Compactor({ kv, clock })
    clock.step(1 * minutes)
    const second = new Compactor({ kv, clock })
    const count = async () => (await kv.range({ key: 'compact_rev_key' })).kvs[0]?.version
    for (let turn = 1; turn <= 3; turn++) {
      clock.step(5 * minutes)
      await settled()
      expect(await count()).toBe(turn)
    }
    expect(second.compactRevision).toBe(first.compactRevision)
    await first.close()
    clock.step(10 * minutes)
    await settled()
    expect(await count()).toBe(4)
    clock.step(5 * minutes)
    await settled()
    expect(second.compactRevision).toBeGreaterThan(first.compactRevision)
    await second.close()
  })

  it('observes compactions by others', async () => {
    const kv = new MemoryKV()
    const idle = new Compactor({ kv, clock: new FakeClock() })
    const clock = new FakeClock()
    const busy = new Compactor({ kv, clock })
    await put(kv, '/0')
    for (let turn = 0; turn < 2; turn++) {
      clock.step(5 * minutes)
      await settled()
    }
    expect(busy.compactRevision).toBe(3)
    expect(idle.compactRevision).toBe(3)
    const late = new Compactor({ kv, clock: new FakeClock() })
    await settled()
    expect(late.compactRevision).toBe(3)
    for (const compactor of [idle, busy, late]) await compactor.close()
  })

  it('continues after an error', async () => {
    const clock = new FakeClock()
    const kv = new MemoryKV({ clock })
    const errors: unknown[] = []
    const compactor = new Compactor({ kv, clock, onError: (error) => errors.push(error) })
    await kv.close()
    for (let i = 0; i < 2; i++) {
      clock.step(5 * minutes)
      await settled()
    }
    expect(errors).toMatchObject([{ code: 'Closed' }, { code: 'Closed' }])
    await compactor.close()
  })

  const record = (kv: MemoryKV, text: string) =>
    kv.txn({ compare: [], success: [{ type: 'put', key: 'compact_rev_key', value: Buffer.from(text) }] })

  it('takes the newest compaction that can be, and none of a store that was restored since', async () => {
    const kv = new MemoryKV()
    for (let i = 0; i < 20; i++) await put(kv, `/${i}`)
    const compactor = new Compactor({ kv, clock: new FakeClock() })
    await settled()
    const seen: number[] = []
    // The record is of the revision after 21 here: 22, 23, and so on.
    for (const text of ['5', '3', '7', 'x', '1000', '27']) {
      await record(kv, text)
      await settled()
      seen.push(compactor.compactRevision)
    }
    expect(seen).toEqual([5, 5, 7, 7, 7, 27])
    await kv.txn({ compare: [], success: [{ type: 'delete', key: 'compact_rev_key' }] })
    await settled()
    expect(compactor.compactRevision).toBe(27)
    await compactor.close()
  })

  it('follows others again a second after their watch broke', async () => {
    const clock = new FakeClock()
    const kv = new MemoryKV()
    const errors: unknown[] = []
    const broken = new Error('broken')
    const { range } = MemoryKV.prototype
    let failing = true
    kv.range = (request) => (failing ? Promise.reject(broken) : range.call(kv, request))
    const compactor = new Compactor({ kv, clock, onError: (error) => errors.push(error) })
    await settled()
    await record(kv, '1')
    failing = false
    clock.step(999)
    await settled()
    expect([errors, compactor.compactRevision]).toEqual([[broken], 0])
    clock.step(1)
    await settled()
    expect([errors, compactor.compactRevision]).toEqual([[broken], 1])
    await compactor.close()
    expect(clock.pendingTimers).toBe(0)
  })

  it('ends while it waits to follow others again', async () => {
    const clock = new FakeClock()
    const kv = new MemoryKV()
    let reads = 0
    kv.range = () => {
      reads++
      return Promise.reject(new Error('broken'))
    }
    const compactor = new Compactor({ kv, clock })
    await settled()
    await compactor.close()
    clock.step(10 * minutes)
    await settled()
    expect([reads, clock.pendingTimers]).toEqual([1, 0])
  })
})
