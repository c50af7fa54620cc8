import type { EmbeddedKV } from '@apimachinery/server/storage/kv/embedded'
import { randomFrom } from '../../random.js'

/** A file after an accident, and what happened to it. */
export interface Damage {
  readonly bytes: Buffer
  readonly name: string
}

const page = 4096

/** What an accident with a number does to a file; the same with each run. */
export function damageOf(whole: Buffer, seed: number): Damage {
  const random = randomFrom(seed * 7919 + 1)
  const bytes = Buffer.from(whole)
  const pages = Math.floor(bytes.length / page)
  // Pages of the index are few, and break more.
  const at = (): number => (random(2) === 0 ? random(Math.min(bytes.length, 4 * page)) : random(bytes.length))
  switch (seed % 6) {
    case 0: {
      const length = random(bytes.length)
      return { bytes: bytes.subarray(0, length), name: `cut at ${length}` }
    }
    case 1: {
      const number = random(pages)
      return { bytes: bytes.fill(0, number * page, (number + 1) * page), name: `page ${number} of zeros` }
    }
    case 2: {
      const places = Array.from({ length: 1 + random(8) }, at)
      for (const place of places) bytes[place] = bytes[place]! ^ (1 << random(8))
      return { bytes, name: `bits at ${places}` }
    }
    case 3: {
      const [from, to] = [random(pages), random(pages)]
      bytes.copyWithin(to * page, from * page, (from + 1) * page)
      return { bytes, name: `page ${from} also at ${to}` }
    }
    case 4: {
      const start = at()
      const end = Math.min(bytes.length, start + 1 + random(600))
      for (let place = start; place < end; place++) bytes[place] = random(256)
      return { bytes, name: `noise from ${start} to ${end}` }
    }
    default: {
      // The fields at the start of a page: its number, its kind, its bounds and its first entries.
      const place = random(pages) * page + random(64)
      bytes[place] = random(256)
      return { bytes, name: `a byte at ${place}` }
    }
  }
}

/** All keys of a store with what is written in them. */
export async function writtenBy(kv: EmbeddedKV): Promise<Map<string, string>> {
  const { kvs } = await kv.range({ key: '/', prefix: true })
  return new Map(kvs.map(({ key, value }) => [key, Buffer.from(value).toString()]))
}

/** Writes to a store, so that it has large and small values, a past, leases, and pages that are free. */
export async function fillSample(kv: EmbeddedKV): Promise<void> {
  const random = randomFrom(5)
  for (let count = 0; count < 400; count++) {
    const key = `/registry/${random(3)}/${random(60)}`
    const size = random(8) === 0 ? random(12_000) : random(900)
    const value = Buffer.from(`${key} ${count} ${'x'.repeat(size)}`)
    const gone = random(6) === 0
    await kv.txn({ compare: [], success: [gone ? { type: 'delete', key } : { type: 'put', key, value }] })
  }
  const { id: lease } = await kv.grantLease(1_000_000)
  const value = Buffer.from('/registry/leased 0')
  await kv.txn({ compare: [], success: [{ type: 'put', key: '/registry/leased', value, lease }] })
}
