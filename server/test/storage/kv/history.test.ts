import { MemoryKV } from '@apimachinery/server/storage/kv'
import { describe, expect, it } from 'vitest'

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const bytes = (value: string) => new TextEncoder().encode(value)

/** What the store had at a revision, as `key=value`. */
async function contentAt(kv: MemoryKV, revision: number): Promise<string> {
  const { kvs } = await kv.range({ key: '/', prefix: true, revision })
  return kvs.map(({ key, value, version }) => `${key}=${text(value)}@${version}`).join()
}

/** Writes, replaces and deletes among few keys, now and then several at once. Gives the content after each revision. */
async function written(kv: MemoryKV, count: number): Promise<Map<number, string>> {
  const after = new Map<number, string>()
  for (let i = 0; i < count; i++) {
    const key = `/${(i * 7) % 23}`
    const other = { type: 'put', key: `/other-${i % 5}`, value: bytes(`${i}`) } as const
    const change =
      i % 3 === 2 ? ({ type: 'delete', key } as const) : ({ type: 'put', key, value: bytes(`${i}`) } as const)
    const { revision } = await kv.txn({ compare: [], success: i % 4 === 0 ? [change, other] : [change] })
    after.set(revision, await contentAt(kv, revision))
  }
  return after
}

describe('the past of a store', () => {
  it('has the state of each revision, also in a fork and after a compaction', async () => {
    const kv = new MemoryKV()
    const after = await written(kv, 150)
    const fork = kv.fork()
    await written(kv, 40)
    const revisions = [...after.keys()]
    const compactedAt = revisions[revisions.length >> 1] as number
    await kv.compact(compactedAt)
    for (const [revision, content] of after) {
      expect(await contentAt(fork, revision)).toBe(content)
      if (revision >= compactedAt) expect(await contentAt(kv, revision)).toBe(content)
      else await expect(contentAt(kv, revision)).rejects.toMatchObject({ code: 'Compacted' })
    }
  })

  it('has the state of each revision within the limits', async () => {
    const kv = new MemoryKV({ history: { revisions: 50 } })
    const after = await written(kv, 200)
    const kept = [...after].slice(-51)
    for (const [revision, content] of kept) expect(await contentAt(kv, revision)).toBe(content)
    await expect(contentAt(kv, (kept[0] as [number, string])[0] - 1)).rejects.toMatchObject({ code: 'Compacted' })
  })
})
