// An API server in a process of its own. It tells its port, then answers `usage` with its CPU time (µs) and memory (bytes).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadServerEntry } from '../harness/server-modules.mjs'

const [kind, etcdEndpoint] = process.argv.slice(2)
const { APIServer } = await loadServerEntry('.')
const { tokenFileAuthenticator } = await loadServerEntry('./authentication')
const { ensureCertificates } = await loadServerEntry('./serving')
const folder = mkdtempSync(join(tmpdir(), 'bench-server-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

async function store() {
  if (kind === 'embedded') {
    const { EmbeddedKV } = await loadServerEntry('./storage/kv/embedded')
    return { kv: await EmbeddedKV.open({ path: join(folder, 'data') }) }
  }
  if (kind !== 'etcd') return {}
  const { EtcdKV } = await loadServerEntry('./storage/kv/etcd')
  return { kv: await EtcdKV.open({ endpoints: [etcdEndpoint] }) }
}

const { serving } = await ensureCertificates(folder, ['localhost', '127.0.0.1'], new Date())
const server = await APIServer.start({
  ...(await store()),
  authorizationModes: ['RBAC'],
  tokenAuthenticators: [tokenFileAuthenticator('token,admin,,"system:masters"')],
  admissionPlugins: { disable: ['ServiceAccount'] },
})
await server.ready()
const tls = { cert: serving.certificate, key: serving.key, requestCert: true, rejectUnauthorized: false }
const { port } = await server.generic.listen({ host: '127.0.0.1', port: 0, tls })
process.on('message', () => process.send(usage()))
process.send({ port, startedIn: performance.now(), ...usage() })

function usage() {
  const { user, system } = process.cpuUsage()
  return { cpu: user + system, rss: process.memoryUsage().rss }
}
