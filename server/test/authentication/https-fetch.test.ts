import type { RequestListener } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { FakeClock } from 'apimachinery/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { httpsFetch } from '../../src/authentication/oidc/https-fetch.js'
import {
  type CertificatePair,
  newCertificate,
  newCertificateAuthority,
} from '../../src/certificates/new-certificate.js'

describe('documents of issuers', () => {
  let authority: CertificatePair
  let server: Server
  let url: string
  let answer: RequestListener

  beforeAll(async () => {
    const notBefore = new Date(Date.now() - 60_000)
    authority = await newCertificateAuthority('issuers', notBefore)
    const names = { commonName: 'issuer', usage: 'server', hosts: ['127.0.0.1', 'localhost'], notBefore } as const
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

  it('are read where a redirect points, with the token for the same host only', async () => {
    const asked: string[] = []
    answer = ({ url: path = '', headers }, response) => {
      asked.push(`${headers.host?.split(':')[0]}${path} ${headers.authorization}`)
      const port = headers.host?.split(':')[1]
      const next = { '/keys': '/moved', '/moved': `https://localhost:${port}/there` }[path]
      if (next === undefined) response.end('{}')
      else response.writeHead(path === '/keys' ? 301 : 307, { location: next }).end('moved')
    }
    expect((await httpsFetch(authority.certificate)(url, 'secret')).text).toBe('{}')
    expect(asked).toEqual([
      '127.0.0.1/keys Bearer secret',
      '127.0.0.1/moved Bearer secret',
      'localhost/there undefined',
    ])
  })

  it.each([
    [{ location: '/keys' }, 'stopped after 10 redirects'],
    [{ location: 'http://127.0.0.1/keys' }, 'redirected to http://127.0.0.1/keys, which is not https'],
    [{ location: 'https://[' }, 'failed to parse Location header "https://["'],
  ])('are not looked for for ever, nor anywhere: %j', async (headers, message) => {
    let count = 0
    answer = (_, response) => {
      count += 1
      response.writeHead(302, headers).end()
    }
    const clock = new FakeClock()
    await expect(httpsFetch(authority.certificate, clock)(url)).rejects.toThrow(message)
    expect(count).toBeLessThanOrEqual(11)
    expect(clock.pendingTimers).toBe(0)
  })

  it('are taken as they are where a redirect names no place', async () => {
    answer = (_, response) => response.writeHead(302).end('here')
    expect(await httpsFetch(authority.certificate)(url)).toMatchObject({ status: 302, text: 'here' })
  })
})
