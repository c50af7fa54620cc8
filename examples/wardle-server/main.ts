// An API server for the group wardle.example.com: `node main.js [--port 8443] [--data-dir ./wardle]`.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bearerTokenAuthenticator, tokenFileAuthenticator } from '@apimachinery/server/authentication'
import { ensureCertificates } from '@apimachinery/server/serving'
import { EmbeddedKV } from '@apimachinery/server/storage/kv/embedded'
import { startWardle } from './server.js'

const { values } = parseArgs({
  options: { port: { type: 'string', default: '8443' }, 'data-dir': { type: 'string', default: './wardle' } },
})
const folder = values['data-dir']
const token = randomBytes(16).toString('hex')
const server = startWardle({
  kv: await EmbeddedKV.open({ path: join(folder, 'data') }),
  authenticator: bearerTokenAuthenticator(tokenFileAuthenticator(`${token},admin,,"system:masters"`)),
})
const { serving } = await ensureCertificates(join(folder, 'certificates'), ['localhost', '127.0.0.1'], new Date())
const tls = { cert: serving.certificate, key: serving.key }
const { port } = await server.generic.listen({ host: '127.0.0.1', port: Number(values.port), tls })
console.log(`serving on https://127.0.0.1:${port}

  alias k='kubectl --kubeconfig /dev/null --server https://127.0.0.1:${port} --insecure-skip-tls-verify --token ${token}'
  k api-resources
`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.stop())
