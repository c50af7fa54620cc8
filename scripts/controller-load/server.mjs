// An API server in a process of its own, whose objects change all the time: `fork`ed by main.mjs.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, InProcessTransport } from '@apimachinery/client'
import { APIServer } from '@apimachinery/server'
import { tokenFileAuthenticator } from '@apimachinery/server/authentication'
import { ensureCertificates } from '@apimachinery/server/serving'
import { ConfigMap } from 'apimachinery/api/core/v1'

const [objects, rate] = process.argv.slice(2).map(Number)
const namespace = 'default'
/** A burst of changes each so many milliseconds. */
const step = 20
/** A server that cannot keep up does fewer changes, and not more and more at once. */
const mostAtOnce = 200
/** A server that was held up for a while makes up for it. */
const mostOwed = 20_000

const folder = mkdtempSync(join(tmpdir(), 'controller-load-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const { serving } = await ensureCertificates(folder, ['localhost', '127.0.0.1'], new Date())
const server = await APIServer.start({
  authorizationModes: ['RBAC'],
  tokenAuthenticators: [tokenFileAuthenticator('token,admin,,"system:masters"')],
  admissionPlugins: { disable: ['ServiceAccount'] },
})
await server.ready()
const authorization = `Bearer ${server.loopbackToken}`
const transport = new InProcessTransport((request) =>
  server.generic.handleInProcess({ ...request, headers: { ...request.headers, authorization } }),
)
const maps = Client.from({ transport }).resource(ConfigMap).namespace(namespace)
const nameOf = (index) => `map-${String(index).padStart(5, '0')}`
const mapOf = (index, value) =>
  new ConfigMap({ metadata: { name: nameOf(index), namespace }, data: { value, text: 'x'.repeat(200) } })

for (let index = 0; index < objects; index += 50) {
  const some = Array.from({ length: Math.min(50, objects - index) }, (_, i) => maps.create(mapOf(index + i, '0')))
  await Promise.all(some)
}
const tls = { cert: serving.certificate, key: serving.key, requestCert: true, rejectUnauthorized: false }
const { port } = await server.generic.listen({ host: '127.0.0.1', port: 0, tls })

let made = 0
let running = 0
let timer
process.on('message', async (message) => {
  if (message === 'go') begin()
  if (message !== 'stop') return
  clearInterval(timer)
  while (running > 0) await new Promise((resolve) => setTimeout(resolve, 10))
  process.send({ made })
})
process.send({ port })

function begin() {
  let last = performance.now()
  let owed = 0
  timer = setInterval(() => {
    const now = performance.now()
    owed = Math.min(owed + ((now - last) * rate) / 1000, mostOwed)
    last = now
    for (; owed >= 1 && running < mostAtOnce; owed--) void change(made++)
  }, step)
}

async function change(count) {
  running++
  // One of a hundred is deleted and created again.
  const name = nameOf((count * 7919) % objects)
  if (count % 100 === 0) await maps.delete(name).catch(() => undefined)
  if (count % 100 === 0) await maps.create(mapOf((count * 7919) % objects, `${count}`)).catch(() => undefined)
  else await maps.update(mapOf((count * 7919) % objects, `${count}`)).catch(() => undefined)
  running--
}
