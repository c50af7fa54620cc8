/**
 * The server that is attacked, in a process of its own, so that its memory and its sockets are separate from those of the
 * attackers. It reads a word a line on its input and answers with a line of JSON.
 */
import { createInterface } from 'node:readline'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { newCertificate, newCertificateAuthority } from '../../src/certificates/new-certificate.js'
import { APIServer } from '../../src/kubernetes/api-server.js'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const admin = { name: 'admin', uid: '', groups: ['system:masters'], extra: {} }
const prototypes = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Map.prototype]
const propertiesOf = (): string => JSON.stringify(prototypes.map((each) => Reflect.ownKeys(each).map(String)))
const untouched = propertiesOf()

const failures: string[] = []
process.on('unhandledRejection', (error) => failures.push(`unhandledRejection: ${String((error as Error)?.stack)}`))
process.on('uncaughtException', (error) => failures.push(`uncaughtException: ${String(error?.stack)}`))

const server = await APIServer.start({
  requestTimeout: 3000,
  // What needs no rights is attacked without them.
  authorizationModes: ['AlwaysAllow'],
  anonymousAuth: true,

  tokenAuthenticators: [{ authenticateToken: async (token) => (token === 'admin' ? { user: admin } : undefined) }],
})
await server.ready()
const authority = await newCertificateAuthority('test', new Date())
const facts = { commonName: 'localhost', hosts: ['localhost'], usage: 'server', notBefore: new Date() } as const
const { certificate, key } = await newCertificate(authority, facts)
const limits = { headerTimeout: 1500, handshakeTimeout: 1500, idleTimeout: 1500, stallTimeout: 1500 }
const plain = await server.generic.listen({ host: '127.0.0.1', port: 0, limits })
const secure = await server.generic.listen({ host: '127.0.0.1', port: 0, tls: { cert: certificate, key }, limits })
// The witness is served with the ordinary limits.
const calm = await server.generic.listen({ host: '127.0.0.1', port: 0, tls: { cert: certificate, key } })

const answers: Readonly<Record<string, () => unknown>> = {
  ports: () => ({ plain: plain.port, secure: secure.port, calm: calm.port }),
  state: () => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return {
      held: heapUsed + external,
      peak: process.resourceUsage().maxRSS * 1024,
      sockets: process.getActiveResourcesInfo().filter((name) => /^(TCPSocket|TCP|TLS)Wrap$/.test(name)).length,
      polluted: propertiesOf() !== untouched,
      failures,
    }
  },
}
for await (const word of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(answers[word]?.() ?? null)}\n`)
}
await server.stop()
