import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  type DelegatedAccess,
  delegatedAccessByFlags,
  parseExtensionServerFlags,
} from '@apimachinery/server/delegation'
import { TestServer } from '@apimachinery/server/testing'
import { ClusterRole, ClusterRoleBinding } from 'apimachinery/api/rbac/v1'
import { Unstructured } from 'apimachinery/runtime'
import { GroupVersionResource } from 'apimachinery/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWardle } from '../../../examples/wardle-server/server.js'
import { newCertificate, newCertificateAuthority } from '../../src/certificates/new-certificate.js'
import type { GroupServer } from '../../src/server/group-server.js'

const group = 'wardle.example.com'
let wardle: GroupServer
let server: TestServer
let access: DelegatedAccess
let port = 0
const errors: unknown[] = []
const folder = mkdtempSync(join(tmpdir(), 'wardle-'))

beforeAll(async () => {
  const notBefore = new Date(Date.now() - 60_000)
  const authority = await newCertificateAuthority('aggregated', notBefore)
  const certificate = (commonName: string, usage: 'server' | 'client', hosts: string[]) =>
    newCertificate(authority, { commonName, hosts, usage, notBefore })
  const serving = await certificate('wardle', 'server', ['api.wardle.svc'])
  const proxy = await certificate('front-proxy', 'client', [])
  server = await TestServer.start({
    users: { alice: {} },
    resolveService: async () => ({ host: '127.0.0.1', port }),
    aggregation: { checksServices: false, certificate: () => ({ cert: proxy.certificate, key: proxy.key }) },
    bootstrap: {
      authenticationInfo: () => ({
        requestHeader: {
          clientCA: authority.certificate,
          allowedNames: ['front-proxy'],
          usernameHeaders: ['X-Remote-User'],
          groupHeaders: ['X-Remote-Group'],
          extraHeaderPrefixes: ['X-Remote-Extra-'],
        },
      }),
    },
  })
  const kubeconfig = join(folder, 'kubeconfig')
  writeFileSync(kubeconfig, await server.kubeconfig())
  const flags = [
    `--authentication-kubeconfig=${kubeconfig}`,
    `--authorization-kubeconfig=${kubeconfig}`,
    '--authorization-webhook-cache-unauthorized-ttl=0s',
  ]
  access = await delegatedAccessByFlags(parseExtensionServerFlags(flags), (error) => errors.push(error))
  wardle = await startWardle(access)
  const tls = { cert: serving.certificate, key: serving.key, requestCert: true, rejectUnauthorized: false }
  port = (await wardle.generic.listen({ host: '127.0.0.1', port: 0, tls })).port
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
  await wardle?.stop()
  await access?.close()
  await server?.stop()
  rmSync(folder, { recursive: true })
  expect(errors).toEqual([])
})

/** Status code and body of a request to the extension server itself. */
async function direct(token: string, path: string): Promise<[number | undefined, string]> {
  const headers = { authorization: `Bearer ${token}` }
  const request = get({ host: '127.0.0.1', port, path, headers, rejectUnauthorized: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return [response.statusCode, await text(response)]
}

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

  it('rejects objects in namespaces that the cluster does not have', async () => {
    const elsewhere = server.client.resource(resource).namespace('elsewhere')
    const flunder = new Unstructured({ apiVersion: `${group}/v1beta1`, kind: 'Flunder', metadata: { name: 'nemo' } })
    await expect(elsewhere.create(flunder)).rejects.toThrow('namespaces "elsewhere" not found')
  })

  it('is in the discovery of the cluster', async () => {
    server.client.discovery.invalidate()
    const { resourceLists } = await server.client.discovery.discovery()
    const found = resourceLists.find(({ groupVersion }) => groupVersion === `${group}/v1beta1`)
    expect(found?.resources.map(({ name }) => name)).toContain('flunders')
  })

  it('asks the cluster whose a token is, and what its owner may do', async () => {
    const path = `/apis/${group}/v1beta1/namespaces/default/flunders`
    const { users } = JSON.parse(await server.kubeconfig('alice')) as { users: [{ user: { token: string } }] }
    const { token } = users[0].user
    const [refused, message] = await direct(token, path)
    expect(refused).toBe(403)
    expect(message).toContain('User \\"alice\\" cannot list resource \\"flunders\\"')
    await server.client.resource(ClusterRole).create({
      metadata: { name: 'flunders' },
      rules: [{ verbs: ['list'], apiGroups: [group], resources: ['flunders'] }],
    })
    await server.client.resource(ClusterRoleBinding).create({
      metadata: { name: 'flunders' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'flunders' },
      subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'alice' }],
    })
    await expect.poll(async () => (await direct(token, path))[0], { timeout: 20_000 }).toBe(200)
    expect((await direct('nobody', path))[0]).toBe(401)
    expect((await direct(token, '/readyz'))[0]).toBe(200)
  })
})
