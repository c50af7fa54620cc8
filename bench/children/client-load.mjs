import { Session } from 'node:inspector/promises'

// One client in a separate process. It receives an operation and a count, and reports the CPU time (µs) of its process.
const [name, port, execPort] = process.argv.slice(2)
const makers = {
  bare: async () => (await import('../clients/bare.mjs')).bareClient,
  apimachinery: async () => (await import('../clients/apimachinery.mjs')).apimachineryClient,
  'client-node': async () => (await import('../clients/client-node.mjs')).clientNodeClient,
}
// Both clients skip verification of the self-signed certificate; Node warns about it.
process.removeAllListeners('warning')
process.on('warning', () => undefined)

const client = await (await makers[name]())({ port: Number(port), execPort: Number(execPort) })
const message = Buffer.alloc(1024, 'x')

async function expect(found, wanted) {
  const value = await found
  if (value !== wanted) throw new Error(`${name}: ${value} instead of ${wanted}`)
}

const operations = {
  async get(times) {
    for (let i = 0; i < times; i++) await expect(client.get(`settings-${i % 1000}`), 'info')
  },
  async list(times) {
    for (let i = 0; i < times; i++) await expect(client.list(), 1000)
  },
  async watchPods(times) {
    for (let i = 0; i < times; i += 1000) await expect(client.watch('pods', 1000), 1000)
  },
  async watchMaps(times) {
    for (let i = 0; i < times; i += 1000) await expect(client.watch('configmaps', 1000), 1000)
  },
  async exec(times) {
    for (let i = 0; i < times; i++) await expect(client.exec('hello'), 'hello\n')
  },
  echo: (times) => client.echo(message, times),
  async listMany(times) {
    for (let i = 0; i < times; i++) await expect(client.listMany(), 10_000)
  },
}

/** The CPU profile of doing an operation so many times. */
async function profiled(operation, times) {
  const inspector = new Session()
  inspector.connect()
  await inspector.post('Profiler.enable')
  await inspector.post('Profiler.setSamplingInterval', { interval: 200 })
  await inspector.post('Profiler.start')
  await operations[operation](times)
  const { profile } = await inspector.post('Profiler.stop')
  inspector.disconnect()
  return profile
}

process.on('message', async ({ operation, times, profile }) => {
  try {
    if (profile) return process.send({ profile: await profiled(operation, times) })
    const before = process.cpuUsage()
    const started = performance.now()
    await operations[operation](times)
    const wall = (performance.now() - started) * 1000
    const { user, system } = process.cpuUsage(before)
    // Programs do not collect all garbage between requests: the engine then forgets code whose objects it finds nowhere.
    if (operation === 'listMany') globalThis.gc?.()
    process.send({ cpu: user + system, wall, heap: process.memoryUsage().heapUsed, rss: process.memoryUsage().rss })
  } catch (error) {
    process.send({ error: error.stack })
  }
})
process.send('ready')
