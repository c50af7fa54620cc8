import type { Container, Node, Pod } from 'apimachinery/api/core/v1'
import { LRUCache } from 'apimachinery/collections'
import { messageOf } from 'apimachinery/errors'
import { parseQuantity } from 'apimachinery/resource'
import type { Clock } from 'apimachinery/wait'
import { ConfigurationError } from '../../internal/configuration-error.js'
import { findEntry } from '../pod-rules/pod-rules.js'
import type { UsageConfiguration, UsageValue } from './pod-usage.js'
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

/** Uses of a container or a node, by the name of the resource. */
type UsageByResource = ReadonlyMap<string, UsageValue>

/** Failures that are not reported again. */
const rememberedFailures = 1000

/** What pods and nodes use of resources. Source: pkg/kwok/server/metrics_resource_usage.go of kwok. */
export class ResourceUsages {
  readonly #options: ResourceUsagesOptions
  /** By the uid of the pod or node, and in it by container and resource. */
  readonly #sums = new Map<string, Map<string, Sum>>()
  readonly #failures = new LRUCache<string, true>({ capacity: rememberedFailures })
  /** What is being computed: the use of a resource may depend on other uses. */
  readonly #computed = new Set<string>()

  constructor(options: ResourceUsagesOptions) {
    this.#options = options
  }

  /** What a container uses, by the names of resources; `undefined` if nothing says it. */
  ofContainer(pod: Pod, container: Container): ReadonlyMap<string, number> | undefined {
    const usage = this.#usageOf(pod, container)
    if (usage === undefined) return undefined
    const subject = this.#subject(pod, container)
    return new Map([...usage.keys()].map((resource) => [resource, this.#value(usage, resource, subject)]))
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
      sinceStartOfNode: (node, resource) => this.#grown(node.metadata?.uid, resource, this.ofNode(node, resource)),
      startedContainers: (nodeName) => this.#startedContainers(nodeName),
    }
  }

  /** Forgets what has grown of a pod or node that is gone. */
  forget({ metadata }: Pod | Node): void {
    this.#sums.delete(metadata?.uid ?? '')
  }

  #ofContainer(pod: Pod, container: Container, resource: string): number {
    const usage = this.#usageOf(pod, container)
    return usage === undefined ? 0 : this.#value(usage, resource, this.#subject(pod, container))
  }

  #usageOf(pod: Pod, container: Container): UsageByResource | undefined {
    const given = this.#options.usage?.(pod, container)
    if (given !== undefined) {
      return new Map(Object.entries(given).map(([name, text]) => [name, parseQuantity(text).asApproximateFloat64()]))
    }
    const { namespace = '', name = '' } = pod.metadata ?? {}
    const query = { pod: { namespace, name }, key: container.name }
    const found = findEntry(this.#options.configuration, { ...query, keysOf: ({ containers }) => containers })
    return typeof found === 'object' ? found.usage : undefined
  }

  #subject(pod: Pod, container: Container): UsageSubject {
    return { node: this.#options.nodeOf(pod.spec?.nodeName ?? ''), pod, container }
  }

  /** As in kwok, what cannot be computed is 0. */
  #value(usage: UsageByResource, resource: string, subject: UsageSubject): number {
    const value = usage.get(resource) ?? 0
    const { uid, namespace, name } = subject.pod?.metadata ?? {}
    const key = `${uid ?? ''} ${sumKey(subject.container?.name ?? '', resource)}`
    if (this.#computed.has(key)) throw new ConfigurationError(`the use of ${resource} depends on itself`)
    this.#computed.add(key)
    try {
      const amount = typeof value === 'number' ? value : value.number(subject, this.sources)
      if (Number.isFinite(amount)) return amount
      throw new ConfigurationError(`the use of ${resource} of pod ${namespace}/${name} is ${amount}`)
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error
      this.#report(error)
      return 0
    } finally {
      this.#computed.delete(key)
    }
  }

  #report(error: ConfigurationError): void {
    const message = messageOf(error)
    if (this.#failures.get(message) === undefined) this.#options.onError(error)
    this.#failures.set(message, true)
  }

  #sinceStartOfPod(pod: Pod, resource: string, container?: string): number {
    const containers = pod.spec?.containers ?? []
    const counted = container === undefined ? containers : containers.filter(({ name }) => name === container)
    return counted.reduce((sum, each) => {
      return sum + this.#grown(pod.metadata?.uid, sumKey(each.name, resource), this.#ofContainer(pod, each, resource))
    }, 0)
  }

  #grown(uid: string | undefined, key: string, value: number): number {
    const now = this.#options.clock.now()
    const sums = this.#sums.get(uid ?? '') ?? new Map<string, Sum>()
    this.#sums.set(uid ?? '', sums)
    const before = sums.get(key)
    const sum = before === undefined ? 0 : before.value + ((now - before.since) / 1000) * value
    sums.set(key, { since: now, value: sum })
    return sum
  }

  #startedContainers(nodeName: string): number {
    const started = this.#options.podsOn(nodeName).flatMap(({ status }) => status?.containerStatuses ?? [])
    return started.reduce((sum, { state, restartCount = 0 }) => sum + restartCount + (state?.waiting ? 0 : 1), 0)
  }
}

function sumKey(container: string, resource: string): string {
  return `${resource} ${container}`
}
