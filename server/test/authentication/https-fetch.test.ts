import type { RequestListener } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { FakeClock } from 'apimachinery/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { httpsFetch } from '../../src/authentication/oidc/https-fetch.js'
import { type CertificatePair, newCertificate, newCertificateAuthority } from '../../src/serving/certificates.js'

describe('documents of issuers', () => {
  let authority: CertificatePair
  let server: Server
  let url: string
  let answer: RequestListener

  beforeAll(async () => {
    const notBefore = new Date(Date.now() - 60_000)
    authority = await newCertificateAuthority('issuers', notBefore)
    const names = { commonName: 'issuer', usage: 'server', hosts: ['127.0.0.1'], notBefore } as const
    const { certificate, key } = await newCertificate(authority, names)
    server = createServer({ cert: certificate, key }, (request, response) => answer(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/keys`
  })
  afterAll(() => server.close())

  it('are read whatever their status, with the token that is given', async () => {
    answer = ({ headers }, response) => {
      response.writeHead(404, { 'cache-control': 'max-age=60' }).end(headers.authorization)
    }
    const clock = new FakeClock()
    const found = await httpsFetch(authority.certificate, clock)(url, 'secret')
    expect(found).toEqual({ status: 404, statusText: 'Not Found', text: 'Bearer secret', cacheControl: 'max-age=60' })
    expect(clock.pendingTimers).toBe(0)
  })

  it('have 30 seconds, however often something comes of them', async () => {
    const clock = new FakeClock()
    answer = (_, response) => {
      response.write('{')
      clock.step(29_999)
      response.write(' ', () => clock.step(1))
    }
    await expect(httpsFetch(authority.certificate, clock)(url)).rejects.toThrow(`${url} did not answer in time`)
  })

  it('must not be longer than 10 MiB', async () => {
    answer = (_, response) => response.end(Buffer.alloc(10 * 1024 * 1024 + 1))
    await expect(httpsFetch(authority.certificate)(url)).rejects.toThrow(`${url} is too long`)
  })
})
