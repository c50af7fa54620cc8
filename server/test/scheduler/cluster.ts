import { Node, Pod, type PodSpec } from 'apimachinery/api/core/v1'
import { Event } from 'apimachinery/api/events/v1'
import { vi } from 'vitest'
import type { SchedulerOptions } from '../../src/scheduler/scheduler.js'
import { TestServer } from '../../src/testing/test-server.js'

/** A server with a scheduler that always chooses the first of equal nodes, unless a test says otherwise. */
export class SchedulingCluster {
  readonly server: TestServer

  private constructor(server: TestServer) {
    this.server = server
  }

  static async start({ random = () => 0, ...options }: SchedulerOptions = {}): Promise<SchedulingCluster> {
    const scheduler = { random, ...options }
    return new SchedulingCluster(await TestServer.start({ controllers: ['scheduler'], scheduler }))
  }

  get client(): TestServer['client'] {
    return this.server.client
  }

  /** A node that is ready, with these amounts. */
  async node(name: string, { labels = {}, ...allocatable }: NodeShape = {}): Promise<Node> {
    const created = await this.client.create(
      new Node({ metadata: { name, labels: { 'kubernetes.io/hostname': name, ...labels } } }),
    )
    const status = { allocatable: { cpu: '4', memory: '8Gi', pods: '10', ...allocatable } }
    const untainted = await this.client.update(new Node({ ...created, spec: { ...created.spec, taints: [] } }))
    return this.client.updateStatus(new Node({ ...untainted, status }))
  }

  /** A pod that requests some CPU. */
  pod(name: string, { cpu = '1', labels, ...spec }: PodShape = {}): Promise<Pod> {
    const containers = [{ name: 'c', image: 'image', resources: { requests: { cpu } } }]
    return this.client.create(
      new Pod({ metadata: { name, namespace: 'default', labels }, spec: { containers, ...spec } }),
    )
  }

  read(name: string): Promise<Pod> {
    return this.client.get(Pod, { name, namespace: 'default' })
  }

  /** The node of a pod, once it has one. */
  nodeOf(name: string): Promise<string> {
    return until(async () => (await this.read(name)).spec?.nodeName || undefined)
  }

  /** The message of a pod that is not scheduled, once it has one. */
  messageOf(name: string): Promise<string> {
    return until(async () => (await this.condition(name))?.message || undefined)
  }

  async condition(name: string, type = 'PodScheduled') {
    return (await this.read(name)).status?.conditions?.find((each) => each.type === type)
  }

  /** Events of an object for a reason, once there are some. */
  events(name: string, reason: string): Promise<Event[]> {
    return until(async () => {
      const { items } = await this.client.list(Event)
      const found = items.filter((event) => event.regarding?.name === name && event.reason === reason)
      return found.length === 0 ? undefined : found
    })
  }

  stop(): Promise<void> {
    return this.server.stop()
  }
}

interface NodeShape {
  readonly labels?: Readonly<Record<string, string>>
  readonly [resource: string]: string | Readonly<Record<string, string>> | undefined
}

interface PodShape extends Partial<PodSpec> {
  readonly cpu?: string
  readonly labels?: Record<string, string>
}

/** Waits until there is a value. */
export function until<T>(read: () => Promise<T | undefined>): Promise<T> {
  return vi.waitFor(
    async () => {
      const value = await read()
      if (value === undefined) throw new Error('not yet')
      return value
    },
    { timeout: 15_000, interval: 20 },
  )
}
