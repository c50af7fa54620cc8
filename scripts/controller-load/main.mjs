// A controller over 10,000 objects of which 1,000 a second change, for ten minutes: its memory must not grow, and at the end its
// cache must have what the server has. npm run load:controllers; MINUTES, OBJECTS and RATE change it.
import { fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from '@apimachinery/client'
import { Manager } from '@apimachinery/client/controller'
import { ConfigMap } from 'apimachinery/api/core/v1'

const minutes = Number(process.env.MINUTES ?? 10)
const objects = Number(process.env.OBJECTS ?? 10_000)
const rate = Number(process.env.RATE ?? 1000)
const namespace = 'default'
const sampleEvery = Math.min(10_000, (minutes * 60_000) / 12)
/** How much more memory the last third may take than the first. */
const tolerated = 1.1

const server = fork(fileURLToPath(new URL('server.mjs', import.meta.url)), [`${objects}`, `${rate}`])
process.on('exit', () => server.kill('SIGKILL'))
const answer = () => new Promise((resolve) => server.once('message', resolve))
const { port } = await answer()

const client = await Client.connect({
  config: { host: `https://127.0.0.1:${port}`, bearerToken: 'token', tls: { insecure: true } },
})
const manager = new Manager({ client, cache: { namespaces: [namespace] } })
let runs = 0
let reads = 0
manager.controller(ConfigMap, { concurrency: 4, fairNamespaces: true }).reconcile(async ({ object }) => {
  runs++
  if (object?.data?.value !== undefined) reads++
})
const stop = new AbortController()
const running = manager.run(stop.signal)
await manager.settled({ timeout: 120_000 })
console.log(`${objects} objects are in the cache; ${rate} changes a second begin`)

server.send('go')
const started = performance.now()
const cpu = process.cpuUsage()
const samples = []
while (performance.now() - started < minutes * 60_000) {
  await sleep(sampleEvery)
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  samples.push({ heap: heapUsed / 1e6, resident: rss / 1e6 })
  const seconds = (performance.now() - started) / 1000
  console.log(
    `${seconds.toFixed(0).padStart(4)} s  heap ${(heapUsed / 1e6).toFixed(1)} MB  resident ${(rss / 1e6).toFixed(0)} MB  ${runs} runs`,
  )
}
server.send('stop')
const { made } = await answer()
const seconds = (performance.now() - started) / 1000
const { user, system } = process.cpuUsage(cpu)
await manager.settled({ timeout: 120_000 })

const wanted = (await client.resource(ConfigMap).namespace(namespace).list()).items.map(versionOf).sort()
const cached = manager.cache.list(ConfigMap).map(versionOf).sort()
const same = wanted.length === objects && wanted.join() === cached.join()
stop.abort()
await running
await client.close()

const third = Math.max(1, Math.floor(samples.length / 3))
const mean = (some, what) => some.reduce((sum, sample) => sum + sample[what], 0) / some.length
const growth = (what) => mean(samples.slice(-third), what) / mean(samples.slice(0, third), what)
const flat = growth('heap') < tolerated
console.log(
  `${made} changes in ${seconds.toFixed(0)} s, ${(made / seconds).toFixed(0)} a second; ${runs} runs, ${reads} of them read an object`,
)
console.log(`CPU of the controller: ${((user + system) / made).toFixed(0)} µs a change`)
console.log(`heap, last third by first: ${growth('heap').toFixed(3)}; resident: ${growth('resident').toFixed(3)}`)
console.log(`the cache ${same ? 'has' : 'does NOT have'} what the server has; memory is ${flat ? 'flat' : 'NOT flat'}`)
process.exit(same && flat ? 0 : 1)

function versionOf({ metadata }) {
  return `${metadata?.name}@${metadata?.resourceVersion}`
}
