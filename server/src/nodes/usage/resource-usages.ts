import type { Container, Node, Pod } from 'apimachinery/api/core/v1'
import { messageOf } from 'apimachinery/errors'
import { parseQuantity } from 'apimachinery/resource'
import type { Clock } from 'apimachinery/wait'
import { ConfigurationError } from '../../internal/configuration-error.js'
import { type ContainerUsage, type UsageConfiguration, usageOfContainer } from './pod-usage.js'
import type { UsageSources, UsageSubject } from './usage-expression.js'

/** Says what a container uses, by the names of resources; `undefined` for a container that it knows nothing of. */
export type UsageFunction = (pod: Pod, container: Container) => Readonly<Record<string, string>> | undefined

/** Input of {@link ResourceUsages}. */
export interface ResourceUsagesOptions {
  readonly configuration: UsageConfiguration
  /** Is asked before the configuration. */
  readonly usage?: UsageFunction | undefined
  readonly clock: Clock
  readonly random: () => number
  readonly nodeOf: (name: string) => Node | undefined
  readonly podsOn: (nodeName: string) => readonly Pod[]
  /** Called once for each failure of an expression. */
  readonly onError: (error: unknown) => void
}

/** A use that grows with time. */
interface Sum {
  readonly since: number
  readonly value: number
}

/** What pods and nodes use of resources. Source: pkg/kwok/server/metrics_resource_usage.go of kwok. */
export class ResourceUsages {
  readonly #options: ResourceUsagesOptions
  readonly #sums = new Map<string, Sum>()
  readonly #failures = new Set<string>()
  /** What is being computed: the use of a resource may depend on other uses. */
  readonly #computed = new Set<string>()

  constructor(options: ResourceUsagesOptions) {
    this.#options = options
  }

  /** What a container uses, by the names of resources; `undefined` if nothing says it. */
  ofContainer(pod: Pod, container: Container): ReadonlyMap<string, number> | undefined {
    const given = this.#options.usage?.(pod, container)
    if (given !== undefined) {
      return new Map(Object.entries(given).map(([name, text]) => [name, parseQuantity(text).asApproximateFloat64()]))
    }
    const found = this.#find(pod, container.name)
    if (found === undefined) return undefined
    const subject = { node: this.#options.nodeOf(pod.spec?.nodeName ?? ''), pod, container }
    return new Map([...found.usage.keys()].map((resource) => [resource, this.#value(found, resource, subject)]))
  }

  /** What a pod uses of a resource, or one of its containers. */
  ofPod(pod: Pod, resource: string, container?: string): number {
    const containers = pod.spec?.containers ?? []
    const counted = container === undefined ? containers : containers.filter(({ name }) => name === container)
    return counted.reduce((sum, each) => sum + this.#ofContainer(pod, each, resource), 0)
  }

  /** What the pods of a node use of a resource. */
  ofNode({ metadata }: Node, resource: string): number {
    const pods = this.#options.podsOn(metadata?.name ?? '')
    return pods.reduce((sum, pod) => sum + this.ofPod(pod, resource), 0)
  }

  /** The sources of expressions at this moment. */
  get sources(): UsageSources {
    const { clock, random } = this.#options
    return {
      now: clock.now(),
      random,
      ofPod: (pod, resource, container) => this.ofPod(pod, resource, container),
      ofNode: (node, resource) => this.ofNode(node, resource),
      sinceStartOfPod: (pod, resource, container) => this.#sinceStartOfPod(pod, resource, container),
      sinceStartOfNode: (node, resource) =>
        this.#grown(`node ${resource} ${node.metadata?.name ?? ''}`, this.ofNode(node, resource)),
      startedContainers: (nodeName) => this.#startedContainers(nodeName),
    }
  }

  /** Forgets the sums of a pod. */
  forget({ metadata, spec }: Pod): void {
    for (const { name } of spec?.containers ?? []) {
      for (const resource of ['cpu', 'memory']) this.#sums.delete(sumKey(metadata?.uid, name, resource))
    }
  }

  #ofContainer(pod: Pod, container: Container, resource: string): number {
    const given = this.#options.usage?.(pod, container)
    if (given !== undefined) return parseQuantity(given[resource] ?? '0').asApproximateFloat64()
    const found = this.#find(pod, container.name)
    if (found === undefined) return 0
    return this.#value(found, resource, { node: this.#options.nodeOf(pod.spec?.nodeName ?? ''), pod, container })
  }

  /** The document for the pod decides alone; among the others the first one that has the container. */
  #find({ metadata }: Pod, container: string): ContainerUsage | undefined {
    const { namespace = '', name = '' } = metadata ?? {}
    const { pods, cluster } = this.#options.configuration
    const own = pods.find(({ matches }) => matches(namespace, name))
    if (own !== undefined) return usageOfContainer(own, container)
    for (const each of cluster) {
      const found = each.matches(namespace, name) ? usageOfContainer(each, container) : undefined
      if (found !== undefined) return found
    }
    return undefined
  }

  /** As in kwok, what cannot be computed is 0. */
  #value({ usage }: ContainerUsage, resource: string, subject: UsageSubject): number {
    const value = usage.get(resource) ?? 0
    if (typeof value === 'number') return value
    const key = sumKey(subject.pod?.metadata?.uid, subject.container?.name ?? '', resource)
    if (this.#computed.has(key)) throw new ConfigurationError(`the use of ${resource} depends on itself`)
    this.#computed.add(key)
    try {
      return value.number(subject, this.sources)
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error
      if (!this.#failures.has(messageOf(error))) this.#options.onError(error)
      this.#failures.add(messageOf(error))
      return 0
    } finally {
      this.#computed.delete(key)
    }
  }

  #sinceStartOfPod(pod: Pod, resource: string, container?: string): number {
    const containers = pod.spec?.containers ?? []
    const counted = container === undefined ? containers : containers.filter(({ name }) => name === container)
    return counted.reduce((sum, each) => {
      return sum + this.#grown(sumKey(pod.metadata?.uid, each.name, resource), this.#ofContainer(pod, each, resource))
    }, 0)
  }

  #grown(key: string, value: number): number {
    const now = this.#options.clock.now()
    const before = this.#sums.get(key)
    const sum = before === undefined ? 0 : before.value + ((now - before.since) / 1000) * value
    this.#sums.set(key, { since: now, value: sum })
    return sum
  }

  #startedContainers(nodeName: string): number {
    const started = this.#options.podsOn(nodeName).flatMap(({ status }) => status?.containerStatuses ?? [])
    return started.reduce((sum, { state, restartCount = 0 }) => sum + restartCount + (state?.waiting ? 0 : 1), 0)
  }
}

function sumKey(uid: string | undefined, container: string, resource: string): string {
  return `pod ${resource} ${uid ?? ''} ${container}`
}
