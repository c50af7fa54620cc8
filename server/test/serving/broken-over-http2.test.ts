import { connect } from 'node:http2'
import { systemClock } from 'apimachinery/wait'
import { expect, it } from 'vitest'
import { newCertificate, newCertificateAuthority } from '../../src/certificates/new-certificate.js'
import type { Handler, ReceivedRequest } from '../../src/request/http.js'
import { Listener } from '../../src/serving/listener.js'

const handler: Handler<ReceivedRequest> = async (request, response) => {
  response.writeHead(200, { 'content-type': 'text/plain' })
  response.write(Buffer.from('half'))
  if (request.path === '/failing') throw new Error('it fails in the middle')
  if (request.path === '/broken') response.destroy()
  else response.end()
}

it('a response that is broken off does not look complete to a client', async () => {
  const authority = await newCertificateAuthority('test', new Date())
  const facts = { commonName: 'a', hosts: ['a'], usage: 'server', notBefore: new Date() } as const
  const { certificate: cert, key } = await newCertificate(authority, facts)
  const onError = (): void => undefined
  const listener = new Listener({
    host: '127.0.0.1',
    port: 0,
    tls: { cert, key },
    handler,
    clock: systemClock,
    onError,
  })
  const { port } = await listener.listen()
  const session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
  const codeOf = (path: string) =>
    new Promise<number | undefined>((resolve) => {
      const stream = session.request({ ':path': path })
      stream.on('error', () => undefined)
      stream.on('close', () => resolve(stream.rstCode))
      stream.resume()
    })
  expect(await Promise.all(['/whole', '/broken', '/failing'].map(codeOf))).toEqual([0, 2, 2])
  session.destroy()
  await listener.close()
})
