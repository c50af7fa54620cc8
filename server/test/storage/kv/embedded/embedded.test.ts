import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { conformanceCases, runConformanceCase } from '@apimachinery/server/storage/kv/conformance'
import { EmbeddedKV } from '@apimachinery/server/storage/kv/embedded'
import { FakeClock } from 'apimachinery/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { settledKV } from '../../open-kv.js'

const folder = mkdtempSync(join(tmpdir(), 'embedded-'))
let count = 0
const newPath = () => join(folder, String(++count))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const bytes = (text: string) => new TextEncoder().encode(text)
const put = (kv: EmbeddedKV, key: string, value: string) =>
  kv.txn({ compare: [], success: [{ type: 'put', key, value: bytes(value) }] })
const content = async (kv: EmbeddedKV, revision = 0) =>
  (await kv.range({ key: '/', prefix: true, revision })).kvs
    .map(({ key, value, version }) => `${key}=${new TextDecoder().decode(value)} v${version}`)
    .join()

describe('the embedded store conforms', () => {
  const open = async () => {
    const clock = new FakeClock()
    const kv = await EmbeddedKV.open({ path: newPath(), clock })
    return {
      kv,
      prefix: '/suite/',
      advance: async (milliseconds: number) => {
        clock.step(milliseconds)
        // Ends of leases are written to the file.
        await settledKV(kv)
      },
      close: () => kv.close(),
    }
  }
  for (const test of conformanceCases) it(test.name, () => runConformanceCase(test, open))
})

describe('the embedded store', () => {
  it('has everything when it is opened again: keys, past, leases and where it was compacted', async () => {
    const path = newPath()
    const clock = new FakeClock()
    const first = await EmbeddedKV.open({ path, clock })
    for (const value of ['1', '2', '3']) await put(first, '/a', value)
    await put(first, '/b', '1')
    await first.txn({ compare: [], success: [{ type: 'delete', key: '/b' }] })
    const { id: lease } = await first.grantLease(10)
    await first.txn({ compare: [], success: [{ type: 'put', key: '/c', value: bytes('c'), lease }] })
    await first.compact(4)
    const before = await content(first)
    await first.close()

    const second = await EmbeddedKV.open({ path, clock })
    expect(await content(second)).toBe(before)
    expect((await second.status()).revision).toBe(7)
    expect(await content(second, 5)).toBe('/a=3 v3,/b=1 v1')
    await expect(second.range({ key: '/a', revision: 3 })).rejects.toMatchObject({ code: 'Compacted' })
    const seen: string[] = []
    for await (const { events } of second.watch({ key: '/', prefix: true, fromRevision: 5 })) {
      for (const { type, kv, previous } of events)
        seen.push(`${type} ${kv.key}@${kv.modRevision} after ${previous?.modRevision}`)
      if (seen.length === 3) break
    }
    expect(seen).toEqual(['put /b@5 after undefined', 'delete /b@6 after 5', 'put /c@7 after undefined'])
    clock.step(11_000)
    await settledKV(second)
    expect(await content(second)).toBe('/a=3 v3')
    const { id } = await second.grantLease(10)
    expect(id).not.toBe(lease)
    await second.close()
    expect(clock.pendingTimers).toBe(0)
  })

  it('keeps the order of a transaction', async () => {
    const path = newPath()
    const first = await EmbeddedKV.open({ path })
    const keys = ['/z', '/a', '/m']
    await first.txn({ compare: [], success: keys.map((key) => ({ type: 'put', key, value: bytes(key) })) })
    await first.close()
    const second = await EmbeddedKV.open({ path })
    for await (const { events } of second.watch({ key: '/', prefix: true, fromRevision: 2 })) {
      expect(events.map(({ kv }) => kv.key)).toEqual(keys)
      break
    }
    await second.close()
  })

  it('does not grow with changes that are compacted', async () => {
    const path = newPath()
    const kv = await EmbeddedKV.open({ path, history: { revisions: 10 }, sync: 'interval' })
    const value = new Uint8Array(20_000)
    const write = () => kv.txn({ compare: [], success: [{ type: 'put', key: '/a', value }] })
    for (let i = 0; i < 100; i++) await write()
    const early = (await kv.status()).size!
    for (let i = 0; i < 300; i++) await write()
    expect((await kv.status()).size! / early).toBeLessThan(2)
    await kv.close()
    const again = await EmbeddedKV.open({ path })
    expect((await again.status()).revision).toBe(401)
    await again.close()
  })

  it('belongs to one opener', async () => {
    const path = newPath()
    const first = await EmbeddedKV.open({ path })
    await expect(EmbeddedKV.open({ path })).rejects.toMatchObject({
      code: 'Locked',
      message: `${join(path, 'store.mdb')} is in use by process ${process.pid}`,
    })
    await put(first, '/a', '1')
    await first.close()
    const second = await EmbeddedKV.open({ path })
    expect(await content(second)).toBe('/a=1 v1')
    await second.close()
  })

  it('is copied while it is written', async () => {
    const path = newPath()
    const kv = await EmbeddedKV.open({ path })
    await put(kv, '/a', '1')
    const copy = newPath()
    const { mkdirSync } = await import('node:fs')
    mkdirSync(copy)
    const writes = Array.from({ length: 50 }, (_, i) => put(kv, '/b', String(i)))
    await kv.backup(join(copy, 'store.mdb'))
    await Promise.all(writes)
    await kv.close()
    const opened = await EmbeddedKV.open({ path: copy })
    expect(await content(opened)).toMatch(/^\/a=1 v1/)
    await opened.close()
  })

  it('refuses keys that the file cannot hold, and files of others', async () => {
    const path = newPath()
    const kv = await EmbeddedKV.open({ path })
    await expect(put(kv, `/${'x'.repeat(2000)}`, '')).rejects.toMatchObject({ code: 'InvalidArgument' })
    await put(kv, '/a', 'fine')
    expect(await content(kv)).toBe('/a=fine v1')
    await kv.close()
    const { writeFileSync, mkdirSync } = await import('node:fs')
    const other = newPath()
    mkdirSync(other)
    writeFileSync(join(other, 'store.mdb'), 'x'.repeat(100_000))
    await expect(EmbeddedKV.open({ path: other })).rejects.toMatchObject({ code: 'Corrupt' })
  })
})
