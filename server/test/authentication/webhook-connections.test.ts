import { rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { createServer as createPlainServer, type RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from 'apimachinery/wait'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webhookTokenAuthenticator } from '../../src/authentication/webhook-token.js'
import {
  type CertificatePair,
  newCertificate,
  newCertificateAuthority,
} from '../../src/certificates/new-certificate.js'
import { webhookFromKubeConfig } from '../../src/internal/webhook/webhook.js'

const path = '/testserver'
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const options = { clock: systemClock, random: Math.random, initial: 1 }

let folder: string
let authority: CertificatePair
let otherAuthority: CertificatePair
let serving: CertificatePair
let client: CertificatePair

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'webhook-'))
  const notBefore = new Date(Date.now() - 60_000)
  authority = await newCertificateAuthority('webhooks', notBefore)
  otherAuthority = await newCertificateAuthority('others', notBefore)
  serving = await newCertificate(authority, { commonName: 'webhook', usage: 'server', hosts: ['127.0.0.1'], notBefore })
  client = await newCertificate(authority, { commonName: 'apiserver', usage: 'client', notBefore })
})
afterAll(() => rmSync(folder, { recursive: true }))

const answer: RequestListener = (request, response) => {
  if (request.method !== 'POST' || request.url !== path) {
    response.writeHead(404).end()
    return
  }
  request.resume().on('end', () => {
    response.setHeader('content-type', 'application/json')
    response.end('{"kind":"TokenReview","status":{"authenticated":true,"user":{"username":"jane"}}}')
  })
}

interface Row {
  readonly name: string
  /** The TLS settings of the server, and the authority of client certificates. */
  readonly server: 'plain' | 'TLS' | 'asks' | 'asks others'
  readonly isServerTrusted: boolean
  readonly hasCertificate: boolean
  readonly works: boolean
}

const rows: readonly Row[] = [
  { name: 'both show certificates', server: 'asks', isServerTrusted: true, hasCertificate: true, works: true },
  { name: 'no client certificates', server: 'TLS', isServerTrusted: true, hasCertificate: false, works: true },
  { name: 'an unwanted certificate', server: 'TLS', isServerTrusted: true, hasCertificate: true, works: true },
  { name: 'an unknown server', server: 'asks', isServerTrusted: false, hasCertificate: true, works: false },
  { name: 'an unknown client', server: 'asks others', isServerTrusted: true, hasCertificate: true, works: false },
  { name: 'a server without TLS', server: 'plain', isServerTrusted: true, hasCertificate: true, works: false },
]

describe('a kubeconfig file says how a webhook is called', () => {
  it.each(rows)('$name: $works', async ({ server, isServerTrusted, hasCertificate, works }) => {
    const asks = server === 'asks' || server === 'asks others'
    const listener =
      server === 'plain'
        ? createPlainServer(answer)
        : createServer(
            {
              cert: serving.certificate,
              key: serving.key,
              ...(asks && {
                ca: (server === 'asks' ? authority : otherAuthority).certificate,
                requestCert: true,
                rejectUnauthorized: true,
              }),
            },
            answer,
          )
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    const file = join(folder, 'config.json')
    const ca = isServerTrusted && { 'certificate-authority-data': base64(authority.certificate) }
    const cluster = { server: `https://127.0.0.1:${(listener.address() as AddressInfo).port}${path}`, ...ca }
    const user = hasCertificate && {
      'client-certificate-data': base64(client.certificate),
      'client-key-data': base64(client.key),
    }
    const contexts = [{ name: 'c', context: { cluster: 'c', user: 'u' } }]
    const clusters = [{ name: 'c', cluster }]
    const config = { clusters, users: [{ name: 'u', user: user || {} }], contexts, 'current-context': 'c' }
    writeFileSync(file, JSON.stringify(config))
    const webhook = await webhookFromKubeConfig(file, options)
    try {
      const tokens = webhookTokenAuthenticator({ webhook, version: 'v1', implicitAudiences: [] })
      const found = await tokens.authenticateToken('t0k3n', { audiences: [] }).catch((error: Error) => error)
      if (works) expect(found).toMatchObject({ user: { name: 'jane' } })
      else expect(found).toBeInstanceOf(Error)
    } finally {
      await webhook.close()
      listener.closeAllConnections()
      listener.close()
    }
  })

  const cluster = 'cluster: {server: "https://authz.example.com"}'
  const badCluster = 'cluster: {server: "https://authz.example.com", certificate-authority: a bad path}'
  const contexts = (name: string): string =>
    `contexts: [{name: default, context: {cluster: ${name}, user: a}}]\ncurrent-context: default`
  it.each([
    ['one cluster, no context: false', `clusters: [{name: foo, ${cluster}}]`, ''],
    ['two clusters, no context: false', `clusters: [{name: foo, ${cluster}}, {name: bar, ${badCluster}}]`, ''],
    ['the good one of two: true', `clusters: [{name: foo, ${badCluster}}, {name: bar, ${cluster}}]`, contexts('bar')],
    ['the bad one of two: false', `clusters: [{name: foo, ${badCluster}}, {name: bar, ${cluster}}]`, contexts('foo')],
  ])('of %s', async (name, clusters, context) => {
    const file = join(folder, 'config.yaml')
    writeFileSync(file, `${clusters}\nusers: [{name: a, user: {token: t}}]\n${context}\n`)
    const loaded = await webhookFromKubeConfig(file, options).then(
      (webhook) => webhook.close().then(() => true),
      () => false,
    )
    expect(loaded).toBe(name.endsWith('true'))
  })
})
