import { TestServer } from '@apimachinery/server/testing'
import { ConfigMap, Secret, ServiceAccount } from 'apimachinery/api/core/v1'
import { isNotFound } from 'apimachinery/errors'
import { FakeClock } from 'apimachinery/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { detachedSignature } from '../../src/controllers/bootstrap-tokens/bootstrap-signer.js'
import { soon } from './cluster.js'

let server: TestServer
let clock: FakeClock
beforeAll(async () => {
  clock = new FakeClock(new Date('2030-01-01T00:00:00Z'))
  server = await TestServer.start({
    clock,
    bootstrapTokens: true,
    controllers: ['serviceaccount', 'serviceaccount-token', 'bootstrapsigner', 'tokencleaner'],
  })
})
afterAll(() => server.stop())

const key = (name: string, namespace = 'default') => ({ name, namespace })
const isGone = (name: string, namespace = 'default') =>
  server.client.get(Secret, key(name, namespace)).then(() => false, isNotFound)
const base64 = (data: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, Buffer.from(value).toString('base64')]))

async function tokenSecret(name: string, account: string): Promise<Secret> {
  const annotations = { 'kubernetes.io/service-account.name': account }
  const metadata = { name, namespace: 'default', annotations }
  return server.client.create(new Secret({ metadata, type: 'kubernetes.io/service-account-token' }))
}

describe('the controller of token secrets', () => {
  it('fills a secret with a token that the server takes', async () => {
    const account = await server.client.create(new ServiceAccount({ metadata: key('robot') }))
    await tokenSecret('robot-token', 'robot')
    await expect.poll(async () => (await server.client.get(Secret, key('robot-token'))).data?.token, soon).toBeTruthy()
    const { data = {}, metadata } = await server.client.get(Secret, key('robot-token'))
    expect(Buffer.from(data.namespace ?? '', 'base64').toString()).toBe('default')
    expect(Buffer.from(data['ca.crt'] ?? '', 'base64').toString()).toContain('BEGIN CERTIFICATE')
    expect(metadata?.annotations?.['kubernetes.io/service-account.uid']).toBe(account.metadata?.uid)
    const headers = { authorization: `Bearer ${Buffer.from(data.token ?? '', 'base64')}` }
    const url = 'https://localhost/apis/authentication.k8s.io/v1/selfsubjectreviews'
    const body = JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' })
    const answer = await server.fetch(
      new Request(url, { method: 'POST', body, headers: { ...headers, 'content-type': 'application/json' } }),
    )
    expect(await answer.json()).toMatchObject({
      status: { userInfo: { username: 'system:serviceaccount:default:robot' } },
    })
  })

  it('deletes a secret with its account, and one whose account is not there', async () => {
    const account = await server.client.create(new ServiceAccount({ metadata: key('short') }))
    await tokenSecret('short-token', 'short')
    await expect.poll(async () => (await server.client.get(Secret, key('short-token'))).data?.token, soon).toBeTruthy()
    await server.client.delete(account)
    await expect.poll(() => isGone('short-token'), soon).toBe(true)
    await tokenSecret('lost-token', 'nobody')
    await expect.poll(() => isGone('lost-token'), soon).toBe(true)
  })

  it('removes a deleted secret from the account that lists it', async () => {
    const account = new ServiceAccount({ metadata: key('listing'), secrets: [{ name: 'listed' }, { name: 'other' }] })
    await server.client.create(account)
    const secret = await tokenSecret('listed', 'listing')
    await expect.poll(async () => (await server.client.get(Secret, key('listed'))).data?.token, soon).toBeTruthy()
    await server.client.delete(secret)
    const listed = async () => (await server.client.get(ServiceAccount, key('listing'))).secrets
    await expect.poll(listed, soon).toEqual([{ name: 'other' }])
  })
})

describe('the controllers of bootstrap tokens', () => {
  const bootstrapToken = (id: string, more: Readonly<Record<string, string>> = {}) =>
    server.client.create(
      new Secret({
        metadata: { name: `bootstrap-token-${id}`, namespace: 'kube-system' },
        type: 'bootstrap.kubernetes.io/token',
        data: base64({
          'token-id': id,
          'token-secret': 'abcdef0123456789',
          'usage-bootstrap-signing': 'true',
          ...more,
        }),
      }),
    )
  const signatures = async () => {
    const { data = {} } = await server.client.get(ConfigMap, key('cluster-info', 'kube-public'))
    return Object.fromEntries(Object.entries(data).filter(([name]) => name !== 'kubeconfig'))
  }

  it('sign cluster-info with the tokens that are for it, and delete those that have expired', async () => {
    const data = { kubeconfig: 'the configuration', 'jws-kubeconfig-gone00': 'old' }
    await server.client.create(new ConfigMap({ metadata: key('cluster-info', 'kube-public'), data }))
    await bootstrapToken('abc123', { expiration: '2030-01-01T01:00:00Z' })
    await bootstrapToken('def456', { 'usage-bootstrap-signing': 'false' })
    await bootstrapToken('ghi789')
    const signed = (id: string) => [
      `jws-kubeconfig-${id}`,
      detachedSignature('the configuration', id, 'abcdef0123456789'),
    ]
    await expect.poll(signatures, soon).toEqual(Object.fromEntries([signed('abc123'), signed('ghi789')]))
    expect(await isGone('bootstrap-token-abc123', 'kube-system')).toBe(false)
    await clock.stepAsync(3_600_000)
    await expect.poll(() => isGone('bootstrap-token-abc123', 'kube-system'), soon).toBe(true)
    await expect.poll(signatures, soon).toEqual(Object.fromEntries([signed('ghi789')]))
  })

  it('sign as ComputeDetachedSignature of k8s.io/cluster-bootstrap', () => {
    // From jws_test.go of that package.
    expect(
      detachedSignature(
        'Hello from the other side. I must have called a thousand times.',
        'joshua',
        'my voice is my passcode',
      ),
    ).toBe('eyJhbGciOiJIUzI1NiIsImtpZCI6Impvc2h1YSJ9..VShe2taLd-YTrmWuRkcL_8QTNDHYxQIEBsAYYiIj1_8')
  })
})
