// Prints how many times the bytes of its objects a watch cache of 10,000 pods holds: node --expose-gc cache-memory.mjs
import { loadServerEntry } from '../harness/server-modules.mjs'
import { everything, fill, makePods, podPrefix, podStorage } from '../payload/stored-pods.mjs'

const { MemoryKV } = await loadServerEntry('./storage/kv')
const { WatchCache } = await loadServerEntry('./storage/cache')

function used() {
  for (let i = 0; i < 4; i++) globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** A store that returns new copies of its values each time, as one on the network. */
function remote(kv) {
  const copied = (kvs) => kvs.map((entry) => ({ ...entry, value: Uint8Array.from(entry.value) }))
  return new Proxy(kv, {
    get(target, name) {
      if (name === 'range')
        return async (options) => {
          const result = await target.range(options)
          return { ...result, kvs: copied(result.kvs) }
        }
      const value = target[name]
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

const kv = new MemoryKV({ history: { revisions: 1 } })
await fill(await podStorage(kv), makePods(10_000))
let bytes = 0
for (const { value } of (await kv.range({ key: podPrefix, prefix: true })).kvs) bytes += value.length
const before = used()
const cache = new WatchCache({ storage: await podStorage(remote(kv)), prefix: podPrefix })
while (cache.readiness() !== undefined) await new Promise((resolve) => setTimeout(resolve, 10))
const after = used()
const { items } = await cache.list(podPrefix, { predicate: everything, resourceVersion: '0' })
if (items.length !== 10_000) throw new Error('not everything is cached')
console.log((after - before) / bytes)
await cache.close()
