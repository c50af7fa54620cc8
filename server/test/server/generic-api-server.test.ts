import { connect } from 'node:http2'
import { request as httpsRequest } from 'node:https'
import { connect as connectTcp } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { alwaysAllow } from '../../src/authorization/always.js'
import { newCertificate, newCertificateAuthority } from '../../src/certificates/new-certificate.js'
import type { Handler } from '../../src/request/http.js'
import { GenericAPIServer, type GenericAPIServerConfig } from '../../src/server/generic-api-server.js'

const config: GenericAPIServerConfig = {
  authorizer: alwaysAllow,
  writeError: (_request, response, error) => {
    response.writeHead(500, { 'content-type': 'text/plain' })
    response.end(Buffer.from(String(error)))
  },
}

const echo: Handler = async (request, response) => {
  const chunks: Uint8Array[] = []
  for await (const chunk of request.body) chunks.push(chunk)
  response.writeHead(200, { 'content-type': 'text/plain' })
  response.end(Buffer.from(`${request.method} ${request.path} ${request.httpVersion} ${Buffer.concat(chunks)}`))
}

const servers: GenericAPIServer[] = []

async function listening(): Promise<{ server: GenericAPIServer; port: number; ca: string }> {
  const server = new GenericAPIServer(config)
  servers.push(server)
  server.router.handle('/echo', echo)
  server.start()
  const authority = await newCertificateAuthority('test', new Date())
  const { certificate, key } = await newCertificate(authority, {
    commonName: 'server',
    hosts: ['localhost', '127.0.0.1'],
    usage: 'server',
    notBefore: new Date(),
  })
  const { port } = await server.listen({
    host: '127.0.0.1',
    port: 0,
    tls: { cert: certificate, key, requestCert: true, rejectUnauthorized: false },
  })
  return { server, port, ca: authority.certificate }
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

async function overHttp2(
  { port, ca }: { port: number; ca: string },
  headers: Record<string, string>,
  body = '',
): Promise<{ status: number; text: string }> {
  const session = connect(`https://localhost:${port}`, { ca })
  try {
    return await new Promise((resolve, reject) => {
      session.on('error', reject)
      const stream = session.request(headers, { endStream: body === '' })
      let status = 0
      let text = ''
      stream.on('response', (head) => {
        status = Number(head[':status'])
      })
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      stream.on('error', reject)
      stream.on('end', () => resolve({ status, text }))
      if (body !== '') stream.end(body)
    })
  } finally {
    session.close()
  }
}

function overHttp1(
  port: number,
  ca: string,
  path: string,
): Promise<{ status: number; text: string; headers: NodeJS.Dict<string | string[]> }> {
  return new Promise((resolve, reject) => {
    const request = httpsRequest(`https://localhost:${port}${path}`, { ca, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }))
    })
    request.on('error', reject)
    request.end()
  })
}

describe('one TLS port', () => {
  it('speaks HTTP/2 and HTTP/1.1, as the client chooses', async () => {
    const { port, ca } = await listening()
    const second = await overHttp2({ port, ca }, { ':path': '/echo?x=1', ':method': 'POST' }, 'body')
    expect(second).toEqual({ status: 200, text: 'POST /echo 2.0 body' })
    const first = await overHttp1(port, ca, '/echo')
    expect(first).toMatchObject({ status: 200, text: 'GET /echo 1.1 ' })
    expect(first.headers).toMatchObject({ 'cache-control': 'no-cache, private' })
    expect(first.headers['audit-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('answers 404 as a mux of Go does, and 400 for a path that cannot be decoded', async () => {
    const { port, ca } = await listening()
    const unknown = await overHttp1(port, ca, '/nothing/here')
    expect(unknown).toMatchObject({ status: 404, text: '404 page not found\n' })
    expect(unknown.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    expect(await overHttp2({ port, ca }, { ':path': '/%zz' })).toMatchObject({ status: 400 })
    expect(await overHttp1(port, ca, '/%zz')).toMatchObject({ status: 400 })
  })

  it('ends connections without HTTP, and still serves others', async () => {
    const { port, ca } = await listening()
    await new Promise<void>((resolve) => {
      const socket = connectTcp(port, '127.0.0.1', () => socket.write('no TLS at all\r\n\r\n'))
      socket.on('error', () => {})
      socket.on('close', () => resolve())
    })
    await new Promise<void>((resolve) => {
      const socket = connectTls({ port, host: 'localhost', ca, ALPNProtocols: ['http/1.1'] }, () =>
        socket.write('\0\0\0\r\n\r\n'),
      )
      socket.on('error', () => {})
      socket.on('close', () => resolve())
      socket.resume()
    })
    expect(await overHttp1(port, ca, '/echo')).toMatchObject({ status: 200 })
  })
})

describe('health', () => {
  it('reports each check, leaves out what is excluded, and fails with a hook that has not ended', async () => {
    const server = new GenericAPIServer(config)
    servers.push(server)
    let finish = (): void => {}
    server.hooks.addPostStart(
      'slow',
      () =>
        new Promise((resolve) => {
          finish = resolve
        }),
    )
    server.start()
    const get = async (path: string): Promise<string> => {
      const response = await server.fetch(new Request(`https://localhost${path}`))
      return `${response.status} ${await response.text()}`
    }
    expect(await get('/readyz')).toBe(
      '500 [+]ping ok\n[+]log ok\n[-]poststarthook/slow failed: reason withheld\n[+]shutdown ok\nreadyz check failed\n',
    )
    expect(await get('/livez?exclude=poststarthook/slow')).toBe('200 ok')
    expect(await get('/readyz/poststarthook/slow')).toBe('500 internal server error: not finished\n')
    finish()
    await new Promise((resolve) => setImmediate(resolve))
    expect(await get(`/healthz/${'/'.repeat(300_000)}x`)).toMatch(/^404 /)
    expect(await get('/healthz?verbose&exclude=log&exclude=nope')).toBe(
      '200 [+]ping ok\n[+]log excluded: ok\n[+]poststarthook/slow ok\nwarn: some health checks cannot be excluded: no matches for "nope"\nhealthz check passed\n',
    )
    expect(await get('/readyz')).toBe('200 ok')
  })
})

describe('stopping', () => {
  it('lets requests end that are being answered, and leaves no handle', async () => {
    const before = process.getActiveResourcesInfo().length
    const { server, port, ca } = await listening()
    let release = (): void => {}
    const entered = new Promise<void>((resolve) => {
      server.router.handle('/slow', async (_request, response) => {
        resolve()
        await new Promise<void>((done) => {
          release = done
        })
        response.writeHead(200, {})
        response.end(Buffer.from('done'))
      })
    })
    const answer = overHttp2({ port, ca }, { ':path': '/slow' })
    await entered
    const stopped = server.stop()
    release()
    expect(await answer).toEqual({ status: 200, text: 'done' })
    await stopped
    await expect(overHttp1(port, ca, '/echo')).rejects.toThrow()
    await expect.poll(() => process.getActiveResourcesInfo().length).toBeLessThanOrEqual(before)
  })
})
