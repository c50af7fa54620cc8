import type { Storage } from '@apimachinery/server/storage'
import { WatchCache } from '@apimachinery/server/storage/cache'
import { MemoryKV } from '@apimachinery/server/storage/kv'
import { FakeClock } from 'apimachinery/testing'
import { expect, it } from 'vitest'
import { settled } from '../cached.js'
import { everything, type Pod, podPrefix, podStorage } from '../pods.js'

/** A storage whose watches begin when they are let. */
function withHeldWatches(real: Storage<Pod>): { storage: Storage<Pod>; begin: () => void } {
  let begin: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const watch: Storage<Pod>['watch'] = async (...args) => {
    await begun
    return real.watch(...args)
  }
  const storage = new Proxy(real, {
    get(target, name) {
      if (name === 'watch') return watch
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { storage, begin }
}

it('a list that waits before its cache follows the store is answered when it does, with a clock that stands', async () => {
  const clock = new FakeClock()
  const kv = new MemoryKV({ clock })
  const { storage, begin } = withHeldWatches(podStorage(kv, { clock }))
  const cache = new WatchCache<Pod>({ storage, prefix: podPrefix, clock })
  await cache.ready()
  // Something else moves the revision of the store on: no event will come.
  await kv.txn({ compare: [], success: [{ type: 'put', key: '/registry/others/a', value: new Uint8Array([1]) }] })
  const list = cache.list(podPrefix, { predicate: everything })
  await settled()
  begin()
  expect((await list).revision).toBe(kv.revision)
  await cache.close()
})
