import { connect } from 'node:http2'
import { afterEach, describe, expect, it } from 'vitest'
import { newCertificate, newCertificateAuthority } from '../../src/certificates/new-certificate.js'
import { APIServer } from '../../src/kubernetes/api-server.js'

let server: APIServer
afterEach(() => server.stop())

describe('watches of a server that stops', () => {
  it('end as if their time were up', async () => {
    server = await APIServer.start({ groups: [], serving: { shutdownWatchTerminationGrace: 20_000 } })
    await server.ready()
    const authority = await newCertificateAuthority('test', new Date())
    const facts = { commonName: 'localhost', hosts: ['localhost'], usage: 'server', notBefore: new Date() } as const
    const { certificate, key } = await newCertificate(authority, facts)
    const { port } = await server.generic.listen({ host: '127.0.0.1', port: 0, tls: { cert: certificate, key } })
    const session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
    session.on('error', () => {})
    const stream = session.request({
      ':path': '/api/v1/namespaces?watch=1',
      authorization: `Bearer ${server.loopbackToken}`,
    })
    let text = ''
    stream.setEncoding('utf8')
    const first = new Promise<void>((resolve) => {
      stream.on('data', (chunk: string) => {
        text += chunk
        resolve()
      })
    })
    let ended = false
    stream.on('end', () => {
      ended = true
    })
    const closed = new Promise<number | undefined>((resolve) => stream.on('close', () => resolve(stream.rstCode)))
    await first
    await server.stop()
    expect(await closed).toBe(0)
    expect(ended).toBe(true)
    expect(text.endsWith('\n')).toBe(true)
    session.destroy()
  })
})
