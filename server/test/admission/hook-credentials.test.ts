import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { KubeConfig } from '@apimachinery/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HookClient } from '../../src/admission/webhook/hook-client.js'
import { hookCredentials } from '../../src/admission/webhook/hook-credentials.js'
import { newCertificate, newCertificateAuthority } from '../../src/certificates/new-certificate.js'

const users = (named: Record<string, object>, current = ''): KubeConfig =>
  KubeConfig.parse(
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [],
      contexts: [{ name: 'x', context: { cluster: '', user: current } }],
      'current-context': current === '' ? '' : 'x',
      users: Object.entries(named).map(([name, user]) => ({ name, user })),
    }),
  )
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

describe('credentials for webhooks', () => {
  it('are those of the user whose name fits best', () => {
    const of = hookCredentials(
      users({
        'hook.default.svc:8443': { token: 'exact' },
        'hook.default.svc': { token: 'https' },
        '*.svc:9443': { token: 'port' },
        '*.default.svc': { token: 'suffix' },
        '*': { token: 'all' },
      }),
    )
    expect(of('hook.default.svc:8443')).toEqual(bearer('exact'))
    expect(of('hook.default.svc:443')).toEqual(bearer('https'))
    expect(of('hook.default.svc')).toEqual(bearer('https'))
    expect(of('other.default.svc:443')).toEqual(bearer('suffix'))
    expect(of('other.default.svc:9443')).toEqual(bearer('port'))
    expect(of('elsewhere.example.com:444')).toEqual(bearer('all'))
  })

  it('are those of the current context where no name fits, or none', () => {
    const basic = { authorization: `Basic ${Buffer.from('u:p').toString('base64')}` }
    expect(hookCredentials(users({ me: { username: 'u', password: 'p' } }, 'me'))('a:443')).toEqual({ headers: basic })
    expect(hookCredentials(users({ me: { token: 't' } }))('a:443')).toBeUndefined()
  })

  it('cannot come from plugins', () => {
    const exec = { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'c', interactiveMode: 'Never' } }
    expect(() => hookCredentials(users({ '*': exec }))('a:443')).toThrow('cannot come from plugins')
  })
})

describe('a webhook that authenticates its caller', () => {
  const seen: { subject?: string; authorization?: string | undefined; host?: string | undefined }[] = []
  let authority: Awaited<ReturnType<typeof newCertificateAuthority>>
  let server: ReturnType<typeof createServer>
  const notBefore = new Date(Date.now() - 60_000)

  beforeAll(async () => {
    authority = await newCertificateAuthority('webhooks', notBefore)
    const serving = await newCertificate(authority, {
      commonName: 'hook',
      hosts: ['127.0.0.1'],
      usage: 'server',
      notBefore,
    })
    const options = { cert: serving.certificate, key: serving.key, ca: authority.certificate, requestCert: true }
    server = createServer({ ...options, rejectUnauthorized: true }, (request, response) => {
      const { authorization, host } = request.headers
      const certificate = (
        request.socket as unknown as { getPeerCertificate(): { subject: { CN: string } } }
      ).getPeerCertificate()
      seen.push({ subject: certificate.subject.CN, authorization, host })
      response.end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  it('gets the certificate, the token and its own name', async () => {
    const { port } = server.address() as AddressInfo
    const caller = await newCertificate(authority, { commonName: 'apiserver', hosts: [], usage: 'client', notBefore })
    const data = (pem: string) => Buffer.from(pem).toString('base64')
    const user = {
      token: 't',
      'client-certificate-data': data(caller.certificate),
      'client-key-data': data(caller.key),
    }
    const credentials = hookCredentials(users({ [`127.0.0.1:${port}`]: user }))
    const client = new HookClient({ resolveService: () => Promise.reject(new Error('none')), credentials })
    const config = { url: `https://127.0.0.1:${port}/`, caBundle: data(authority.certificate) }
    const call = { config, body: '{}', timeoutSeconds: 10, signal: new AbortController().signal }
    await client.call(call as never)
    client.close()
    expect(seen).toEqual([{ subject: 'apiserver', authorization: 'Bearer t', host: `127.0.0.1:${port}` }])
  })
})
