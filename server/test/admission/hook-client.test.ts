import { X509Certificate } from 'node:crypto'
import { createServer as createPlainServer, type IncomingMessage } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HookClient } from '../../src/admission/webhook/hook-client.js'
import { hookTarget } from '../../src/admission/webhook/hook-target.js'
import { newCertificate, newCertificateAuthority } from '../../src/certificates/new-certificate.js'

interface Call {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}
type Answer = { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: string }

let server: Server
let plain: ReturnType<typeof createPlainServer>
let leaf: string
let issuer: string
let calls: Call[]
let answers: ((call: Call) => Answer)[]

async function answer(request: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { method = '', url = '', headers } = request
  const call = { method, url, headers, body: Buffer.concat(chunks).toString() }
  calls.push(call)
  return answers.shift()?.(call) ?? { body: '{"done":true}' }
}
const listening = async (made: Server | typeof plain): Promise<number> => {
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve))
  return (made.address() as AddressInfo).port
}
let port: number
let plainPort: number

beforeAll(async () => {
  const notBefore = new Date(Date.now() - 60_000)
  const authority = await newCertificateAuthority('hooks', notBefore)
  const hosts = ['127.0.0.1', 'localhost', 'hook.system.svc']
  const made = await newCertificate(authority, { commonName: 'hook', hosts, usage: 'server', notBefore })
  leaf = made.certificate
  issuer = authority.certificate
  const listener = (request: IncomingMessage, response: import('node:http').ServerResponse): void => {
    void answer(request).then(({ status = 200, headers = {}, body = '' }) => {
      response.writeHead(status, headers)
      response.end(body)
    })
  }
  server = createServer({ cert: made.certificate, key: made.key }, listener)
  plain = createPlainServer(listener)
  port = await listening(server)
  plainPort = await listening(plain)
})
afterAll(() => {
  for (const each of [server, plain]) {
    each.closeAllConnections()
    each.close()
  }
})
beforeEach(() => {
  calls = []
  answers = []
})

const bundle = (text: string): string => Buffer.from(text).toString('base64')
const url = (path: string, host = '127.0.0.1'): string => `https://${host}:${port}${path}`

async function post(config: object, more: Partial<ConstructorParameters<typeof HookClient>[0]> = {}): Promise<unknown> {
  const client = new HookClient({ resolveService: async () => ({ host: '127.0.0.1', port }), ...more })
  try {
    const { signal } = new AbortController()
    return await client.call({
      config: { caBundle: bundle(leaf), ...config },
      body: '{"a":1}',
      timeoutSeconds: 5,
      signal,
    })
  } finally {
    client.close()
  }
}
const redirect = (status: number, location: string) => (): Answer => ({ status, headers: { location } })

describe('a bundle of a webhook', () => {
  it('may hold the certificate of the webhook itself, its authority, or both among others', async () => {
    expect(new X509Certificate(leaf).ca).toBe(false)
    for (const text of [leaf, issuer, `${issuer}\n${leaf}`]) {
      await expect(post({ url: url('/'), caBundle: bundle(text) })).resolves.toEqual({ done: true })
    }
    const service = { namespace: 'system', name: 'hook', path: '/x' }
    await expect(post({ service })).resolves.toEqual({ done: true })
  })

  it('makes no certificate good that it does not hold, nor one for another name', async () => {
    const notBefore = new Date(Date.now() - 60_000)
    const other = await newCertificateAuthority('hooks', notBefore)
    await expect(post({ url: url('/'), caBundle: bundle(other.certificate) })).rejects.toThrow(
      'x509: certificate signed by unknown authority',
    )
    const service = { namespace: 'system', name: 'other', path: '/x' }
    await expect(post({ service })).rejects.toThrow('not other.system.svc')
  })
})

describe('the path of a webhook', () => {
  it.each([
    ['//failing', '/failing'],
    ['/a//b/../c/', '/a/c'],
    ['', '/'],
    ['/', '/'],
    ['/a/./b', '/a/b'],
    ['/../a', '/a'],
    ['/%2e%2e/a', '/a'],
    ['/a%2Fb', '/a/b'],
    ['/a b', '/a%20b'],
    ['/a%20b/$&+,:;=@-_.~', '/a%20b/$&+,:;=@-_.~'],
    ["/it's", '/it%27s'],
  ])('%s is cleaned as Go does', (given, sent) => {
    expect(hookTarget({ url: `https://example.com${given}` }).path).toBe(sent)
  })

  it('of a service is cleaned, and sent so', async () => {
    await post({ service: { namespace: 'system', name: 'hook', path: '//a/../b/' } })
    await post({ url: url('//failing') })
    expect(calls.map((call) => call.url)).toEqual(['/b?timeout=5s', '/failing?timeout=5s'])
  })
})

describe('redirects of a webhook', () => {
  it('with 307 and 308 are followed with the method and the body', async () => {
    answers = [redirect(307, '/second?x=1'), redirect(308, url('/third', 'localhost'))]
    await expect(post({ url: url('/first') })).resolves.toEqual({ done: true })
    expect(calls.map(({ method, url: path, body }) => [method, path, body])).toEqual([
      ['POST', '/first?timeout=5s', '{"a":1}'],
      ['POST', '/second?x=1', '{"a":1}'],
      ['POST', '/third', '{"a":1}'],
    ])
    expect(calls[2]?.headers).toMatchObject({
      host: `localhost:${port}`,
      referer: url('/second?x=1'),
      'content-type': 'application/json',
      'user-agent': 'kube-apiserver-admission',
    })
  })

  it.each([301, 302, 303])('with %i are followed with GET, and never again with a body', async (status) => {
    answers = [redirect(status, '/second'), redirect(307, '/third')]
    await expect(post({ url: url('/first') })).resolves.toEqual({ done: true })
    expect(calls.slice(1).map(({ method, body }) => [method, body])).toEqual([
      ['GET', ''],
      ['GET', ''],
    ])
    expect(calls[1]?.headers).not.toHaveProperty('content-type')
  })

  it('keep secrets from other hosts, also on the way back', async () => {
    const credentials = () => ({ headers: { authorization: 'Bearer secret' } })
    answers = [redirect(307, '/same'), redirect(307, url('/other', 'localhost')), redirect(307, url('/back'))]
    await post({ url: url('/first') }, { credentials })
    expect(calls.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer secret',
      'Bearer secret',
      undefined,
      undefined,
    ])
  })

  it('lead to plain HTTP too, without the address that led there', async () => {
    answers = [redirect(307, `http://127.0.0.1:${plainPort}/plain`)]
    await expect(post({ url: url('/first') })).resolves.toEqual({ done: true })
    expect(calls[1]).toMatchObject({ method: 'POST', url: '/plain', body: '{"a":1}' })
    expect(calls[1]?.headers).not.toHaveProperty('referer')
  })

  it('end after ten requests, and without an address', async () => {
    answers = Array.from({ length: 20 }, (_, index) => redirect(307, `/${index}`))
    await expect(post({ url: url('/first') })).rejects.toThrow('Post "/9": stopped after 10 redirects')
    expect(calls).toHaveLength(10)
    answers = [() => ({ status: 307 })]
    await expect(post({ url: url('/first') })).rejects.toMatchObject({ status: { code: 307 } })
  })
})

describe('a webhook that asks for patience', () => {
  it('is asked again when it says so', async () => {
    answers = [
      () => ({ status: 429, headers: { 'retry-after': '0' } }),
      () => ({ status: 503, headers: { 'retry-after': '0' } }),
    ]
    await expect(post({ url: url('/busy') })).resolves.toEqual({ done: true })
    expect(calls).toHaveLength(3)
    answers = [() => ({ status: 503 })]
    await expect(post({ url: url('/busy') })).rejects.toMatchObject({ status: { code: 503 } })
  })
})
