import type { TestServer } from '@apimachinery/server/testing'
import { Node, Pod, Service } from 'apimachinery/api/core/v1'
import { EndpointSlice } from 'apimachinery/api/discovery/v1'

/** How long and how often is looked. */
export const soon = { timeout: 30_000, interval: 20 }

/** What of a pod a test chooses. */
export interface PodFacts {
  readonly ips?: readonly string[]
  readonly ready?: boolean
  readonly phase?: string
  readonly node?: string
  readonly labels?: Record<string, string>
  readonly spec?: Partial<NonNullable<Pod['spec']>>
  readonly finalizers?: string[]
}

/** A namespace of a test, with services and pods as kubelets report them. */
export class Services {
  constructor(
    readonly server: TestServer,
    readonly namespace: string,
  ) {}

  async node(name: string, zone: string, cpu = '4'): Promise<void> {
    const labels = { 'topology.kubernetes.io/zone': zone }
    const node = await this.server.client.create(new Node({ metadata: { name, labels } }))
    const conditions = [{ type: 'Ready', status: 'True' }]
    await this.server.client.updateStatus(
      new Node({ ...node, status: { allocatable: { cpu }, capacity: { cpu }, conditions } }),
    )
  }

  async pod(name: string, { ips, ready = true, phase = 'Running', node, ...facts }: PodFacts = {}): Promise<Pod> {
    const { client } = this.server
    const metadata = {
      name,
      namespace: this.namespace,
      labels: facts.labels ?? { app: 's' },
      finalizers: facts.finalizers,
    }
    const container = { name: 'c', image: 'app:1', ports: [{ name: 'web', containerPort: 8080 }] }
    const spec = { nodeName: node ?? 'node', containers: [container], ...facts.spec }
    const pod = await client.create(new Pod({ metadata, spec }))
    return client.updateStatus(new Pod({ ...pod, status: statusOf(ips ?? ['10.0.0.1'], ready, phase) }))
  }

  async setReady(name: string, ready: boolean): Promise<void> {
    const { client } = this.server
    const pod = await client.get(Pod, { name, namespace: this.namespace })
    const ips = (pod.status?.podIPs ?? []).map(({ ip }) => ip)
    await client.updateStatus(new Pod({ ...pod, status: statusOf(ips, ready, 'Running', '2031-01-01T00:00:00Z') }))
  }

  service(name: string, spec: Partial<NonNullable<Service['spec']>> = {}, metadata: object = {}): Promise<Service> {
    const ports = [{ name: 'http', port: 80, targetPort: 8080 }]
    const full = { selector: { app: 's' }, ports, ...spec }
    return this.server.client.create(
      new Service({ metadata: { name, namespace: this.namespace, ...metadata }, spec: full }),
    )
  }

  async slices(service: string): Promise<EndpointSlice[]> {
    const { items } = await this.server.client
      .resource(EndpointSlice)
      .namespace(this.namespace)
      .list({ labelSelector: `kubernetes.io/service-name=${service}` })
    return items
  }
}

function statusOf(
  ips: readonly string[],
  ready: boolean,
  ...[phase, lastTransitionTime = '2030-01-01T00:00:00Z']: [phase: string, since?: string]
): NonNullable<Pod['status']> {
  const status = ready ? 'True' : 'False'
  return {
    phase,
    podIP: ips[0],
    podIPs: ips.map((ip) => ({ ip })),
    conditions: [{ type: 'Ready', status, lastTransitionTime }],
  }
}
