import { eventCost, requestCost, startBareServer, startFilledServer } from '../harness/server-cost.mjs'
import { startEtcd } from '../harness/server-process.mjs'
import { makePodList } from '../payload/pods.mjs'
import { boundRows, readRows, writeRows } from '../payload/server-requests.mjs'

const pods = 1500
const text = JSON.stringify(makePodList(1000))

function rowsOf(store, rows, concurrency) {
  return rows.map((row) => ({
    name: `${store}, ${concurrency} at once: ${row.title}`,
    when: ({ stores }) => stores.has(store),
    measure: async (context) =>
      requestCost(await filled(context, store), context.quick ? quickly(row) : row, concurrency),
  }))
}

/** Node by itself, of whose cost every request of a row has its part. */
function boundsOf(concurrency) {
  return boundRows.map((row) => ({
    name: `${row.title}, ${concurrency} at once`,
    async measure(context) {
      context.servers.bare ??= startBareServer()
      return requestCost(await context.servers.bare, context.quick ? quickly(row) : row, concurrency)
    },
  }))
}

/** The server over a store, started when it is first asked for. */
function filled({ servers, stores }, store) {
  servers[store] ??= startFilledServer(store, stores.get(store), { pods })
  return servers[store]
}

const quickly = (row) => ({ ...row, times: Math.ceil(row.times / 4) })

/** Milliseconds of `JSON.parse` for a list of 1,000 pods, at best: what makes numbers of two machines comparable. */
function parseTime() {
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < 8; i++) {
    const before = process.cpuUsage()
    JSON.parse(text)
    best = Math.min(best, process.cpuUsage(before).user / 1000)
  }
  return best
}

const events = (protobuf) => async (context) =>
  (await eventCost(await filled(context, 'memory'), { watchers: 1000, events: context.quick ? 5 : 20, protobuf })) /
  1000

export const workload = {
  name: 'API server, 1,500 pods of 8 KB',
  about:
    'CPU time of the server process for one request (ms; the same number as seconds for a thousand), over TLS and HTTP/2; the load comes from another process, and what etcd spends is not in it.',
  unit: 'ms',
  rounds: 3,
  async setup({ quick }) {
    const stores = new Map([['memory', undefined]])
    if (quick) return { quick, stores, servers: {} }
    stores.set('embedded', undefined)
    const endpoint = await startEtcd()
    if (endpoint !== undefined) stores.set('etcd', endpoint)
    return { quick, stores, servers: {} }
  },
  operations: [
    { name: 'JSON.parse of 1,000 pods, in the load generator', measure: parseTime },
    ...boundsOf(16),
    ...boundsOf(1),
    ...rowsOf('memory', [...readRows, ...writeRows], 16),
    ...rowsOf('memory', [...readRows, ...writeRows], 1),
    ...rowsOf('embedded', writeRows, 16),
    ...rowsOf('etcd', writeRows, 16),
    ...rowsOf('embedded', writeRows, 1),
    ...rowsOf('etcd', writeRows, 1),
    { name: 'memory: an event for one of 1,000 watchers, JSON', measure: events(false) },
    { name: 'memory: an event for one of 1,000 watchers, protobuf', measure: events(true) },
  ],
}
