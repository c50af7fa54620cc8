import { X509Certificate } from 'node:crypto'
import { requestHeaderAuthenticator } from '@apimachinery/server/authentication'
import { alwaysAllow } from '@apimachinery/server/authorization'
import { TestServer } from '@apimachinery/server/testing'
import { Unstructured } from 'apimachinery/runtime'
import { GroupVersionResource } from 'apimachinery/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWardle } from '../../../examples/wardle-server/server.js'
import type { GroupServer } from '../../src/server/group-server.js'
import { newCertificate, newCertificateAuthority } from '../../src/serving/certificates.js'

const group = 'wardle.example.com'
let wardle: GroupServer
let server: TestServer

beforeAll(async () => {
  const notBefore = new Date(Date.now() - 60_000)
  const authority = await newCertificateAuthority('aggregated', notBefore)
  const certificate = (commonName: string, usage: 'server' | 'client', hosts: string[]) =>
    newCertificate(authority, { commonName, hosts, usage, notBefore })
  const serving = await certificate('wardle', 'server', ['api.wardle.svc'])
  const proxy = await certificate('front-proxy', 'client', [])
  wardle = startWardle({
    authorizer: alwaysAllow,
    authenticator: requestHeaderAuthenticator({
      usernameHeaders: ['x-remote-user'],
      uidHeaders: ['x-remote-uid'],
      groupHeaders: ['x-remote-group'],
      extraHeaderPrefixes: ['x-remote-extra-'],
      allowedNames: ['front-proxy'],
      authorities: { certificates: () => [new X509Certificate(authority.certificate)], now: () => new Date() },
    }),
  })
  const tls = { cert: serving.certificate, key: serving.key, requestCert: true, rejectUnauthorized: false }
  const { port } = await wardle.generic.listen({ host: '127.0.0.1', port: 0, tls })
  server = await TestServer.start({
    resolveService: async () => ({ host: '127.0.0.1', port }),
    aggregation: { checksServices: false, certificate: () => ({ cert: proxy.certificate, key: proxy.key }) },
  })
  await server.client.create(
    new Unstructured({
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: `v1beta1.${group}` },
      spec: {
        group,
        version: 'v1beta1',
        groupPriorityMinimum: 1000,
        versionPriority: 10,
        service: { namespace: 'wardle', name: 'api', port: 443 },
        caBundle: Buffer.from(authority.certificate).toString('base64'),
      },
    }),
  )
})
afterAll(async () => {
  await server?.stop()
  await wardle?.stop()
})

describe('the server of wardle.example.com behind an aggregator', () => {
  const resource = new GroupVersionResource(group, 'v1beta1', 'flunders')

  it('serves its resources to the clients of the cluster, as the users that they are', async () => {
    await server.client.waitForResource(resource)
    const flunders = server.client.resource(resource).namespace('default')
    const created = await flunders.create(
      new Unstructured({
        apiVersion: `${group}/v1beta1`,
        kind: 'Flunder',
        metadata: { name: 'nemo' },
        spec: { flunderReference: 'dory', waters: [{ name: 'reef' }] },
      }),
    )
    expect(created).toMatchObject({ metadata: { name: 'nemo' }, spec: { appetite: 3, waters: [{ depth: 10 }] } })
    const { resourceVersion } = created.metadata as { resourceVersion: string }
    const watch = flunders.watch({ resourceVersion })
    const next = watch.next()
    await flunders.delete('nemo')
    expect((await next).value).toMatchObject({ type: 'DELETED', object: { metadata: { name: 'nemo' } } })
    watch.stop()
  })

  it('is in the discovery of the cluster', async () => {
    server.client.discovery.invalidate()
    const { resourceLists } = await server.client.discovery.discovery()
    const found = resourceLists.find(({ groupVersion }) => groupVersion === `${group}/v1beta1`)
    expect(found?.resources.map(({ name }) => name)).toContain('flunders')
  })
})
