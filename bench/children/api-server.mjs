// An API server in a separate process. It reports its port, then answers `usage` with its CPU time (µs) and memory (bytes).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadServerEntry } from '../harness/server-modules.mjs'
import { tellParent } from '../harness/tell-parent.mjs'

const [kind, place] = process.argv.slice(2)
const { APIServer } = await loadServerEntry('.')
const { tokenFileAuthenticator } = await loadServerEntry('./authentication')
const { ensureCertificates } = await loadServerEntry('./serving')
// A server that is started again finds its data and its port where it left them.
const { BENCH_FOLDER, BENCH_PORT = '0' } = process.env
const folder = BENCH_FOLDER ?? mkdtempSync(join(tmpdir(), 'bench-server-'))
if (BENCH_FOLDER === undefined) process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

async function store() {
  if (kind === 'embedded') {
    const { EmbeddedKV } = await loadServerEntry('./storage/kv/embedded')
    return EmbeddedKV.open({ path: place || join(folder, 'data') })
  }
  if (kind !== 'etcd') return undefined
  const { EtcdKV } = await loadServerEntry('./storage/kv/etcd')
  return EtcdKV.open({ endpoints: [place] })
}

const { serving } = await ensureCertificates(folder, ['localhost', '127.0.0.1'], new Date())
const kv = await store()
const server = await APIServer.start({
  ...(kv !== undefined && { kv }),
  authorizationModes: ['RBAC'],
  tokenAuthenticators: [tokenFileAuthenticator('token,admin,,"system:masters"')],
  admissionPlugins: { disable: ['ServiceAccount'] },
})
await server.ready()
const tls = { cert: serving.certificate, key: serving.key, requestCert: true, rejectUnauthorized: false }
const { port } = await server.generic.listen({ host: '127.0.0.1', port: Number(BENCH_PORT), tls })

tellParent({ port }, async () => {
  await server.stop()
  await kv?.close()
})
