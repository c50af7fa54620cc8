import { loadServerEntry } from '../harness/server-modules.mjs'

/** How many forks are made for one number. */
const many = 100

function configMaps(count) {
  return Array.from({ length: count }, (_, index) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `map-${index}`, namespace: 'default' },
    data: { key: `value ${index}` },
  }))
}

/** Forks of a server, which are stopped afterwards. `use` gets them, and `measure` what it needs to compare. */
async function withForks(server, use) {
  const forks = []
  const before = performance.now()
  for (let index = 0; index < many; index++) forks.push(await server.fork())
  const forked = (performance.now() - before) / many
  try {
    return await use(forks, forked)
  } finally {
    for (const fork of forks) await fork.stop()
  }
}

/** Collects garbage until what has ended asynchronously is gone as well. */
async function collect() {
  for (let round = 0; round < 4; round++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Kilobytes of heap that each fork keeps. */
async function heapOfForks(server, use) {
  await collect()
  const before = process.memoryUsage().heapUsed
  return withForks(server, async (forks) => {
    await use(forks)
    await collect()
    return (process.memoryUsage().heapUsed - before) / many / 1024
  })
}

async function firstRequests(forks) {
  for (const fork of forks) await fork.fetch('/api/v1/namespaces/default')
}

/** Each test writes, reads and lists in a fork of its own. */
async function oneTest(server) {
  const fork = await server.fork()
  try {
    const body = JSON.stringify(configMaps(1)[0])
    const headers = { 'content-type': 'application/json' }
    const path = 'https://localhost/api/v1/namespaces/default/configmaps'
    const made = await fork.fetch(new Request(path, { method: 'POST', headers, body }))
    if (made.status !== 201 && made.status !== 409) throw new Error(`${made.status} ${await made.text()}`)
    await (await fork.fetch(path)).arrayBuffer()
  } finally {
    await fork.stop()
  }
}

async function parallelTests(server) {
  const before = performance.now()
  await Promise.all(Array.from({ length: many }, () => oneTest(server)))
  return performance.now() - before
}

export const workload = {
  name: 'Test clusters',
  about:
    'Forks of a `TestServer` in this process, as the control API makes them. A fork starts with its first request: the rows tell both. A test writes an object and lists those of its namespace.',
  unit: 'ms',
  rounds: 3,
  async setup() {
    const { TestServer } = await loadServerEntry('./testing')
    const [empty, full] = await Promise.all([TestServer.start(), TestServer.start()])
    await full.load(configMaps(10_000))
    // What a server writes once it is ready would otherwise be written by every fork.
    await Promise.all([empty.untilIdle(), full.untilIdle()])
    return { empty, full }
  },
  operations: [
    { name: 'fork of an empty cluster', measure: ({ empty }) => withForks(empty, async (_, forked) => forked) },
    { name: 'fork of 10,000 objects', measure: ({ full }) => withForks(full, async (_, forked) => forked) },
    { name: 'memory of a fork', unit: 'KB', measure: ({ empty }) => heapOfForks(empty, async () => undefined) },
    { name: 'memory of a fork that was used', unit: 'KB', measure: ({ empty }) => heapOfForks(empty, firstRequests) },
    { name: 'a hundred tests in parallel', measure: ({ empty }) => parallelTests(empty) },
  ],
}
