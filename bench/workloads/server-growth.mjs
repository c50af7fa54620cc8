import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from '../harness/http2-load.mjs'
import { eventCost } from '../harness/server-cost.mjs'
import { ServerProcess } from '../harness/server-process.mjs'

const counts = [1000, 10_000, 100_000]
const watchers = [10, 1000, 5000]
const base = '/api/v1/namespaces/default/configmaps'
const json = { 'content-type': 'application/json' }
const filler = 'x'.repeat(800)
const name = (i) => `object-${String(i).padStart(6, '0')}`
const configMap = (i) => ({ metadata: { name: name(i), labels: { turn: `${i % 100}` } }, data: { text: filler } })

/** CPU time of the server for one of `times` requests, in ms. */
async function cost({ server, connection }, times, make) {
  const before = await server.usage()
  await load(connection, { times, concurrency: 16, make })
  return ((await server.usage()).cpu - before.cpu) / 1000 / times
}

/** A server with so many config maps of 1 KB; writing them is the first measurement. */
async function filled(count, { store = 'memory', place } = {}) {
  const server = await ServerProcess.start(store, place)
  const context = { server, connection: server.connection, count }
  context.creation = await cost(context, count, (i) => ({
    ...{ method: 'POST', path: base, headers: json },
    body: JSON.stringify(configMap(i)),
  }))
  return context
}

const contextOf = (context, count) => context.servers.find((each) => each.count === count)
const path = (count, i) => `${base}/${name((i * 7919) % count)}`

function rowsFor(count) {
  const row = (title, measure) => ({
    name: `${count.toLocaleString('en')} objects: ${title}`,
    when: (context) => contextOf(context, count) !== undefined,
    measure: (context) => measure(contextOf(context, count)),
  })
  return [
    row('create', ({ creation }) => creation),
    row('get', (context) => cost(context, 2000, (i) => ({ path: path(count, i) }))),
    row('update', (context) =>
      cost(context, 500, (i) => ({
        ...{ method: 'PATCH', path: path(count, i), headers: { 'content-type': 'application/merge-patch+json' } },
        body: JSON.stringify({ data: { v: `${Math.random()}` } }),
      })),
    ),
    row('list of 500', (context) => cost(context, 50, () => ({ path: `${base}?limit=500` }))),
    row('list of all', (context) => cost(context, 3, () => ({ path: base }))),
    row('list of a hundredth by label', (context) =>
      cost(context, 10, () => ({ path: `${base}?labelSelector=turn%3D7` })),
    ),
    row('resident memory, MB', async ({ server }) => (await server.usage()).rss / 1e6),
  ]
}

/** A server that starts over a store that has objects already. */
async function restart(choose) {
  const place = mkdtempSync(join(tmpdir(), 'bench-growth-'))
  try {
    const first = await filled(10_000, { store: 'embedded', place })
    await first.server.stop()
    const second = await ServerProcess.start('embedded', place)
    await second.connection.object({ path: `${base}/${name(1)}` })
    const chosen = choose(second.ready, await second.usage())
    await second.stop()
    return chosen
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

export const workload = {
  name: 'API server as it grows',
  about:
    'CPU time of the server process for one request (ms) with so many config maps of 1 KB in memory, 16 requests at once, and for one event that reaches one of so many watchers; memory without a collection before.',
  unit: 'ms',
  rounds: 1,
  async setup({ quick }) {
    const servers = []
    for (const count of quick ? counts.slice(0, 2) : counts) servers.push(await filled(count))
    return { servers, quick }
  },
  operations: [
    ...counts.flatMap(rowsFor),
    ...watchers.map((count) => ({
      name: `an event for one of ${count.toLocaleString('en')} watchers`,
      measure: async ({ servers }) =>
        (await eventCost(servers[0], { watchers: count, events: count > 1000 ? 5 : 20 })) / 1000,
    })),
    { name: 'CPU until ready over 10,000 objects in a file', measure: () => restart(({ cpu }) => cpu / 1000) },
    { name: 'resident memory over 10,000 objects in a file, MB', measure: () => restart((_, { rss }) => rss / 1e6) },
  ],
}
