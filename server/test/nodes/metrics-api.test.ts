import { TestServer } from '@apimachinery/server/testing'
import { APIService } from 'apimachinery/api/apiregistration/v1'
import { Deployment } from 'apimachinery/api/apps/v1'
import { HorizontalPodAutoscaler } from 'apimachinery/api/autoscaling/v2'
import { Pod } from 'apimachinery/api/core/v1'
import { RoleBinding } from 'apimachinery/api/rbac/v1'
import { FakeClock } from 'apimachinery/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const soon = { timeout: 20_000, interval: 20 }
const clock = new FakeClock(Date.parse('2024-01-01T00:00:00Z'))
const labels = { app: 'web' }
/** What all of the pods of the deployment use together. */
let load = 0
let replicas = 1
let server: TestServer

const resources = { requests: { cpu: '100m' } }
const usage = (pod: Pod) =>
  pod.metadata?.labels?.app === 'web' ? { cpu: `${Math.round(load / replicas)}m`, memory: '64Mi' } : undefined

beforeAll(async () => {
  server = await TestServer.start({
    clock,
    controllers: ['node', 'deployment', 'replicaset', 'horizontalpodautoscaling'],
    nodes: { nodes: 2, usage },
    users: { bob: {} },
  })
})
afterAll(() => server.stop())

interface MetricsAnswer {
  readonly metadata?: { readonly name: string; readonly labels?: object }
  readonly items: readonly MetricsAnswer[]
  readonly rows: readonly { readonly cells: readonly string[] }[]
  readonly columnDefinitions: readonly { readonly name: string }[]
  readonly message: string
}

async function get(path: string, accept = 'application/json', token?: string): Promise<[number, MetricsAnswer]> {
  const headers = { accept, ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  const answer = await server.fetch(new Request(`https://localhost${path}`, { headers }))
  return [answer.status, (await answer.json()) as MetricsAnswer]
}

const group = '/apis/metrics.k8s.io/v1beta1'

describe('metrics of simulated nodes', () => {
  it('are those of running containers, by annotations or as the test says', async () => {
    const annotations = { 'kwok.x-k8s.io/usage-cpu': '250m', 'kwok.x-k8s.io/usage-memory': '2Gi' }
    const spec = {
      containers: [
        { name: 'a', image: 'i' },
        { name: 'b', image: 'i' },
      ],
    }
    const noted = { name: 'noted', namespace: 'default', labels: { tier: 'one' }, annotations }
    await server.client.create(new Pod({ metadata: noted, spec }))
    await server.client.create(new Pod({ metadata: { name: 'plain', namespace: 'default' }, spec }))
    await server.untilIdle()
    expect(await get(`${group}/namespaces/default/pods/noted`)).toEqual([
      200,
      {
        kind: 'PodMetrics',
        apiVersion: 'metrics.k8s.io/v1beta1',
        metadata: {
          name: 'noted',
          namespace: 'default',
          creationTimestamp: '2024-01-01T00:00:00Z',
          labels: { tier: 'one' },
        },
        timestamp: '2024-01-01T00:00:00Z',
        window: '10s',
        containers: ['a', 'b'].map((name) => ({ name, usage: { cpu: '250m', memory: '2Gi' } })),
      },
    ])
    const [, selected] = await get(`${group}/pods?labelSelector=tier%3Done`)
    expect(selected.items.map(({ metadata }) => metadata?.name)).toEqual(['noted'])
    const [, named] = await get(`${group}/pods?fieldSelector=metadata.name%3Dplain`)
    expect(named.items.map(({ metadata }) => metadata?.name)).toEqual(['plain'])
    const table = 'application/json;as=Table;v=v1;g=meta.k8s.io'
    const [, shown] = await get(`${group}/namespaces/default/pods`, table)
    expect(shown.columnDefinitions.map(({ name }) => name)).toEqual(['Name', 'cpu', 'memory', 'Window'])
    expect(shown.rows.map(({ cells }) => cells)).toEqual([
      ['noted', '500m', '4Gi', '10s'],
      ['plain', '2m', '2Mi', '10s'],
    ])
    const [, nodes] = await get(`${group}/nodes`, table)
    expect(nodes.rows.map(({ cells }) => cells)).toEqual([
      ['node-0', '500m', '4Gi', '10s'],
      ['node-1', '2m', '2Mi', '10s'],
    ])
    expect((await get(`${group}/nodes/node-9`))[0]).toBe(404)
    expect((await get(`${group}/namespaces/default/pods/none`))[1].message).toBe('pod "none" not found')
  })

  it('are a group of the server as that of metrics-server is', async () => {
    const service = await server.client.get(APIService, { name: 'v1beta1.metrics.k8s.io' })
    expect(service.status?.conditions?.map(({ type, status }) => [type, status])).toEqual([['Available', 'True']])
    const { resources: found } = (await get(group))[1] as unknown as { resources: object[] }
    expect(found).toMatchObject([
      { name: 'nodes', kind: 'NodeMetrics', namespaced: false, verbs: ['get', 'list'] },
      { name: 'pods', kind: 'PodMetrics', namespaced: true, verbs: ['get', 'list'] },
    ])
    const [, document] = await get('/openapi/v3/apis/metrics.k8s.io/v1beta1')
    expect(document).toMatchObject({
      components: {
        schemas: {
          'io.k8s.metrics.pkg.apis.metrics.v1beta1.NodeMetrics': {
            'x-kubernetes-group-version-kind': [{ group: 'metrics.k8s.io', version: 'v1beta1', kind: 'NodeMetrics' }],
          },
        },
      },
    })
    const bob = server.users.token('bob')
    expect((await get(`${group}/namespaces/default/pods`, 'application/json', bob))[0]).toBe(403)
    const roleRef = {
      apiGroup: 'rbac.authorization.k8s.io',
      kind: 'ClusterRole',
      name: 'system:aggregated-metrics-reader',
    }
    const subjects = [{ kind: 'User', name: 'bob', apiGroup: 'rbac.authorization.k8s.io' }]
    const metadata = { name: 'bob', namespace: 'default' }
    await server.client.create(new RoleBinding({ metadata, roleRef, subjects }))
    await expect
      .poll(async () => (await get(`${group}/namespaces/default/pods`, 'application/json', bob))[0], soon)
      .toBe(200)
  })

  it('let an autoscaler follow the load', async () => {
    const metadata = { name: 'web', namespace: 'default' }
    const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i', resources }] } }
    await server.client.create(
      new Deployment({ metadata, spec: { replicas: 1, selector: { matchLabels: labels }, template } }),
    )
    const target = { type: 'Utilization', averageUtilization: 50 }
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }
    const metrics = [{ type: 'Resource', resource: { name: 'cpu', target } }]
    const scaler = new HorizontalPodAutoscaler({
      metadata,
      spec: { minReplicas: 1, maxReplicas: 6, scaleTargetRef, metrics },
    })
    await server.client.create(scaler)
    const running = async (): Promise<number> => {
      const { status, spec } = await server.client.get(Deployment, metadata)
      replicas = spec?.replicas ?? 1
      return status?.readyReplicas ?? 0
    }
    const after = async (milliseconds: number): Promise<number> => {
      clock.step(milliseconds)
      await server.untilIdle()
      return running()
    }
    await server.untilIdle()
    load = 200
    // Four pods of 50m each.
    await expect.poll(() => after(15_000), soon).toBe(4)
    load = 60
    await expect.poll(() => after(60_000), soon).toBe(2)
  })
})
