import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from '../harness/http2-load.mjs'
import { ServerCommand } from '../harness/server-command.mjs'
import { reading } from '../payload/server-requests.mjs'
import { makePods } from '../payload/stored-pods.mjs'

const count = 11_500
const protobuf = { accept: 'application/vnd.kubernetes.protobuf' }

/** A server over `store` to which a client has sent so many pods, and its memory right after that. */
async function filled(store, place, pods) {
  const server = await ServerCommand.start(store, place)
  const make = (i) => ({
    ...{ method: 'POST', path: `${reading}/pods`, headers: { 'content-type': 'application/json' } },
    body: JSON.stringify(pods[i]),
  })
  await load(server.connection, { times: pods.length, concurrency: 16, make })
  const memory = (await server.usage()).rss / 1e6
  return { server, memory, idle: (await server.idle()) / 1e6 }
}

/** Starts a server over what another one has left in a file. */
async function restarted(pods) {
  const place = mkdtempSync(join(tmpdir(), 'bench-pods-'))
  try {
    const { server } = await filled('embedded', place, pods)
    await server.stop()
    const second = await ServerCommand.start('embedded', place)
    // One pod is in the cache when all are.
    const { metadata } = await second.connection.object({ path: `${reading}/pods?limit=1` })
    const { cpu, rss } = await second.usage()
    const idle = (await second.idle()) / 1e6
    await second.stop()
    if (metadata.remainingItemCount !== pods.length - 1) throw new Error('the pods are not cached')
    return { ready: second.ready.startedIn, cpu: cpu / 1000, memory: rss / 1e6, idle }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** CPU time of the server for one list, in ms; half as many come before, uncounted. */
async function list({ server }, times, request) {
  await load(server.connection, { times: Math.ceil(times / 2), concurrency: 1, make: () => request })
  const before = await server.usage()
  await load(server.connection, { times, concurrency: 1, make: () => request })
  return ((await server.usage()).cpu - before.cpu) / 1000 / times
}

const lists = (name, times, make) => ({
  name,
  measure: async (context) => list(await context.first(), times, make(context)),
})

const afterRestart = (name, unit, choose) => ({
  name,
  unit,
  measure: async (context) => choose(await context.second()),
})

export const workload = {
  name: 'API server, 11,500 pods of 8 KB',
  about:
    'What the recorded kube-apiserver was measured with: CPU time of the server for one list (ms), one at a time, over TLS and HTTP/2 from memory, and memory of the process: after a client has created the pods, and after a start over a file that has them.',
  unit: 'ms',
  rounds: 1,
  async setup({ quick }) {
    const pods = makePods(quick ? count / 10 : count)
    let first
    let second
    return {
      pods,
      first: () => (first ??= filled('memory', undefined, pods)),
      second: () => (second ??= restarted(pods)),
    }
  },
  operations: [
    {
      name: 'resident memory after all were created',
      unit: 'MB',
      measure: async (context) => (await context.first()).memory,
    },
    {
      name: 'the same eight seconds later',
      unit: 'MB',
      measure: async (context) => (await context.first()).idle,
    },
    lists('LIST pods of a node', 200, ({ pods }) => ({
      path: `${reading}/pods?fieldSelector=${encodeURIComponent(`spec.nodeName=${pods[0].spec.nodeName}`)}`,
    })),
    lists('LIST 10,000 pods, JSON', 4, () => ({ path: `${reading}/pods?limit=10000` })),
    lists('LIST 10,000 pods, protobuf', 4, () => ({ path: `${reading}/pods?limit=10000`, headers: protobuf })),
    {
      name: 'resident memory after these lists',
      unit: 'MB',
      measure: async (context) => (await (await context.first()).server.usage()).rss / 1e6,
    },
    afterRestart('restart: start to ready', 'ms', ({ ready }) => ready),
    afterRestart('restart: CPU until all are cached', 'ms', ({ cpu }) => cpu),
    afterRestart('restart: resident memory', 'MB', ({ memory }) => memory),
    afterRestart('restart: resident memory eight seconds later', 'MB', ({ idle }) => idle),
  ],
}
