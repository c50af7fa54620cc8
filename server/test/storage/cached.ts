import type { Storage } from '@apimachinery/server/storage'
import { WatchCache, type WatchCacheOptions } from '@apimachinery/server/storage/cache'
import { MemoryKV } from '@apimachinery/server/storage/kv'
import { FakeClock } from 'apimachinery/testing'
import { type Pod, podPrefix, podStorage } from './pods.js'

/** Lets everything run that needs no time. */
export async function settled(turns = 3): Promise<void> {
  for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve))
}

/** A cache over a store in memory. */
export async function openCached(options: Partial<WatchCacheOptions<Pod>> = {}) {
  const clock = new FakeClock()
  const kv = new MemoryKV({ clock })
  const direct = podStorage(kv, { clock })
  const storage: Storage<Pod> = new WatchCache<Pod>({
    storage: direct,
    prefix: podPrefix,
    indexedFields: ['spec.nodeName'],
    clock,
    ...options,
  })
  await settled()
  return { clock, kv, direct, storage }
}
