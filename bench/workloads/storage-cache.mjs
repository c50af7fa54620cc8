import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { cpuPer, loadServerEntry } from '../harness/server-modules.mjs'
import { everything, fill, makePods, podPrefix, podStorage } from '../payload/stored-pods.mjs'

const pods = 5000
const child = fileURLToPath(new URL('../children/cache-memory.mjs', import.meta.url))
const encode = (object) => new TextEncoder().encode(JSON.stringify(object))
const encodings = ({ items }) => items.map((item) => item.encoding('json', encode))
const copy = 'copying the bytes of the list'

export const workload = {
  name: 'Watch cache',
  about:
    'A list of 5,000 pods (8 KB each) from the cache as the bytes of its items in one buffer, beside joining the same bytes; and what a cache of 10,000 pods holds beside the bytes of its objects (a ratio).',
  unit: 'ms',
  async setup() {
    const { MemoryKV } = await loadServerEntry('./storage/kv')
    const { WatchCache } = await loadServerEntry('./storage/cache')
    const storage = await podStorage(new MemoryKV())
    await fill(storage, makePods(pods))
    const cache = new WatchCache({ storage, prefix: podPrefix })
    while (cache.readiness() !== undefined) await new Promise((resolve) => setTimeout(resolve, 10))
    const list = () => cache.list(podPrefix, { predicate: everything, resourceVersion: '0' })
    return { list, bytes: encodings(await list()) }
  },
  operations: [
    { name: copy, measure: async ({ bytes }) => (await cpuPer(10, () => Buffer.concat(bytes))) / 1000 },
    {
      name: 'list of 5,000 from the cache',
      baseline: copy,
      measure: async ({ list }) => (await cpuPer(10, async () => Buffer.concat(encodings(await list())))) / 1000,
    },
    {
      name: 'memory of a cache of 10,000 pods by the bytes of its objects',
      measure: () => {
        const { status, stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', child], { encoding: 'utf8' })
        if (status !== 0) throw new Error(stderr)
        return Number(stdout)
      },
    },
  ],
}
