// An API server for the group wardle.example.com, alone or behind the aggregator of a cluster: `node main.js --help`.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { GroupServerOptions } from '@apimachinery/server'
import { bearerTokenAuthenticator, tokenFileAuthenticator } from '@apimachinery/server/authentication'
import {
  delegatedAccessByFlags,
  type FlagGroup,
  hasMainCluster,
  parseExtensionServerFlags,
  servingTLS,
} from '@apimachinery/server/delegation'
import { ensureCertificates } from '@apimachinery/server/serving'
import { EmbeddedKV } from '@apimachinery/server/storage/kv/embedded'
import { startWardle } from './server.js'

const own: FlagGroup = {
  title: 'Wardle flags',
  flags: [{ name: 'data-dir', kind: 'string', help: 'Folder of the database.', fallback: './wardle' }],
}
const flags = parseExtensionServerFlags(process.argv.slice(2), [own])
const folder = flags.text('data-dir') ?? './wardle'
const onError = (error: unknown): void => console.error('warning:', error)

/** Who may do what: as the main cluster says, or whoever has the token that is printed. */
const access = hasMainCluster(flags) ? await delegatedAccessByFlags(flags, onError) : undefined
const token = randomBytes(16).toString('hex')
const alone: Pick<GroupServerOptions, 'authenticator'> = {
  authenticator: bearerTokenAuthenticator(tokenFileAuthenticator(`${token},admin,,"system:masters"`)),
}

const server = await startWardle({ kv: await EmbeddedKV.open({ path: join(folder, 'data') }), ...(access ?? alone) })
const host = flags.text('bind-address') ?? '127.0.0.1'
const certificates = flags.text('cert-dir') ?? join(folder, 'certificates')
const { serving } = await ensureCertificates(certificates, ['localhost', host, 'api.wardle.svc'], new Date())
const tls = servingTLS(flags, serving, onError)
const { port, listener } = await server.generic.listen({
  host,
  port: flags.number('secure-port') ?? 8443,
  tls: tls.options,
})
tls.follow(listener)
console.log(`serving on https://${host}:${port}`)
if (access === undefined) {
  console.log(`
  alias k='kubectl --kubeconfig /dev/null --server https://127.0.0.1:${port} --insecure-skip-tls-verify --token ${token}'
  k api-resources
`)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    tls.stop()
    await server.stop()
    await access?.close()
  })
}
