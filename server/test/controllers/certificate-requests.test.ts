import 'reflect-metadata'
import { X509Certificate } from 'node:crypto'
import { TestServer } from '@apimachinery/server/testing'
import { type Extension, Pkcs10CertificateRequestGenerator, SubjectAlternativeNameExtension } from '@peculiar/x509'
import { CertificateSigningRequest } from 'apimachinery/api/certificates/v1'
import { ClusterRoleBinding } from 'apimachinery/api/rbac/v1'
import { isNotFound } from 'apimachinery/errors'
import { FakeClock } from 'apimachinery/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { soon } from './cluster.js'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const hour = 60 * 60 * 1000
let server: TestServer
let clock: FakeClock

beforeAll(async () => {
  clock = new FakeClock(new Date('2030-01-01T00:00:00Z'))
  server = await TestServer.start({
    clock,
    controllers: ['csrapproving', 'csrsigning', 'csrcleaner'],
    users: { 'system:node:n1': { groups: ['system:nodes'] }, joiner: { groups: ['joiners'] } },
    objects: ['system:nodes', 'joiners'].map(
      (group) =>
        new ClusterRoleBinding({
          metadata: { name: `rights-of-${group.replace(':', '-')}` },
          roleRef: {
            apiGroup: 'rbac.authorization.k8s.io',
            kind: 'ClusterRole',
            name:
              group === 'joiners'
                ? 'system:certificates.k8s.io:certificatesigningrequests:nodeclient'
                : 'system:certificates.k8s.io:certificatesigningrequests:selfnodeclient',
          },
          subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: group }],
        }),
    ),
  })
})
afterAll(() => server.stop())

interface Wanted {
  readonly subject?: string
  readonly names?: readonly { readonly type: 'dns' | 'ip' | 'email' | 'url'; readonly value: string }[]
  readonly signer?: string
  readonly usages?: readonly string[]
  readonly expirationSeconds?: number
  readonly as?: string
}

async function ask(name: string, wanted: Wanted): Promise<CertificateSigningRequest> {
  const { subject = 'CN=jane', names = [], signer = 'kube-apiserver-client', usages = ['client auth'], as } = wanted
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const extensions: Extension[] = names.length === 0 ? [] : [new SubjectAlternativeNameExtension([...names])]
  const options = { name: subject, keys, signingAlgorithm: algorithm, extensions }
  const pem = (await Pkcs10CertificateRequestGenerator.create(options)).toString('pem')
  const spec = {
    request: Buffer.from(pem).toString('base64'),
    signerName: `kubernetes.io/${signer}`,
    usages: [...usages],
    ...(wanted.expirationSeconds !== undefined && { expirationSeconds: wanted.expirationSeconds }),
  }
  const client = as === undefined ? server.client : server.as(as)
  return client.create(new CertificateSigningRequest({ metadata: { name }, spec }))
}

const get = (name: string) => server.client.get(CertificateSigningRequest, { name })
const conditionsOf = async (name: string) =>
  (await get(name)).status?.conditions?.map(({ type, reason, message }) => [type, reason, message])

async function approve(request: CertificateSigningRequest): Promise<void> {
  const condition = { type: 'Approved', status: 'True', reason: 'Test', message: 'by hand' } as const
  const approved = new CertificateSigningRequest({ ...request, status: { conditions: [condition] } })
  await server.client.resource(CertificateSigningRequest).subresource('approval').update(approved)
}

async function certificateOf(name: string): Promise<X509Certificate> {
  await expect.poll(async () => (await get(name)).status?.certificate, soon).toBeTruthy()
  return new X509Certificate(Buffer.from((await get(name)).status?.certificate ?? '', 'base64'))
}

const nodeUsages = ['digital signature', 'client auth']
const kubelet = {
  subject: 'O=system:nodes, CN=system:node:n1',
  signer: 'kube-apiserver-client-kubelet',
  usages: nodeUsages,
}

describe('the signer of certificate requests', () => {
  it('signs what was approved, with the subject, names and usages of the request', async () => {
    const names = [
      { type: 'dns', value: 'jane.example.com' },
      { type: 'ip', value: '192.0.2.1' },
    ] as const
    await approve(await ask('jane', { subject: 'O=team, CN=jane', names }))
    const certificate = await certificateOf('jane')
    expect(certificate.subject).toBe('O=team\nCN=jane')
    expect(certificate.subjectAltName).toBe('DNS:jane.example.com, IP Address:192.0.2.1')
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2'])
    expect(certificate.ca).toBe(false)
    // It begins five minutes earlier, and so does its end.
    expect(Date.parse(certificate.validFrom)).toBe(clock.now() - 300_000)
    expect(Date.parse(certificate.validTo)).toBe(clock.now() + 365 * 24 * hour - 300_000)
  })

  it.each([
    [3600, hour],
    [600, 600_000],
    [9 * 3600, 9 * hour - 300_000],
    [10 * 365 * 24 * 3600, 365 * 24 * hour - 300_000],
  ])('lets a certificate that was asked for %i seconds end %i ms from now', async (seconds, life) => {
    await approve(await ask(`life-${seconds}`, { expirationSeconds: seconds }))
    expect(Date.parse((await certificateOf(`life-${seconds}`)).validTo)).toBe(clock.now() + life)
  })

  it.each<[string, Wanted, string]>([
    ['usage', { usages: ['server auth'] }, 'invalid usage for client certificate: server auth'],
    ['no-client', { usages: ['digital signature'] }, 'missing required usage for client certificate: client auth'],
    ['org', { ...kubelet, subject: 'CN=system:node:n1' }, 'subject organization is not system:nodes'],
    ['name', { ...kubelet, subject: 'O=system:nodes, CN=n1' }, 'subject common name does not begin with system:node:'],
    ['dns', { ...kubelet, names: [{ type: 'dns', value: 'a' }] }, 'DNS subjectAltNames are not allowed'],
    [
      'usages',
      { ...kubelet, usages: ['client auth'] },
      'usages did not match [client auth digital signature key encipherment]',
    ],
    [
      'serving',
      { ...kubelet, signer: 'kubelet-serving', usages: ['digital signature', 'server auth'] },
      'DNS or IP subjectAltName is required',
    ],
  ])('refuses what the signer does not allow: %s', async (name, wanted, message) => {
    const request = await ask(`bad-${name}`, wanted)
    await approve(request)
    await expect
      .poll(() => conditionsOf(`bad-${name}`), soon)
      .toContainEqual(['Failed', 'SignerValidationFailure', message])
    expect((await get(`bad-${name}`)).status?.certificate).toBeUndefined()
  })
})

describe('the approver of certificate requests', () => {
  it.each<[string, Wanted, string]>([
    [
      'self',
      { ...kubelet, as: 'system:node:n1' },
      'Auto approving self kubelet client certificate after SubjectAccessReview.',
    ],
    ['other', { ...kubelet, as: 'joiner' }, 'Auto approving kubelet client certificate after SubjectAccessReview.'],
  ])('approves the client certificate of a kubelet for who may have it: %s', async (name, wanted, message) => {
    await server.client.create(
      new ClusterRoleBinding({
        metadata: { name: `asks-${name}` },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'system:node-bootstrapper' },
        subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: wanted.as ?? '' }],
      }),
    )
    await ask(`auto-${name}`, wanted)
    await expect.poll(() => conditionsOf(`auto-${name}`), soon).toEqual([['Approved', 'AutoApproved', message]])
    expect((await certificateOf(`auto-${name}`)).subject).toBe('O=system:nodes\nCN=system:node:n1')
  })
})

describe('the cleaner of certificate requests', () => {
  it('deletes requests an hour after they were answered, and after a day where nobody answers', async () => {
    await ask('waiting', {})
    await approve(await ask('answered', {}))
    await certificateOf('answered')
    const isGone = (name: string) => get(name).then(() => false, isNotFound)
    const goneAfterHours = (name: string) =>
      expect.poll(() => {
        // Each run of the cleaner sets the timer of the next one when it has ended.
        clock.step(hour + 1000)
        return isGone(name)
      }, soon)
    await goneAfterHours('answered').toBe(true)
    expect(await isGone('waiting')).toBe(false)
    await goneAfterHours('waiting').toBe(true)
  })
})
