import { createHash } from 'node:crypto'
import { connect as connectHttp2, constants } from 'node:http2'
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { APIServer } from '../../src/kubernetes/api-server.js'
import { newCertificate, newCertificateAuthority } from '../../src/serving/certificates.js'

/** It takes long: `npm run hostile -w server`, with HOSTILE=10 for more of every kind. */
const rounds = Number(process.env.HOSTILE ?? 1)
const patience = 15_000

describe.runIf(process.env.HOSTILE !== undefined)('whatever clients send', () => {
  let server: APIServer
  let plain: number
  let secure: number
  let heap: number
  beforeAll(async () => {
    server = await APIServer.start({
      tokenAuthenticators: [
        {
          authenticateToken: async (token) =>
            token === 'admin' ? { user: { name: 'admin', uid: '', groups: ['system:masters'], extra: {} } } : undefined,
        },
      ],
    })
    await server.ready()
    const authority = await newCertificateAuthority('test', new Date())
    const facts = { commonName: 'localhost', hosts: ['localhost'], usage: 'server', notBefore: new Date() } as const
    const { certificate, key } = await newCertificate(authority, facts)
    const limits = { headerTimeout: 1000, handshakeTimeout: 1000 }
    plain = (await server.generic.listen({ host: '127.0.0.1', port: 0, limits })).port
    secure = (await server.generic.listen({ host: '127.0.0.1', port: 0, tls: { cert: certificate, key }, limits })).port
    heap = process.memoryUsage.rss()
  })
  afterAll(() => server.stop())

  /** Sends bytes, and gives what comes back until the server closes, or has answered once. */
  function raw(bytes: string | Buffer, { end = false } = {}): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket: Socket = connectTcp(plain, '127.0.0.1', () => {
        if (end) socket.end(bytes)
        else socket.write(bytes)
      })
      let text = ''
      const timer = setTimeout(() => {
        socket.destroy()
        reject(new Error(`no answer and no end: ${JSON.stringify(text.slice(0, 200))}`))
      }, patience)
      const done = (): void => {
        clearTimeout(timer)
        socket.destroy()
        resolve(text)
      }
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1')
        if (/^HTTP\/1\.1 \d+/.test(text)) setTimeout(done, 20)
      })
      socket.on('error', done)
      socket.on('close', done)
    })
  }

  /** The status code of an answer; 0 for a closed connection. */
  const codeOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0)
  const post = (path: string, body: string | Buffer, headers: Record<string, string> = {}): Buffer => {
    const fields = {
      host: 'localhost',
      authorization: 'Bearer admin',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      ...headers,
    }
    const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
    return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${head.join('')}\r\n`), Buffer.from(body)])
  }
  const get = (path: string, headers = ''): string => {
    return `GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer admin\r\n${headers}\r\n`
  }
  const configMaps = '/api/v1/namespaces/default/configmaps'

  /** Others are served as if nothing had been. */
  async function isWell(): Promise<void> {
    expect(codeOf(await raw(get('/api/v1/namespaces/default')))).toBe(200)
  }

  /** Every request ends in an error or a closed connection, and none in an answer of success. */
  async function refused(requests: readonly (string | Buffer)[]): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      const codes = await Promise.all(requests.map(async (request) => codeOf(await raw(request))))
      for (const [index, code] of codes.entries()) {
        const shown = String(requests[index]).slice(0, 100)
        expect(code === 0 || code >= 400, `${code} for ${shown}`).toBe(true)
        expect(code, shown).not.toBe(500)
      }
    }
    await isWell()
  }

  it('bodies that are cut off or badly framed', async () => {
    const chunked = (body: string): string =>
      `POST ${configMaps} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer admin\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${body}`
    await refused([
      chunked('zz\r\n'),
      chunked('-1\r\n'),
      chunked('fffffffffffffffff\r\n'),
      chunked('3\r\n{}\r\n0\r\n\r\n'),
      chunked('1;a\nb\r\n{\r\n0\r\n\r\n'),
    ])
    const cut = await Promise.all(
      [chunked('5\r\n{"a"'), post(configMaps, '{', { 'content-length': '100' })].map((each) =>
        raw(each, { end: true }),
      ),
    )
    for (const answer of cut) expect(codeOf(answer) === 0 || codeOf(answer) >= 400).toBe(true)
    await isWell()
  })

  it('forms by which requests are smuggled', async () => {
    const start = `POST ${configMaps} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer admin\r\n`
    await refused([
      `${start}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      `${start}content-length: 5\r\ncontent-length: 6\r\n\r\nhello!`,
      `${start}transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
      `${start}transfer-encoding : chunked\r\n\r\n0\r\n\r\n`,
      `${start}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n`,
      `${start}content-length: +5\r\n\r\nhello`,
      `${start}content-length: 5 5\r\n\r\nhello`,
      `${start} folded: yes\r\ncontent-length: 0\r\n\r\n`,
      'GET / HTTP/1.1\r\nhost: a\r\nx: a\rb\r\n\r\n',
      'GET / HTTP/1.1\r\nhost: a\r\nx: a\0b\r\n\r\n',
      'GET / HTTP/9.9\r\nhost: a\r\n\r\n',
      '\0\0\0\0\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    ])
  })

  it('heads that are far too long', async () => {
    await refused([
      get('/api', `x: ${'a'.repeat(2 << 20)}\r\n`),
      get('/api', Array.from({ length: 40_000 }, (_, index) => `x-${index}: ${'b'.repeat(40)}\r\n`).join('')),
      get(`/${'c'.repeat(2 << 20)}`),
    ])
  })

  it('bombs in JSON, YAML, CBOR, protobuf and gzip', async () => {
    const deep = 200_000
    const references = Array.from(
      { length: 30 },
      (_, index) =>
        `a${index}: &a${index} [${
          index === 0
            ? 'x'
            : Array(9)
                .fill(`*a${index - 1}`)
                .join(',')
        }]`,
    )
    const nested = Buffer.concat([Buffer.from('d9d9f7', 'hex'), Buffer.alloc(deep, 0x81), Buffer.from([0])])
    const protobuf = Buffer.concat([Buffer.from('k8s\0'), Buffer.alloc(100_000, 0x0b)])
    const typed = (type: string): Record<string, string> => ({ 'content-type': type })
    await refused([
      post(configMaps, `${'['.repeat(deep)}${']'.repeat(deep)}`),
      post(configMaps, `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`),
      post(configMaps, `{"metadata":{"name":"a"},"data":{"a":${'1'.repeat(1 << 20)}}}`),
      post(configMaps, references.join('\n'), typed('application/yaml')),
      post(configMaps, `${'- '.repeat(100_000)}a`, typed('application/yaml')),
      post(configMaps, nested, typed('application/cbor')),
      post(configMaps, Buffer.from('9bffffffffffffffff', 'hex'), typed('application/cbor')),
      post(configMaps, protobuf, typed('application/vnd.kubernetes.protobuf')),
      post(
        configMaps,
        Buffer.concat([Buffer.from('k8s\0'), Buffer.from('12ffffffffff0f', 'hex')]),
        typed('application/vnd.kubernetes.protobuf'),
      ),
      post(configMaps, gzipSync(Buffer.alloc(50 << 20)), { 'content-encoding': 'gzip' }),
      post(configMaps, Buffer.alloc(4 << 20, 0x20)),
      post(configMaps, Buffer.from([0xff, 0xfe, 0x7b, 0x7d])),
    ])
  })

  it('paths that want out, and names of prototypes', async () => {
    await refused([
      get('/%'),
      get('/%zz'),
      get('/api/v1/%00'),
      get('/api/v1/namespaces/default/configmaps/%00'),
      get('/api/v1/namespaces/default/configmaps/..%2f..%2fsecrets'),
      get('/../../etc/passwd'),
      get('/logs/../../etc/passwd'),
      get('/openapi/v3/..%2f..%2f'),
      get('/api/v1/__proto__'),
      get('/apis/__proto__/v1/things'),
      get('/apis/constructor/prototype/toString'),
      get('/api/v1/namespaces/__proto__/configmaps/__proto__'),
      post(configMaps, '{"metadata":{"name":"__proto__"}}'),
      post(configMaps, '{"kind":"__proto__","apiVersion":"constructor"}'),
    ])
    const body =
      '{"metadata":{"name":"polluted","labels":{"__proto__":"x"}},"data":{"__proto__":"y"},"__proto__":{"polluted":"yes"}}'
    await raw(post(configMaps, body))
    for (const patch of [
      '{"__proto__":{"polluted":1}}',
      '{"metadata":{"__proto__":{"polluted":1}}}',
      '{"constructor":{"prototype":{"polluted":1}}}',
    ]) {
      const type = { 'content-type': 'application/merge-patch+json' }
      await raw(Buffer.from(post(`${configMaps}/polluted`, patch, type).toString().replace('POST', 'PATCH')))
    }
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    await isWell()
  })

  it('selectors and parameters of a megabyte', async () => {
    const long = 'a'.repeat(900_000)
    const answers = await Promise.all(
      [
        `labelSelector=${'a%3Db,'.repeat(100_000)}c`,
        `labelSelector=a+in+(${'b,'.repeat(200_000)}b)`,
        `labelSelector=${'!'.repeat(500_000)}`,
        `fieldSelector=metadata.name%3D${long}`,
        `fieldSelector=${'metadata.name!%3Da,'.repeat(30_000)}metadata.name!%3Db`,
        `continue=${long}`,
        `resourceVersion=${'9'.repeat(900_000)}`,
        `limit=${'9'.repeat(400)}`,
        `timeoutSeconds=${'9'.repeat(400)}&watch=0`,
        `${'pretty=1&'.repeat(80_000)}`,
      ].map((query) => raw(get(`${configMaps}?${query}`))),
    )
    for (const answer of answers) expect(answer === '' || codeOf(answer) >= 200).toBe(true)
    await isWell()
  })

  it('hundreds of idle connections, and heads that never end', async () => {
    const idle = Array.from({ length: 200 * rounds }, () => connectTcp(plain, '127.0.0.1').on('error', () => {}))
    const slow = Array.from({ length: 20 }, () => {
      const socket = connectTcp(plain, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nhost: a\r\n')).on(
        'error',
        () => {},
      )
      return new Promise<void>((resolve) => socket.on('data', () => {}).on('close', () => resolve()))
    })
    const handshakes = Array.from({ length: 20 }, () => {
      const socket = connectTcp(secure, '127.0.0.1', () => socket.write(Buffer.from('1603010200', 'hex'))).on(
        'error',
        () => {},
      )
      return new Promise<void>((resolve) => socket.on('data', () => {}).on('close', () => resolve()))
    })
    await isWell()
    await Promise.all(handshakes)
    for (const socket of idle) socket.destroy()
    // Node looks for slow heads twice a minute.
    if (rounds > 1) await Promise.all(slow)
    await isWell()
  }, 120_000)

  it('floods of HTTP/2: streams that are given up at once, CONTINUATION without end, SETTINGS and PING', async () => {
    const session = connectHttp2(`https://localhost:${secure}`, { rejectUnauthorized: false })
    session.on('error', () => {})
    for (let index = 0; index < 2000 * rounds && !session.destroyed && !session.closed; index++) {
      const stream = session.request({ ':path': '/api/v1/pods', authorization: 'Bearer admin' })
      stream.on('error', () => {})
      stream.close(constants.NGHTTP2_CANCEL)
      if (index % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    session.destroy()
    await isWell()
    const frame = (type: number, stream: number, payload: Buffer): Buffer => {
      const head = Buffer.alloc(9)
      head.writeUIntBE(payload.length, 0, 3)
      head.writeUInt8(type, 3)
      head.writeUInt32BE(stream, 5)
      return Buffer.concat([head, payload])
    }
    const preface = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(4, 0, Buffer.alloc(0))])
    const header = Buffer.concat([Buffer.from([0x40, 0x01, 0x61, 0x7f, 0x81, 0x1f]), Buffer.alloc(272, 0x62)])
    const floods = {
      continuation: [frame(1, 1, Buffer.from([0x82])), ...Array(3000).fill(frame(9, 1, header))],
      settings: Array(20_000).fill(frame(4, 0, Buffer.alloc(0))),
      ping: Array(20_000).fill(frame(6, 0, Buffer.alloc(8))),
      garbage: [createHash('sha512').update('x').digest()],
      window: [frame(8, 0, Buffer.from('7fffffff', 'hex')), frame(8, 0, Buffer.from('7fffffff', 'hex'))],
    }
    const ends = Object.entries(floods).map(([name, frames]) => {
      const socket = connectTls(
        { port: secure, host: '127.0.0.1', ALPNProtocols: ['h2'], rejectUnauthorized: false },
        () => {
          socket.write(Buffer.concat([preface, ...(frames as Buffer[])]))
          // The server may well answer pings: then the client has to leave.
          setTimeout(() => socket.destroy(), 500)
        },
      )
      socket.on('error', () => {})
      return new Promise<string>((resolve) => socket.resume().on('close', () => resolve(name)))
    })
    await Promise.all(ends)
    await isWell()
  }, 60_000)

  it('readers that do not read', async () => {
    await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        await raw(
          post(configMaps, JSON.stringify({ metadata: { name: `big-${index}` }, data: { a: 'x'.repeat(400_000) } })),
        )
      }),
    )
    const readers = Array.from({ length: 20 }, () => {
      const socket = connectTcp(plain, '127.0.0.1', () => socket.write(get(configMaps).repeat(5))).on('error', () => {})
      return socket.pause()
    })
    await isWell()
    for (const socket of readers) socket.destroy()
    await isWell()
  })

  it('leaves the memory as it was', async () => {
    await isWell()
    // Twelve megabytes of objects were stored above; the rest is room of the allocator.
    expect(process.memoryUsage.rss() - heap).toBeLessThan(700 << 20)
  })
})
