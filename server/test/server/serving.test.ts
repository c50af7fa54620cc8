import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect as connectHttp2 } from 'node:http2'
import { connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { FakeClock } from 'apimachinery/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { alwaysAllow } from '../../src/authorization/always.js'
import { newCertificate, newCertificateAuthority } from '../../src/certificates/new-certificate.js'
import { flagGroups } from '../../src/cli/flags.js'
import { readBody } from '../../src/endpoints/read-body.js'
import { statusOfError } from '../../src/endpoints/write-error.js'
import { parseFlags } from '../../src/flags/flag.js'
import { FlagValues } from '../../src/flags/flag-values.js'
import { servingTLS } from '../../src/flags/serving-tls.js'
import { GenericAPIServer, type GenericAPIServerConfig } from '../../src/server/generic-api-server.js'
import { ReloadedFiles } from '../../src/serving/reloaded-files.js'
import { tlsCiphers, tlsVersion } from '../../src/serving/tls-settings.js'

const folders: string[] = []
const servers: GenericAPIServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'serving-'))
  folders.push(folder)
  return folder
}

function newServer(config: Partial<GenericAPIServerConfig> = {}): GenericAPIServer {
  const server = new GenericAPIServer({
    authorizer: alwaysAllow,
    ...config,
    writeError: (_request, response) => response.destroy(),
  })
  servers.push(server)
  server.start()
  return server
}

async function pairFor(host: string) {
  const authority = await newCertificateAuthority('test', new Date())
  return newCertificate(authority, { commonName: host, hosts: [host], usage: 'server', notBefore: new Date() })
}

function nameOfPeer(port: number, servername: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket: TLSSocket = connect({ port, host: '127.0.0.1', servername, rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN))
      socket.destroy()
    })
    socket.on('error', reject)
  })
}

describe('certificates', () => {
  it('follow the name that a client asks for', async () => {
    const folder = newFolder()
    const pairs = { a: await pairFor('a.example'), wild: await pairFor('*.b.example') }
    for (const [name, { certificate, key }] of Object.entries(pairs)) {
      writeFileSync(join(folder, `${name}.crt`), certificate)
      writeFileSync(join(folder, `${name}.key`), key)
    }
    const args = Object.keys(pairs).map((name) => `--tls-sni-cert-key=${folder}/${name}.crt,${folder}/${name}.key`)
    const tls = servingTLS(new FlagValues(flagGroups, parseFlags(flagGroups, args)), await pairFor('default'), () => {})
    const { port } = await newServer().listen({ host: '127.0.0.1', port: 0, tls: tls.options })
    expect(await nameOfPeer(port, 'a.example')).toBe('a.example')
    expect(await nameOfPeer(port, 'x.b.example')).toBe('*.b.example')
    expect(await nameOfPeer(port, 'other.example')).toBe('default')
    tls.stop()
  })

  it('are read again when their files change, and stay when the new ones make no sense', () => {
    const file = join(newFolder(), 'value')
    writeFileSync(file, '1')
    const clock = new FakeClock()
    const [changes, errors]: [number[], unknown[]] = [[], []]
    const parse = ([text]: readonly string[]): number => {
      if (Number.isNaN(Number(text))) throw new Error('no number')
      return Number(text)
    }
    const reloaded = new ReloadedFiles({
      files: [file],
      parse,
      clock,
      onChange: (value) => changes.push(value),
      onError: (error) => errors.push(error),
    })
    clock.step(10_000)
    expect(changes).toEqual([])
    writeFileSync(file, 'x')
    clock.step(10_000)
    expect([reloaded.value, errors.length]).toEqual([1, 1])
    writeFileSync(file, '2')
    clock.step(10_000)
    expect([reloaded.value, changes]).toEqual([2, [2]])
    reloaded.stop()
    expect(clock.pendingTimers).toBe(0)
  })

  it('have versions and suites by the names of Go', () => {
    expect(tlsVersion('VersionTLS13')).toBe('TLSv1.3')
    expect(() => tlsVersion('TLS9')).toThrow('unknown tls version "TLS9"')
    expect(tlsCiphers(['TLS_AES_128_GCM_SHA256', 'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384'])).toBe(
      'TLS_AES_128_GCM_SHA256:ECDHE-RSA-AES256-GCM-SHA384',
    )
    expect(() => tlsCiphers(['NONE'])).toThrow("Cipher suite NONE not supported or doesn't exist")
  })
})

describe('connections', () => {
  it('of HTTP/2 end by chance, after their request was answered', async () => {
    const { certificate, key } = await pairFor('localhost')
    const { port } = await newServer({ serving: { goawayChance: 1 } }).listen({
      host: '127.0.0.1',
      port: 0,
      tls: { cert: certificate, key },
    })
    const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
    const goaway = new Promise<number>((resolve) => session.on('goaway', resolve))
    const stream = session.request({ ':path': '/healthz' })
    const status = await new Promise((resolve) => stream.on('response', (head) => resolve(head[':status'])))
    stream.resume()
    expect([status, await goaway]).toEqual([200, 0])
    session.destroy()
  })

  it('are asked to retry later while the server stops', async () => {
    const server = newServer({ serving: { shutdownSendRetryAfter: true } })
    let release = (): void => undefined
    server.router.handle('/slow', async (_request, response) => {
      await new Promise<void>((resolve) => {
        release = resolve
      })
      response.writeHead(200)
      response.end()
    })
    const slow = server.fetch(new Request('https://localhost/slow'))
    await new Promise((resolve) => setImmediate(resolve))
    const stopped = server.stop()
    await expect
      .poll(async () => (await server.fetch(new Request('https://localhost/version'))).status, { timeout: 10_000 })
      .toBe(429)
    const refused = await server.fetch(new Request('https://localhost/version'))
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await refused.text()).toBe('The apiserver is shutting down, please try again later.\n')
    release()
    expect((await slow).status).toBe(200)
    await stopped
  })

  it('tell a client that is still sending what is wrong, over both versions of HTTP', async () => {
    const { certificate, key } = await pairFor('localhost')
    const server = newServer()
    server.router.handle('/upload', async (request, response) => {
      const { code = 0 } = statusOfError(await readBody(request, 100_000).catch((error) => error))
      response.writeHead(code)
      response.end()
    })
    const tls = { cert: certificate, key }
    const { port } = await server.listen({ host: '127.0.0.1', port: 0, tls })
    const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
    const stream = session.request({ ':path': '/upload', ':method': 'POST' })
    stream.write(Buffer.alloc(200_000))
    const status = await new Promise((resolve) => stream.on('response', (head) => resolve(head[':status'])))
    session.destroy()
    expect(status).toBe(413)

    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
    socket.write('POST /upload HTTP/1.1\r\nhost: a\r\ncontent-length: 1000000\r\n\r\n')
    socket.write(Buffer.alloc(200_000))
    const answer = await new Promise((resolve) => socket.once('data', (data) => resolve(data.toString('latin1'))))
    socket.destroy()
    expect(answer).toMatch(/^HTTP\/1.1 413 /)
  })

  it('end when a peer leaves an answer unread, or the rest of a body unsent', async () => {
    const server = newServer()
    let isAsked = false
    server.router.handle('/large', async (_request, response) => {
      isAsked = true
      response.writeHead(200)
      response.end(Buffer.alloc(50_000_000))
    })
    const limits = { stallTimeout: 100, idleTimeout: 100_000 }
    const { port } = await server.listen({ host: '127.0.0.1', port: 0, limits })
    const ended = (text: string, isDeaf: boolean): Promise<number> =>
      new Promise((resolve) => {
        let size = 0
        const socket = connectTcp(port, '127.0.0.1', () => socket.write(text))
        if (isDeaf) socket.pause()
        socket.on('data', (chunk) => {
          size += chunk.length
        })
        socket.on('error', () => {})
        socket.on('close', () => resolve(size))
        const isLeft = (): boolean => isAsked && server.openConnections === 0
        if (isDeaf)
          void expect
            .poll(isLeft, { timeout: 20_000 })
            .toBe(true)
            .then(() => socket.resume())
      })
    expect(await ended('GET /large HTTP/1.1\r\nhost: a\r\n\r\n', true)).toBeLessThan(50_000_000)
    expect(await ended('GET /version HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\n', false)).toBeGreaterThan(0)
  })

  it('without TLS are for the machine itself', async () => {
    await expect(newServer().listen({ host: '0.0.0.0', port: 0 })).rejects.toThrow('0.0.0.0 is not a loopback address')
  })

  it('speak HTTP/1.1 alone where that is asked for', async () => {
    const { certificate, key } = await pairFor('localhost')
    const tls = { cert: certificate, key }
    const { port } = await newServer().listen({ host: '127.0.0.1', port: 0, tls, disableHttp2: true })
    const socket = connect({ port, host: '127.0.0.1', ALPNProtocols: ['h2', 'http/1.1'], rejectUnauthorized: false })
    await new Promise((resolve) => socket.once('secureConnect', resolve))
    expect(socket.alpnProtocol).toBe('http/1.1')
    socket.destroy()
  })
})

describe('/livez', () => {
  it.each([
    [0, 500],
    [60_000, 200],
  ])('with %i ms of grace answers %i while a hook has not ended', async (livezGracePeriod, status) => {
    let release = (): void => undefined
    const server = new GenericAPIServer({
      serving: { livezGracePeriod },
      writeError: (_request, response) => response.destroy(),
    })
    servers.push(server)
    server.hooks.addPostStart('slow', async () => {
      await new Promise<void>((resolve) => {
        release = resolve
      })
    })
    server.start()
    expect((await server.fetch(new Request('https://localhost/livez'))).status).toBe(status)
    expect((await server.fetch(new Request('https://localhost/healthz'))).status).toBe(500)
    release()
    await expect
      .poll(async () => (await server.fetch(new Request('https://localhost/livez'))).status, { timeout: 10_000 })
      .toBe(200)
  })
})
