import { TestServer } from '@apimachinery/server/testing'
import { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { ReplicaSet } from 'apimachinery/api/apps/v1'
import {
  HorizontalPodAutoscaler,
  type HorizontalPodAutoscalerSpec,
  type MetricSpec,
} from 'apimachinery/api/autoscaling/v2'
import { Event, Pod } from 'apimachinery/api/core/v1'
import { Unstructured } from 'apimachinery/runtime'
import { FakeClock } from 'apimachinery/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { soon } from './cluster.js'
import { customMetrics } from './custom-metrics.js'

const namespace = 'default'
const period = 15_000
const clock = new FakeClock(Date.parse('2024-01-01T00:00:00Z'))
let server: TestServer
let count = 0

/** Stands in for a server of metrics: its objects are the metrics. */
function metricsAPI(group: string, plural: string, kind: string): CustomResourceDefinition {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
  const annotations = { 'api-approved.kubernetes.io': 'unapproved, for a test' }
  return new CustomResourceDefinition({
    metadata: { name: `${plural}.${group}`, annotations },
    spec: {
      group,
      names: { plural, kind },
      scope: 'Namespaced',
      versions: [{ name: 'v1beta1', served: true, storage: true, schema: schema as never }],
    },
  })
}

beforeAll(async () => {
  const crds = [
    metricsAPI('metrics.k8s.io', 'pods', 'PodMetrics'),
    metricsAPI('external.metrics.k8s.io', 'queue-length', 'ExternalMetricValue'),
  ]
  server = await TestServer.start({ controllers: ['horizontal-pod-autoscaler-controller'], clock, crds })
})
afterAll(() => server.stop())

const cpu: MetricSpec = {
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
}

/** An autoscaler of a ReplicaSet, and the steps of the tests on it. */
class Scaler {
  readonly name = `scaler-${count++}`
  readonly labels = { app: this.name }

  static async start(spec: Partial<HorizontalPodAutoscalerSpec>, replicas: number): Promise<Scaler> {
    const scaler = new Scaler()
    const { name, labels } = scaler
    const resources = { requests: { cpu: '100m', memory: '1Gi' } }
    const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'app:1', resources }] } }
    const metadata = { name, namespace }
    const set = new ReplicaSet({ metadata, spec: { replicas, selector: { matchLabels: labels }, template } })
    const created = await server.client.create(set)
    await server.client.updateStatus(new ReplicaSet({ ...created, status: { replicas } }))
    for (let i = 0; i < replicas; i++) await scaler.pod(i, template.spec)
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name }
    await scaler.create({ scaleTargetRef, metrics: [cpu], ...spec })
    return scaler
  }

  create(spec: Partial<HorizontalPodAutoscalerSpec>): Promise<HorizontalPodAutoscaler> {
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'gone' }
    const metadata = { name: this.name, namespace }
    return server.client.create(
      new HorizontalPodAutoscaler({ metadata, spec: { maxReplicas: 10, scaleTargetRef, ...spec } }),
    )
  }

  async pod(index: number, spec: Pod['spec']): Promise<void> {
    const metadata = { name: `${this.name}-${index}`, namespace, labels: this.labels }
    const pod = await server.client.create(new Pod({ metadata, spec }))
    const long = new Date(clock.now() - 3_600_000).toISOString().replace('.000Z', 'Z')
    const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: long }]
    await server.client.updateStatus(new Pod({ ...pod, status: { phase: 'Running', startTime: long, conditions } }))
  }

  /** Replaces what the server of metrics says about the pods. */
  async uses(...uses: string[]): Promise<void> {
    const timestamp = new Date(clock.now()).toISOString().replace('.000Z', 'Z')
    for (const [i, use] of uses.entries()) {
      const metadata = { name: `${this.name}-${i}`, namespace, labels: this.labels }
      const containers = [{ name: 'c', usage: { cpu: use, memory: '512Mi' } }]
      const metrics = {
        apiVersion: 'metrics.k8s.io/v1beta1',
        kind: 'PodMetrics',
        metadata,
        timestamp,
        window: '15s',
        containers,
      }
      const old = new Unstructured({ ...metrics })
      await server.client.delete(old).catch(() => {})
      await server.client.create(new Unstructured(metrics))
    }
  }

  /** Lets a period go by, and waits for the condition that the look at the autoscaler sets. */
  async look(type: string, reason: string): Promise<HorizontalPodAutoscaler> {
    clock.step(period)
    const reasonOf = async () => (await this.get()).status?.conditions?.find((each) => each.type === type)?.reason
    await expect.poll(reasonOf, soon).toBe(reason)
    return this.get()
  }

  get = () => server.client.get(HorizontalPodAutoscaler, { namespace, name: this.name })

  async conditions() {
    const all = (await this.get()).status?.conditions ?? []
    return Object.fromEntries(all.map(({ type, status, message }) => [type, `${status} ${message}`]))
  }

  replicas = async () => (await server.client.get(ReplicaSet, { namespace, name: this.name })).spec?.replicas

  async events(): Promise<string[]> {
    const { items } = await server.client.list(Event, { namespace, fieldSelector: `involvedObject.name=${this.name}` })
    return items.map(({ type, reason, message, source }) => `${source?.component} ${type} ${reason} ${message}`).sort()
  }
}

describe('an autoscaler', () => {
  it('scales up to what the use asks for, and down when the window of its recommendations has passed', async () => {
    const scaler = await Scaler.start({}, 2)
    await scaler.uses('100m', '100m')
    const { status } = await scaler.look('AbleToScale', 'SucceededRescale')
    expect(await scaler.replicas()).toBe(4)
    expect(status).toMatchObject({
      currentReplicas: 2,
      desiredReplicas: 4,
      currentMetrics: [
        { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 100, averageValue: '100m' } } },
      ],
    })
    expect(await scaler.conditions()).toEqual({
      AbleToScale: 'True the HPA controller was able to update the target scale to 4',
      ScalingActive:
        'True the HPA was able to successfully calculate a replica count from cpu resource utilization (percentage of request)',
      ScalingLimited: 'False the desired count is within the acceptable range',
    })
    const above = 'New size: 4; reason: cpu resource utilization (percentage of request) above target'
    await expect
      .poll(() => scaler.events(), soon)
      .toEqual([`horizontal-pod-autoscaler Normal SuccessfulRescale ${above}`])
    await scaler.uses('10m', '10m')
    await scaler.look('AbleToScale', 'ScaleDownStabilized')
    expect(await scaler.replicas()).toBe(4)
    clock.step(300_000)
    await scaler.look('AbleToScale', 'SucceededRescale')
    await expect.poll(scaler.replicas, soon).toBe(1)
    const below = 'New size: 1; reason: All metrics below target'
    await expect
      .poll(() => scaler.events(), soon)
      .toContain(`horizontal-pod-autoscaler Normal SuccessfulRescale ${below}`)
  })

  it('stays within its bounds, whatever the use is', async () => {
    const scaler = await Scaler.start({ minReplicas: 3, maxReplicas: 5 }, 2)
    await scaler.look('AbleToScale', 'SucceededRescale')
    expect(await scaler.replicas()).toBe(3)
    const reason = 'New size: 3; reason: Current number of replicas below Spec.MinReplicas'
    await expect
      .poll(() => scaler.events(), soon)
      .toContain(`horizontal-pod-autoscaler Normal SuccessfulRescale ${reason}`)
    await scaler.uses('200m', '200m')
    await scaler.look('ScalingLimited', 'TooManyReplicas')
    expect(await scaler.replicas()).toBe(5)
  })

  it('takes the memory use as an average', async () => {
    const target = { type: 'AverageValue', averageValue: '256Mi' }
    const scaler = await Scaler.start({ metrics: [{ type: 'Resource', resource: { name: 'memory', target } }] }, 2)
    await scaler.uses('1m', '1m')
    const { status } = await scaler.look('AbleToScale', 'SucceededRescale')
    expect(status?.desiredReplicas).toBe(4)
    const current = { averageValue: '512Mi' }
    expect(status?.currentMetrics).toEqual([{ type: 'Resource', resource: { name: 'memory', current } }])
  })

  it('takes the use of one container', async () => {
    const target = { type: 'Utilization', averageUtilization: 50 }
    const containerResource = { name: 'cpu', container: 'c', target }
    const scaler = await Scaler.start({ metrics: [{ type: 'ContainerResource', containerResource }] }, 2)
    await scaler.uses('75m', '75m')
    await scaler.look('AbleToScale', 'SucceededRescale')
    expect(await scaler.replicas()).toBe(3)
  })

  it('takes the sum of an external metric', async () => {
    for (const value of ['30', '20']) {
      const metadata = { generateName: 'q-', namespace, labels: { queue: 'jobs' } }
      const metric = { apiVersion: 'external.metrics.k8s.io/v1beta1', kind: 'ExternalMetricValue', metadata, value }
      await server.client.create(new Unstructured(metric))
    }
    const external = (target: object) => ({
      type: 'External',
      external: { metric: { name: 'queue-length', selector: { matchLabels: { queue: 'jobs' } } }, target },
    })
    const scaler = await Scaler.start(
      { metrics: [external({ type: 'AverageValue', averageValue: '10' }) as MetricSpec] },
      2,
    )
    await scaler.look('AbleToScale', 'SucceededRescale')
    expect(await scaler.replicas()).toBe(4)
    const limited = (await scaler.get()).status?.conditions?.find(({ type }) => type === 'ScalingLimited')
    expect(limited?.reason).toBe('ScaleUpLimit')
  })

  it('asks the API of custom metrics as upstream does', async () => {
    const values: Record<string, Record<string, string>> = { pods: {}, services: { web: '40' } }
    server.api.addGroup(customMetrics({ pods: 'requests', services: 'hits' }, (resource) => values[resource] ?? {}))
    const average = (averageValue: string) => ({ type: 'AverageValue', averageValue })
    const selector = { matchLabels: { verb: 'GET' } }
    const ofPods = { type: 'Pods', pods: { metric: { name: 'requests', selector }, target: average('10') } }
    const describedObject = { kind: 'Service', name: 'web', apiVersion: 'v1' }
    const ofObject = { type: 'Object', object: { metric: { name: 'hits' }, describedObject, target: average('10') } }
    const pods = await Scaler.start({ metrics: [ofPods] }, 2)
    values.pods = { [`${pods.name}-0`]: '15', [`${pods.name}-1`]: '15' }
    const object = await Scaler.start({ metrics: [ofObject] }, 2)
    await object.look('AbleToScale', 'SucceededRescale')
    expect([await pods.replicas(), await object.replicas()]).toEqual([3, 4])
    const asked = server.requests.list().filter(({ group }) => group === 'custom.metrics.k8s.io')
    const query = new URLSearchParams({ labelSelector: `app=${pods.name}`, metricLabelSelector: 'verb=GET' })
    const path = '/apis/custom.metrics.k8s.io/v1beta2/namespaces/default'
    expect(asked.map(({ url }) => url)).toEqual(
      expect.arrayContaining([`${path}/pods/%2A/requests?${query}`, `${path}/services/web/hits`]),
    )
  })

  it('follows the rules of its behavior', async () => {
    const policies = [{ type: 'Pods', value: 1, periodSeconds: 60 }]
    const behavior = { scaleUp: { policies }, scaleDown: { selectPolicy: 'Disabled' } }
    const scaler = await Scaler.start({ behavior }, 2)
    await scaler.uses('200m', '200m')
    await scaler.look('ScalingLimited', 'ScaleUpLimit')
    expect(await scaler.replicas()).toBe(3)
  })

  it('says why it has no metrics', async () => {
    const scaler = await Scaler.start({}, 1)
    await scaler.look('ScalingActive', 'FailedGetResourceMetric')
    const detail =
      'failed to get cpu utilization: unable to get metrics for resource cpu: no metrics returned from resource metrics API'
    expect((await scaler.conditions()).ScalingActive).toBe(
      `False the HPA was unable to compute the replica count: ${detail}`,
    )
    const first = `failed to get cpu resource metric value: ${detail}`
    await expect
      .poll(() => scaler.events(), soon)
      .toEqual([
        `horizontal-pod-autoscaler Warning FailedComputeMetricsReplicas invalid metrics (1 invalid out of 1), first error is: ${first}`,
        `horizontal-pod-autoscaler Warning FailedGetResourceMetric ${detail}`,
      ])
    expect((await scaler.get()).status).toMatchObject({ currentReplicas: 1, desiredReplicas: 0, currentMetrics: [{}] })
  })

  it('says why it has no target', async () => {
    const scaler = new Scaler()
    await scaler.create({})
    await scaler.look('AbleToScale', 'FailedGetScale')
    const message = 'deployments.apps "gone" not found'
    const about = `the HPA controller was unable to get the target's current scale: ${message}`
    expect(await scaler.conditions()).toEqual({ AbleToScale: `False ${about}` })
    await expect
      .poll(() => scaler.events(), soon)
      .toEqual([`horizontal-pod-autoscaler Warning FailedGetScale ${message}`])
  })

  it('rests while its target has no replicas', async () => {
    const scaler = await Scaler.start({}, 0)
    await scaler.look('ScalingActive', 'ScalingDisabled')
    expect(await scaler.replicas()).toBe(0)
  })

  it('does nothing where another one scales the same pods', async () => {
    const scaler = await Scaler.start({}, 1)
    await scaler.uses('100m')
    await scaler.look('AbleToScale', 'SucceededRescale')
    const other = new Scaler()
    await other.create({ scaleTargetRef: { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: scaler.name } })
    await other.look('ScalingActive', 'AmbiguousSelector')
    const all = `[${namespace}/${scaler.name} ${namespace}/${other.name}]`
    const message = `pods by selector app=${scaler.name} are controlled by multiple HPAs: ${all}`
    expect((await other.conditions()).ScalingActive).toBe(`False ${message}`)
  })
})
