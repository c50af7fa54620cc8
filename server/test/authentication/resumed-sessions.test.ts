import { systemClock } from 'apimachinery/wait'
import 'reflect-metadata'
import { createPrivateKey, X509Certificate as NodeCertificate, webcrypto } from 'node:crypto'
import { connect as connectHttp2 } from 'node:http2'
import { connect, type TLSSocket } from 'node:tls'
import { BasicConstraintsExtension, ExtendedKeyUsageExtension, X509CertificateGenerator } from '@peculiar/x509'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientCertificateAuthenticator } from '../../src/authentication/client-certificate.js'
import { alwaysAllow } from '../../src/authorization/always.js'
import { newCertificate, newCertificateAuthority } from '../../src/certificates/new-certificate.js'
import { GenericAPIServer } from '../../src/server/generic-api-server.js'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const generate = () =>
  webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']) as Promise<webcrypto.CryptoKeyPair>

interface Client {
  readonly cert: string
  readonly key: string
}

/** An authority, and a client whose certificate an intermediate has signed and which sends both. */
async function newChain(): Promise<{ root: string; client: Client }> {
  const [root, middle, client] = [await generate(), await generate(), await generate()]
  const issue = async (subject: string, issuer: string, keys: { publicKey: never; by: never }) =>
    (
      await X509CertificateGenerator.create({
        serialNumber: '01',
        subject: [{ CN: [subject] }],
        issuer: [{ CN: [issuer] }],
        notBefore: new Date(Date.now() - 1000),
        notAfter: new Date(Date.now() + 3_600_000),
        publicKey: keys.publicKey,
        signingKey: keys.by,
        signingAlgorithm: algorithm,
        extensions: [
          new BasicConstraintsExtension(subject !== 'alice', undefined, true),
          ...(subject === 'alice' ? [new ExtendedKeyUsageExtension(['1.3.6.1.5.5.7.3.2'])] : []),
        ],
      })
    ).toString('pem')
  const leaf = await issue('alice', 'middle', { publicKey: client.publicKey as never, by: middle.privateKey as never })
  const between = await issue('middle', 'root', { publicKey: middle.publicKey as never, by: root.privateKey as never })
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', client.privateKey))
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }).export({ format: 'pem', type: 'pkcs8' })
  return {
    root: await issue('root', 'root', { publicKey: root.publicKey as never, by: root.privateKey as never }),
    client: { cert: `${leaf}\n${between}\n`, key: String(key) },
  }
}

let made: Awaited<ReturnType<typeof newChain>>
const servers: GenericAPIServer[] = []
beforeAll(async () => {
  made = await newChain()
})
afterAll(() => Promise.all(servers.map((server) => server.stop())))

async function listening(root = made.root): Promise<number> {
  const authority = new NodeCertificate(root)
  const server = new GenericAPIServer({
    authorizer: alwaysAllow,
    authenticator: clientCertificateAuthenticator({ certificates: () => [authority], clock: systemClock }),
    writeError: (_, response) => {
      response.writeHead(401)
      response.end()
    },
  })
  servers.push(server)
  server.router.handle('/who', async (request, response) => {
    response.writeHead(200)
    response.end(Buffer.from(request.user?.name ?? ''))
  })
  server.start()
  const own = await newCertificateAuthority('serving', new Date())
  const facts = { commonName: 'localhost', hosts: ['localhost'], usage: 'server', notBefore: new Date() } as const
  const { certificate, key } = await newCertificate(own, facts)
  const tls = { cert: certificate, key, requestCert: true, rejectUnauthorized: false }
  return (await server.listen({ host: '127.0.0.1', port: 0, tls })).port
}

interface Asked {
  readonly reused: boolean
  readonly head: string
  readonly session: Buffer | undefined
}

/** One request over a connection of its own. */
function ask(port: number, client: Client, more: object = {}): Promise<Asked> {
  return new Promise((resolve, reject) => {
    let session: Buffer | undefined
    const options = {
      port,
      host: '127.0.0.1',
      rejectUnauthorized: false,
      ALPNProtocols: ['http/1.1'],
      ...client,
      ...more,
    }
    const socket: TLSSocket = connect(options, () => {
      socket.write('GET /who HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
    })
    socket.on('session', (data: Buffer) => {
      session = data
    })
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    socket.on('error', reject)
    socket.on('end', () => {
      const [head = ''] = text.split('\r\n')
      resolve({
        reused: socket.isSessionReused(),
        head: `${head} ${text.split('\r\n\r\n')[1]?.match(/alice/)?.[0] ?? ''}`,
        session,
      })
      socket.destroy()
    })
  })
}

describe('a client certificate through an intermediate', () => {
  it.each(['TLSv1.3', 'TLSv1.2'] as const)('is taken on resumed sessions of %s', async (version) => {
    const port = await listening()
    const range = { minVersion: version, maxVersion: version }
    const first = await ask(port, made.client, range)
    expect([first.reused, first.head]).toEqual([false, 'HTTP/1.1 200 OK alice'])
    expect(first.session).toBeDefined()
    const second = await ask(port, made.client, { ...range, session: first.session })
    expect([second.reused, second.head]).toEqual([true, 'HTTP/1.1 200 OK alice'])
  })

  it('is taken on resumed sessions of HTTP/2', async () => {
    const port = await listening()
    const { session } = await ask(port, made.client)
    const options = { rejectUnauthorized: false, ...made.client, session }
    const status = await new Promise((resolve, reject) => {
      const connection = connectHttp2(`https://localhost:${port}`, { ...options, host: '127.0.0.1' })
      connection.on('error', reject)
      const stream = connection.request({ ':path': '/who' })
      stream.on('error', reject)
      stream.on('response', (head) => {
        const reused = (connection.socket as TLSSocket).isSessionReused()
        resolve([reused, head[':status']])
        connection.destroy()
      })
      stream.end()
    })
    expect(status).toEqual([true, 200])
  })

  it('is not taken where the client leaves the intermediate out', async () => {
    const port = await listening()
    expect((await ask(port, made.client)).head).toBe('HTTP/1.1 200 OK alice')
    const [leaf = ''] = made.client.cert.split(/(?<=-----END CERTIFICATE-----)/)
    const alone = await ask(port, { ...made.client, cert: leaf })
    expect([alone.reused, alone.head.slice(0, 12)]).toEqual([false, 'HTTP/1.1 401'])
  })

  it('of another authority is kept for nobody', async () => {
    const stranger = await newChain()
    const port = await listening()
    const refused = await ask(port, stranger.client)
    expect(refused.head.slice(0, 12)).toBe('HTTP/1.1 401')
    const again = await ask(port, stranger.client, { session: refused.session })
    expect(again.head.slice(0, 12)).toBe('HTTP/1.1 401')
  })
})
