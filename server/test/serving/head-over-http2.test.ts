import { type ClientHttp2Session, connect } from 'node:http2'
import { systemClock } from 'apimachinery/wait'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newCertificate, newCertificateAuthority } from '../../src/certificates/new-certificate.js'
import type { Handler, ReceivedRequest } from '../../src/request/http.js'
import { Listener } from '../../src/serving/listener.js'

const cancelled: string[] = []
const errors: unknown[] = []
const large = Buffer.alloc(3 << 20, 0x61)

const handler: Handler<ReceivedRequest> = async (request, response) => {
  request.cancellation.setListener(() => cancelled.push(request.path))
  response.writeHead(request.path === '/missing' ? 404 : 200, { 'content-type': 'text/plain', 'x-path': request.path })
  if (request.path === '/pieces') {
    for (let index = 0; index < 8; index++) if (!response.write(large)) await response.drained()
    expect(response.closed).toBe(false)
    response.end()
  } else response.end(request.path === '/large' ? large : Buffer.from('ok'))
  if (request.method === 'HEAD') expect(response.closed).toBe(true)
}

describe('HEAD over HTTP/2', () => {
  let listener: Listener
  let session: ClientHttp2Session
  beforeAll(async () => {
    const authority = await newCertificateAuthority('test', new Date())
    const facts = { commonName: 'a', hosts: ['a'], usage: 'server', notBefore: new Date() } as const
    const { certificate, key } = await newCertificate(authority, facts)
    listener = new Listener({
      host: '127.0.0.1',
      port: 0,
      tls: { cert: certificate, key },
      handler,
      clock: systemClock,
      onError: (error) => errors.push(error),
    })
    const { port } = await listener.listen()
    session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
  })
  afterAll(async () => {
    session.destroy()
    await listener.close()
  })

  function ask(method: string, path: string, body?: string) {
    return new Promise<{ status: unknown; path: unknown; size: number }>((resolve, reject) => {
      const stream = session.request({ ':method': method, ':path': path }, { endStream: body === undefined })
      let head: Record<string, unknown> = {}
      let size = 0
      stream.on('response', (fields) => {
        head = fields
      })
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length
      })
      stream.on('error', reject)
      stream.on('close', () => resolve({ status: head[':status'], path: head['x-path'], size }))
      if (body !== undefined) stream.end(body)
    })
  }

  it.each([
    ['/readyz', 200],
    ['/missing', 404],
    ['/large', 200],
    ['/pieces', 200],
  ])('of %s is answered without a body', async (path, status) => {
    expect(await ask('HEAD', path)).toEqual({ status, path, size: 0 })
    expect(errors).toEqual([])
    expect(cancelled).toEqual([])
  })

  it('with a body is answered too', async () => {
    expect(await ask('HEAD', '/readyz', 'x'.repeat(1000))).toMatchObject({ status: 200, size: 0 })
    expect(errors).toEqual([])
  })

  it('leaves the session to others', async () => {
    const all = await Promise.all([ask('HEAD', '/a'), ask('GET', '/large'), ask('HEAD', '/large'), ask('GET', '/b')])
    expect(all.map(({ size }) => size)).toEqual([0, large.length, 0, 2])
  })
})
