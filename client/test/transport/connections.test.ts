import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { ConfigMap } from 'apimachinery/api/core/v1'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import type { Client } from '../../src/client/client.js'
import { NodeClient } from '../../src/client/node-client.js'
import type { RESTConfig } from '../../src/config/rest-config.js'
import { proxyFromEnvironment } from '../../src/transport/proxy.js'
import { type TestCertificate, testCertificate } from '../support/certificate.js'
import { openSockets } from '../support/open-sockets.js'
import { answerJSON, type Script, type ScriptedServer, scriptedServer } from '../support/scripted-server.js'

let certificate: TestCertificate
let server: ScriptedServer
let client: Client | undefined
const open: (() => unknown)[] = []
const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm' } }
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

beforeAll(async () => {
  certificate = await testCertificate()
})
afterEach(async () => {
  await client?.close()
  await server?.close()
  for (const close of open.splice(0)) await close()
})
async function start(
  script: Script,
  config: Partial<RESTConfig> = {},
  settings?: { maxConcurrentStreams: number },
): Promise<void> {
  server = await scriptedServer('h2', script, { certificate, requestCert: true, ...(settings && { settings }) })
  client = await NodeClient.connect({
    config: { host: server.url, tls: { caData: bytes(certificate.cert) }, ...config },
  })
}
const get = (): Promise<ConfigMap> => client!.resource(ConfigMap).namespace('a').get('m')

describe('connections', () => {
  it('carry many requests at once, as many connections as the server asks for', async () => {
    let running = 0
    let crowd = (): void => undefined
    let crowded: Promise<void> | undefined
    await start(
      async (_, response) => {
        if (++running > 10) crowd()
        await crowded
        answerJSON(response, map)
      },
      {},
      { maxConcurrentStreams: 10 },
    )
    await get()
    running = 0
    crowded = new Promise((resolve) => {
      crowd = resolve
    })
    await Promise.all(Array.from({ length: 35 }, get))
    expect(running).toBe(35)
    expect(server.sockets.size).toBeLessThanOrEqual(4)
  })

  it('do not trust a server that shows another certificate', async () => {
    const other = await testCertificate('other')
    await start((_, response) => answerJSON(response, map), { tls: { caData: bytes(other.cert) } })
    await expect(get()).rejects.toMatchObject({ code: 'NotConnected', message: expect.stringContaining('certificate') })
  })

  it('check the requested name', async () => {
    await start((_, response) => answerJSON(response, map), {
      tls: { caData: bytes(certificate.cert), serverName: 'kube.example' },
    })
    await expect(get()).rejects.toThrow('kube.example')
  })

  it.each(['h2', 'https1'] as const)('are made under the name that the configuration asks for: %s', async (flavor) => {
    const kube = await testCertificate('kube.example', ['kube.example'])
    server = await scriptedServer(flavor, (_, response) => answerJSON(response, map), { certificate: kube })
    const tls = { caData: bytes(kube.cert), serverName: 'kube.example' }
    client = await NodeClient.connect({ config: { host: server.url, tls } })
    expect((await get()).metadata?.name).toBe('m')
    if (flavor === 'h2') return
    const names: unknown[] = []
    const sockets = new WebSocketServer({ noServer: true })
    server.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      names.push((request.socket as TLSSocket & { servername?: unknown }).servername)
      sockets.handleUpgrade(request, socket, head, (connection) => connection.close(1000))
    })
    const socket = await client.rest.get().absPath('/exec').upgrade([])
    for await (const message of socket.messages) expect.unreachable(String(message))
    expect(names).toEqual(['kube.example'])
  })

  it('trust any server when configured so', async () => {
    await start((_, response) => answerJSON(response, map), { tls: { insecure: true } })
    expect((await get()).metadata?.name).toBe('m')
  })

  it('show a client certificate, and the new one after it was exchanged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'certificates-'))
    open.push(() => rm(folder, { recursive: true }))
    const [certFile, keyFile] = [join(folder, 'cert'), join(folder, 'key')]
    const names: string[] = []
    const store = async (name: string): Promise<void> => {
      const { cert, key } = await testCertificate(name)
      await writeFile(certFile, cert)
      await writeFile(keyFile, key)
    }
    await store('first')
    await start(
      ({ raw }, response) => {
        const { stream } = raw as unknown as { stream: { session: { socket: TLSSocket } } }
        names.push(String(stream.session.socket.getPeerCertificate().subject.CN))
        answerJSON(response, map)
      },
      { tls: { caData: bytes(certificate.cert), certFile, keyFile } },
    )
    await get()
    await store('second')
    const now = Date.now
    Date.now = () => now() + 60_000
    try {
      await get()
    } finally {
      Date.now = now
    }
    expect(names).toEqual(['first', 'second'])
  })

  it('are replaced when the server ends them, without an error', async () => {
    await start((_, response) => answerJSON(response, map))
    const before = openSockets()
    for (let round = 0; round < 5; round++) {
      await get()
      for (const socket of server.sockets) socket.destroy()
      await expect.poll(openSockets).toBeLessThanOrEqual(before)
    }
    expect(server.requests).toHaveLength(5)
  })

  it('send credentials, the user to act as, and renew a token that is refused', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'token-'))
    open.push(() => rm(folder, { recursive: true }))
    const bearerTokenFile = join(folder, 'token')
    await writeFile(bearerTokenFile, 'old')
    await start(
      ({ headers }, response) => {
        if (headers.authorization === 'Bearer new!') return answerJSON(response, map)
        answerJSON(
          response,
          { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Unauthorized', code: 401 },
          { status: 401 },
        )
      },
      {
        bearerTokenFile,
        impersonate: { userName: 'jane', uid: '7', groups: ['a', 'b'], extra: { 'x/Y': ['1'] } },
      },
    )
    await expect(get()).rejects.toMatchObject({ status: { code: 401 } })
    await writeFile(bearerTokenFile, 'new!')
    await client!
      .resource(ConfigMap)
      .namespace('a')
      .create(new ConfigMap({ metadata: { name: 'm' } }))
    expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST'])
    expect(server.requests[2]?.headers).toMatchObject({
      authorization: 'Bearer new!',
      'impersonate-user': 'jane',
      'impersonate-uid': '7',
      'impersonate-group': 'a, b',
      'impersonate-extra-x%2fy': '1',
    })
  })

  it('read compressed answers', async () => {
    const { gzipSync } = await import('node:zlib')
    await start((_, response) => {
      const body = gzipSync(JSON.stringify(map))
      ;(response as { writeHead(status: number, headers: object): void }).writeHead(200, {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        'content-length': body.length,
      })
      response.end(body)
    })
    expect((await get()).metadata?.name).toBe('m')
    expect(server.requests[0]?.headers['accept-encoding']).toBe('gzip')
  })

  it('leave nothing open after close()', async () => {
    await start(() => undefined)
    const pending = get().catch((error: unknown) => error)
    await expect.poll(() => server.requests.length).toBe(1)
    await client!.close()
    expect(await pending).toMatchObject({ code: 'Closed' })
    await expect.poll(() => server.sockets.size).toBe(0)
    await expect(get()).rejects.toMatchObject({ code: 'Closed' })
  })
})

describe('proxies', () => {
  async function listen(server: Server): Promise<number> {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    open.push(() => server.close())
    return (server.address() as AddressInfo).port
  }
  const join2 = (a: Socket, b: Socket): void => {
    a.pipe(b).pipe(a)
    for (const socket of [a, b]) socket.on('error', () => undefined)
  }

  it('of HTTP are asked for a tunnel', async () => {
    const heads: string[] = []
    const port = await listen(
      createServer((socket) => {
        socket.once('data', (data) => {
          heads.push(data.toString())
          const [, target] = /^CONNECT \S+:(\d+)/.exec(data.toString()) ?? []
          socket.write('HTTP/1.1 200 OK\r\n\r\n')
          join2(socket, connect(Number(target), '127.0.0.1'))
        })
      }),
    )
    await start((_, response) => answerJSON(response, map), { proxyURL: `http://me:pass@127.0.0.1:${port}` })
    expect((await get()).metadata?.name).toBe('m')
    expect(heads[0]).toContain(`Proxy-Authorization: Basic ${Buffer.from('me:pass').toString('base64')}`)
  })

  it('of HTTP may refuse', async () => {
    const port = await listen(
      createServer((socket) => socket.once('data', () => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'))),
    )
    await start((_, response) => answerJSON(response, map), { proxyURL: `http://127.0.0.1:${port}` })
    await expect(get()).rejects.toThrow(/refused to connect to localhost:\d+: 403 Forbidden/)
  })

  it('of SOCKS5 resolve the name', async () => {
    const asked: string[] = []
    const port = await listen(
      createServer((socket) => {
        socket.once('data', (hello) => {
          expect([...hello]).toEqual([5, 2, 0, 2])
          socket.write(Uint8Array.from([5, 2]))
          socket.once('data', (login) => {
            asked.push(login.subarray(2).toString())
            socket.write(Uint8Array.from([1, 0]))
            socket.once('data', (request) => {
              asked.push(request.subarray(5, 5 + request[4]!).toString())
              socket.write(Uint8Array.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]))
              join2(socket, connect(request.readUInt16BE(request.length - 2), '127.0.0.1'))
            })
          })
        })
      }),
    )
    await start((_, response) => answerJSON(response, map), { proxyURL: `socks5://me:pw@127.0.0.1:${port}` })
    expect((await get()).metadata?.name).toBe('m')
    expect(asked).toEqual(['me\u0002pw', 'localhost'])
  })

  it.each([
    ['https://kube:6443', { HTTPS_PROXY: 'proxy:3128' }, 'http://proxy:3128/'],
    ['https://kube:6443', { https_proxy: 'socks5://p:1' }, 'socks5://p:1'],
    ['https://kube:6443', { HTTPS_PROXY: 'proxy', NO_PROXY: 'kube' }, undefined],
    ['https://a.kube', { HTTPS_PROXY: 'proxy', NO_PROXY: '.kube' }, undefined],
    ['https://a.kube', { HTTPS_PROXY: 'http://proxy', NO_PROXY: 'kube:444' }, 'http://proxy/'],
    ['https://10.1.2.3', { HTTPS_PROXY: 'proxy', NO_PROXY: '10.0.0.0/8' }, undefined],
    ['https://11.1.2.3', { HTTPS_PROXY: 'http://proxy', NO_PROXY: '10.0.0.0/8' }, 'http://proxy/'],
    ['https://localhost', { HTTPS_PROXY: 'proxy' }, undefined],
    ['http://kube', { HTTPS_PROXY: 'proxy' }, undefined],
  ])('of the environment: %s with %o', (url, environment, expected) => {
    expect(proxyFromEnvironment(new URL(url), environment)?.href).toBe(expected)
  })
})

describe('the watchdog', () => {
  it('detects that the peer is gone', async () => {
    const { NodeTransport } = await import('../../src/transport/node-transport.js')
    const { TLSMaterialSource } = await import('../../src/config/tls-material.js')
    server = await scriptedServer('h2', () => undefined, { certificate })
    // A link that can be cut without notice to either side.
    let dead = false
    let answers = 0
    const link = createServer((socket) => {
      const upstream = connect(Number(new URL(server.url).port), '127.0.0.1')
      socket.on('data', (data) => !dead && upstream.write(data))
      upstream.on('data', (data) => {
        answers++
        if (!dead) socket.write(data)
      })
      for (const each of [socket, upstream]) each.on('error', () => undefined)
      open.push(
        () => upstream.destroy(),
        () => socket.destroy(),
      )
    })
    await new Promise<void>((resolve) => link.listen(0, '127.0.0.1', resolve))
    open.push(() => link.close())
    const transport = new NodeTransport({
      server: new URL(`https://localhost:${(link.address() as AddressInfo).port}`),
      tls: new TLSMaterialSource({ caData: bytes(certificate.cert) }),
      watchdog: { readIdleMilliseconds: 60, pingTimeoutMilliseconds: 60 },
    })
    open.push(() => transport.close())
    const pending = transport.send({ method: 'GET', path: '/watch', headers: {} }).catch((error: unknown) => error)
    await expect.poll(() => server.requests.length).toBe(1)
    // Quiet, but alive: pings are answered.
    const before = answers
    await expect.poll(() => answers, { timeout: 10_000 }).toBeGreaterThan(before + 4)
    expect(await Promise.race([pending, Promise.resolve('alive')])).toBe('alive')
    dead = true
    expect(await pending).toMatchObject({ code: 'ConnectionLost' })
    await expect.poll(() => transport.connections).toBe(0)
  })
})
