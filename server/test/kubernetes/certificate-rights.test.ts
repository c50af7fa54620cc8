import 'reflect-metadata'
import { Pkcs10CertificateRequestGenerator } from '@peculiar/x509'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseCertificateRequest } from '../../src/certificates/certificate-request.js'
import { AttackedCluster } from './attacked-cluster.js'

const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

let cluster: AttackedCluster

beforeAll(async () => {
  cluster = await AttackedCluster.start({
    admissionPlugins: { enable: ['NodeRestriction'], disable: ['ServiceAccount'] },
  })
  await cluster.grant('asker', [
    { apiGroups: ['certificates.k8s.io'], resources: ['certificatesigningrequests'], verbs: ['create', 'get'] },
  ])
})
afterAll(() => cluster.stop())

async function pemOf(name: string): Promise<string> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  return (await Pkcs10CertificateRequestGenerator.create({ name, keys, signingAlgorithm: algorithm })).toString('pem')
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

const csr = (name: string, pem: string, signerName = 'kubernetes.io/kube-apiserver-client') => ({
  metadata: { name },
  spec: { request: base64(pem), signerName, usages: ['client auth'] },
})

describe('a certificate request that readers could read in two ways', () => {
  const refused = 'PEM block type must be CERTIFICATE REQUEST'

  it('has one block, at the beginning of a line, without headers', async () => {
    const [good, bad] = [await pemOf('CN=a'), await pemOf('O=system:masters, CN=a')]
    await expect(parseCertificateRequest(base64(good))).resolves.toEqual({ commonName: 'a', organizations: [] })
    await expect(parseCertificateRequest(base64(`a note\n${good}\n`))).resolves.toMatchObject({ commonName: 'a' })
    await expect(parseCertificateRequest(base64(`x${good}\n${bad}`))).rejects.toThrow(refused)
    await expect(parseCertificateRequest(base64(`${good}\n${bad}`))).rejects.toThrow(refused)
    const withHeader = good.replace('REQUEST-----\n', 'REQUEST-----\nProc-Type: 4\n\n')
    await expect(parseCertificateRequest(base64(withHeader))).rejects.toThrow(refused)
    await expect(parseCertificateRequest(base64(bad))).resolves.toMatchObject({ organizations: ['system:masters'] })
  })

  it('has one common name', async () => {
    const two = await pemOf('CN=system:node:mine, CN=system:node:theirs')
    await expect(parseCertificateRequest(base64(two))).rejects.toThrow('several common names')
    await expect(parseCertificateRequest(base64(await pemOf('CN=a, CN=a')))).resolves.toMatchObject({ commonName: 'a' })
  })

  it('is refused of nodes, and by the signer of clients', async () => {
    const node = 'system:node:mine;system:nodes'
    await cluster.grant(node, [
      { apiGroups: ['certificates.k8s.io'], resources: ['certificatesigningrequests'], verbs: ['create'] },
    ])
    const signer = 'kubernetes.io/kube-apiserver-client-kubelet'
    const two = await pemOf('O=system:nodes, CN=system:node:mine, CN=system:node:theirs')
    const said = await cluster.create(path, csr('two', two, signer), node)
    expect([said.code, said.message]).toEqual([
      403,
      'certificatesigningrequests.certificates.k8s.io "two" is forbidden: unable to parse csr: the subject has several common names',
    ])
    const hidden = `x${await pemOf('CN=a')}\n${await pemOf('O=system:masters, CN=a')}`
    expect((await cluster.create(path, csr('hidden', hidden), 'asker')).code).toBe(422)
    const masters = await cluster.create(path, csr('masters', await pemOf('O=system:masters, CN=a')), 'asker')
    expect(masters.code).toBe(403)
  })
})

describe('the signature of a certificate request', () => {
  it('is that of its key', async () => {
    const pem = await pemOf('CN=a')
    expect((await cluster.create(path, csr('good', pem), 'asker')).code).toBe(201)
    const der = Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64')
    der[der.length - 1] = (der[der.length - 1] ?? 0) ^ 1
    const forged = `-----BEGIN CERTIFICATE REQUEST-----\n${der.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`
    const said = await cluster.create(path, csr('forged', forged), 'asker')
    expect(said.code).toBe(422)
    expect(said.message).toContain('x509: ECDSA verification failure')
  })
})

describe('approval and certificate of a request', () => {
  const approved = { status: { conditions: [{ type: 'Approved', status: 'True', reason: 'r', message: 'm' }] } }

  beforeAll(async () => {
    await cluster.create(path, csr('asked', await pemOf('CN=a'), 'example.com/a'))
    const write = { apiGroups: ['certificates.k8s.io'], verbs: ['get', 'update', 'patch'] }
    const resources = ['approval', 'status'].map((each) => `certificatesigningrequests/${each}`)
    const signers = (verb: string, ...resourceNames: string[]) => [
      { ...write, resources },
      { apiGroups: ['certificates.k8s.io'], resources: ['signers'], verbs: [verb], resourceNames },
    ]
    await cluster.grant('other', signers('approve', 'example.com/b', 'example.org/*'))
    await cluster.grant('domain', signers('approve', 'example.com/*'))
    await cluster.grant('signer', signers('sign', 'example.com/a'))
  })

  it('are for those with the right for the signer of the stored request', async () => {
    const patch = (subresource: string, body: object, user: string) =>
      cluster.patch(`${path}/asked/${subresource}`, body, user)
    expect((await patch('approval', approved, 'other')).message).toContain(
      'user not permitted to approve requests with signerName "example.com/a"',
    )
    const renamed = { ...approved, spec: { signerName: 'example.com/b' } }
    expect((await patch('approval', renamed, 'other')).code).toBe(403)
    expect((await patch('approval', approved, 'signer')).code).toBe(403)
    expect((await patch('approval', approved, 'domain')).code).toBe(200)
    const certificate = { status: { certificate: base64('x') } }
    expect((await patch('status', certificate, 'domain')).code).not.toBe(200)
    const failed = {
      status: { conditions: [...approved.status.conditions, { type: 'Failed', status: 'True', reason: 'r' }] },
    }
    expect((await patch('status', failed, 'domain')).message).toContain('user not permitted to sign requests')
    expect((await patch('status', failed, 'signer')).code).toBe(200)
  })
})
