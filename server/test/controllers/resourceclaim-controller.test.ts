import { TestServer } from '@apimachinery/server/testing'
import { Pod } from 'apimachinery/api/core/v1'
import { ResourceClaim, ResourceClaimTemplate } from 'apimachinery/api/resource/v1'
import { PatchType } from 'apimachinery/patch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { soon } from './cluster.js'

let server: TestServer
const namespace = 'default'

beforeAll(async () => {
  server = await TestServer.start({ controllers: ['resourceclaim-controller', 'serviceaccount-controller'] })
})
afterAll(() => server.stop())

const requests = [{ name: 'device', exactly: { deviceClassName: 'devices' } }]

function pod(name: string, claim: object): Pod {
  return new Pod({
    metadata: { name, namespace },
    spec: { containers: [{ name: 'c', image: 'app:1' }], resourceClaims: [{ name: 'device', ...claim }] },
  })
}

async function claims(): Promise<readonly ResourceClaim[]> {
  return (await server.client.list(ResourceClaim, { namespace })).items
}

test('a claim is made of a template, belongs to its pod, and goes when the pod has ended', async () => {
  const { client } = server
  const metadata = { labels: { of: 'template' } }
  await client.create(
    new ResourceClaimTemplate({
      metadata: { name: 'one', namespace },
      spec: { metadata, spec: { devices: { requests } } },
    }),
  )
  const created = await client.create(pod('with-template', { resourceClaimTemplateName: 'one' }))
  const read = () => client.get(Pod, { namespace, name: 'with-template' })
  await expect.poll(async () => (await read()).status?.resourceClaimStatuses, soon).toHaveLength(1)
  const [claim] = await claims()
  expect(claim?.metadata).toMatchObject({
    generateName: 'with-template-device-',
    labels: { of: 'template' },
    annotations: { 'resource.kubernetes.io/pod-claim-name': 'device' },
    ownerReferences: [
      { apiVersion: 'v1', kind: 'Pod', name: 'with-template', uid: created.metadata?.uid, controller: true },
    ],
  })
  expect((await read()).status?.resourceClaimStatuses).toEqual([
    { name: 'device', resourceClaimName: claim?.metadata?.name },
  ])
  const body = { status: { phase: 'Succeeded' } }
  await client.resource(Pod).namespace(namespace).status().patch('with-template', { type: PatchType.Merge, body })
  await expect.poll(claims, soon).toEqual([])
})

test('a claim of a pod that is gone is free again', async () => {
  const { client } = server
  const own = client.resource(ResourceClaim).namespace(namespace)
  const finalizers = ['resource.kubernetes.io/delete-protection']
  const claim = await client.create(
    new ResourceClaim({ metadata: { name: 'used', namespace, finalizers }, spec: { devices: { requests } } }),
  )
  const reservedFor = [{ resource: 'pods', name: 'gone', uid: 'gone' }]
  const result = { request: 'device', driver: 'example.com', pool: 'pool', device: 'device-0' }
  const allocation = { devices: { results: [result] } }
  await client.updateStatus(new ResourceClaim({ ...claim, status: { allocation, reservedFor } }))
  const free = async () => {
    const { metadata, status } = await own.get('used')
    return [metadata?.finalizers ?? [], status?.allocation ?? null, status?.reservedFor ?? []]
  }
  await expect.poll(free, soon).toEqual([[], null, []])
})
