import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cpuPer, loadServerEntry } from '../harness/server-modules.mjs'
import { everything, fill, makePods, podKey, podPrefix, podStorage } from '../payload/stored-pods.mjs'

const pods = 5000
const watcherCounts = [1, 100, 1000]

async function freePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function openEtcd(folder) {
  if (spawnSync('etcd', ['--version']).status !== 0) return undefined
  const [client, peer] = [`http://127.0.0.1:${await freePort()}`, `http://127.0.0.1:${await freePort()}`]
  const flags = [`--data-dir=${folder}/etcd`, `--listen-client-urls=${client}`, `--advertise-client-urls=${client}`]
  flags.push(`--listen-peer-urls=${peer}`, `--initial-advertise-peer-urls=${peer}`, `--initial-cluster=default=${peer}`)
  const child = spawn('etcd', flags, { stdio: 'ignore' })
  process.on('exit', () => child.kill('SIGKILL'))
  const { EtcdKV } = await loadServerEntry('./storage/kv/etcd')
  for (;;) {
    try {
      return await EtcdKV.open({ endpoints: [client] })
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

async function adapter(kv) {
  const { WatchCache } = await loadServerEntry('./storage/cache')
  const storage = await podStorage(kv)
  const made = makePods(pods)
  await fill(storage, made)
  const cache = new WatchCache({ storage: await podStorage(kv), prefix: podPrefix })
  while (cache.readiness() !== undefined) await new Promise((resolve) => setTimeout(resolve, 10))
  return { kv, storage, cache, made, count: 0 }
}

/** Writes a changed pod and gives its new state. */
function update({ storage, made }, index, text) {
  const object = { ...made[index], spec: { ...made[index].spec, schedulerName: text } }
  return storage.guaranteedUpdate(podKey(index), { tryUpdate: async () => ({ object }) })
}

/** An event from its write until all watchers of the cache have it. */
async function event(context, watchers, times) {
  const { cache } = context
  const { revision } = await cache.list(podPrefix, { predicate: everything, limit: 1 })
  const options = { predicate: everything, resourceVersion: String(revision) }
  const watches = []
  for (let i = 0; i < watchers; i++) watches.push(await cache.watch(podPrefix, options))
  const readers = watches.map((watch) => watch[Symbol.asyncIterator]())
  const encode = (object) => new TextEncoder().encode(JSON.stringify(object))
  const cost = await cpuPer(times, async () => {
    const next = readers.map((reader) => reader.next())
    await update(context, 17, `t${context.count++}`)
    for (const { value } of await Promise.all(next)) value[0].stored.encoding('json', encode)
  })
  for (const watch of watches) watch.stop()
  return cost
}

function operationsOf(name) {
  const when = (context) => context[name] !== undefined
  const measured = (title, measure) => ({
    name: `${name}: ${title}`,
    when,
    measure: (context) => measure(context[name]),
  })
  return [
    measured('get', ({ storage }) => cpuPer(500, (i) => storage.get(podKey((i * 7) % pods)))),
    measured('put of 8 KB under a new key', ({ kv, made }) => {
      const value = new TextEncoder().encode(JSON.stringify(made[0]))
      return cpuPer(200, (i) => kv.txn({ compare: [], success: [{ type: 'put', key: `/put/${i}`, value }] }))
    }),
    measured('update', (context) => cpuPer(200, (i) => update(context, (i * 7) % pods, `u${context.count++}`))),
    measured('list of 5,000 from the store', ({ storage }) =>
      cpuPer(5, () => storage.list(podPrefix, { predicate: everything })),
    ),
    ...watcherCounts.map((watchers) =>
      measured(`update and its event to ${watchers} watchers`, (context) => event(context, watchers, 40)),
    ),
  ]
}

export const workload = {
  name: 'Storage, 5,000 pods',
  about:
    'CPU time of this process for each operation, over each store, with values of 8 KB as JSON; what etcd spends is not in it. Events are encoded once and handed to all watchers of a cache.',
  unit: 'µs',
  async setup() {
    const folder = mkdtempSync(join(tmpdir(), 'bench-storage-'))
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
    const { MemoryKV } = await loadServerEntry('./storage/kv')
    const { EmbeddedKV } = await loadServerEntry('./storage/kv/embedded')
    const etcd = await openEtcd(folder)
    return {
      memory: await adapter(new MemoryKV()),
      embedded: await adapter(await EmbeddedKV.open({ path: join(folder, 'embedded') })),
      ...(etcd === undefined ? {} : { etcd: await adapter(etcd) }),
    }
  },
  operations: ['memory', 'embedded', 'etcd'].flatMap(operationsOf),
}
