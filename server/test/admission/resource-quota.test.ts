import { ConfigMap, Namespace, PersistentVolumeClaim, Pod, ResourceQuota, Service } from 'apimachinery/api/core/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestServer } from '../../src/testing/index.js'

let server: TestServer
let namespace = ''
let count = 0

beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.stop())
beforeEach(async () => {
  namespace = `quota-${count++}`
  await server.client.create(new Namespace({ metadata: { name: namespace } }))
})

/** A quota as it is after a controller has counted nothing. */
async function quotaOf(hard: Record<string, string>, spec: object = {}): Promise<void> {
  const metadata = { name: 'q', namespace }
  const quota = await server.client.create(new ResourceQuota({ metadata, spec: { hard, ...spec } }))
  const used = Object.fromEntries(Object.keys(hard).map((name) => [name, '0']))
  await server.client.updateStatus(new ResourceQuota({ ...quota, status: { hard, used } }))
}

async function used(): Promise<unknown> {
  return (await server.client.resource(ResourceQuota).namespace(namespace).get('q')).status?.used
}

const pod = (name: string, resources: object = {}, spec: object = {}): Pod =>
  new Pod({ metadata: { name, namespace }, spec: { containers: [{ name: 'c', image: 'i', resources }], ...spec } })

const create = (object: KubernetesObject): Promise<KubernetesObject> => server.client.create(object)

describe('ResourceQuota', () => {
  it('counts the requests of pods, and rejects pods beyond the quota', async () => {
    await quotaOf({ pods: '2', 'requests.cpu': '1', 'limits.memory': '1Gi' })
    await create(pod('a', { requests: { cpu: '600m' }, limits: { memory: '512Mi' } }))
    expect(await used()).toEqual({ pods: '1', 'requests.cpu': '600m', 'limits.memory': '512Mi' })
    await expect(create(pod('b', { requests: { cpu: '500m' }, limits: { memory: '1Gi' } }))).rejects.toThrow(
      'pods "b" is forbidden: exceeded quota: q, requested: limits.memory=1Gi,requests.cpu=500m, used: limits.memory=512Mi,requests.cpu=600m, limited: limits.memory=1Gi,requests.cpu=1',
    )
    await expect(create(pod('b'))).rejects.toThrow(
      'pods "b" is forbidden: failed quota: q: must specify limits.memory for: c; requests.cpu for: c',
    )
    expect(await used()).toEqual({ pods: '1', 'requests.cpu': '600m', 'limits.memory': '512Mi' })
  })

  it('rejects before the first count', async () => {
    await create(new ResourceQuota({ metadata: { name: 'q', namespace }, spec: { hard: { pods: '1' } } }))
    const metadata = { name: 'q', namespace }
    const quota = await server.client.resource(ResourceQuota).namespace(namespace).get('q')
    await server.client.updateStatus(
      new ResourceQuota({ ...quota, metadata: { ...quota.metadata, ...metadata }, status: { hard: { pods: '1' } } }),
    )
    await expect(create(pod('a'))).rejects.toThrow(
      'pods "a" is forbidden: status unknown for quota: q, resources: pods',
    )
  })

  it('writes the usage of many requests at once, and never more than is allowed', async () => {
    await quotaOf({ 'count/configmaps': '5', configmaps: '5' })
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => create(new ConfigMap({ metadata: { name: `c${index}`, namespace } }))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await used()).toEqual({ 'count/configmaps': '5', configmaps: '5' })
  })

  it('leaves quotas alone in dry runs', async () => {
    await quotaOf({ configmaps: '1' })
    await server.client.create(new ConfigMap({ metadata: { name: 'c', namespace } }), { dryRun: ['All'] })
    expect(await used()).toEqual({ configmaps: '0' })
  })

  it('counts only objects in the scopes of a quota', async () => {
    await quotaOf({ pods: '1' }, { scopes: ['BestEffort'] })
    await create(pod('a', { requests: { cpu: '1' } }))
    await create(pod('b'))
    expect(await used()).toEqual({ pods: '1' })
    await expect(create(pod('c'))).rejects.toThrow(
      'exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1',
    )
  })

  it('selects by priority class', async () => {
    const matchExpressions = [{ scopeName: 'PriorityClass', operator: 'In', values: ['system-node-critical'] }]
    await quotaOf({ pods: '0' }, { scopeSelector: { matchExpressions } })
    await create(pod('a'))
    await expect(create(pod('b', {}, { priorityClassName: 'system-node-critical' }))).rejects.toThrow(
      'exceeded quota: q',
    )
  })

  it('counts storage by class, and node ports of services', async () => {
    const gold = 'gold.storageclass.storage.k8s.io/requests.storage'
    await quotaOf({ 'requests.storage': '10Gi', [gold]: '3Gi' })
    const claim = (name: string, storage: string, storageClassName: string) =>
      new PersistentVolumeClaim({
        metadata: { name, namespace },
        spec: { accessModes: ['ReadWriteOnce'], storageClassName, resources: { requests: { storage } } },
      })
    await create(claim('a', '5Gi', 'silver'))
    await expect(create(claim('b', '4Gi', 'gold'))).rejects.toThrow(
      `requested: ${gold}=4Gi, used: ${gold}=0, limited: ${gold}=3Gi`,
    )
    expect(await used()).toEqual({ 'requests.storage': '5Gi', [gold]: '0' })
  })

  it('refuses services with too many load balancers', async () => {
    await quotaOf({ 'services.loadbalancers': '0' })
    const service = new Service({
      metadata: { name: 's', namespace },
      spec: { type: 'ExternalName', externalName: 'a.example' },
    })
    await create(service)
    expect(await used()).toEqual({ 'services.loadbalancers': '0' })
  })
})

describe('the controller of quotas', () => {
  it('counts what exists, and again after a deletion', async () => {
    const counted = await TestServer.start({ controllers: ['resourcequota'] })
    try {
      const { client } = counted
      const metadata = { namespace: 'default' }
      await client.create(new ConfigMap({ metadata: { ...metadata, name: 'a' } }))
      await client.create(
        new Pod({ metadata: { ...metadata, name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } }),
      )
      const hard = { 'count/configmaps': '2', pods: '5', 'count/deployments.apps': '1' }
      await client.create(new ResourceQuota({ metadata: { ...metadata, name: 'q' }, spec: { hard } }))
      const quotas = client.resource(ResourceQuota).namespace('default')
      const usedIs = (wanted: Record<string, string>) =>
        expect.poll(async () => (await quotas.get('q')).status?.used, { timeout: 30_000 }).toEqual(wanted)
      await usedIs({ 'count/configmaps': '1', pods: '1', 'count/deployments.apps': '0' })
      await client.create(new ConfigMap({ metadata: { ...metadata, name: 'b' } }))
      await expect(client.create(new ConfigMap({ metadata: { ...metadata, name: 'c' } }))).rejects.toThrow(
        'exceeded quota',
      )
      await client.resource(ConfigMap).namespace('default').delete('a')
      await usedIs({ 'count/configmaps': '1', pods: '1', 'count/deployments.apps': '0' })
    } finally {
      await counted.stop()
    }
  })
})
