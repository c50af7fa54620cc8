import { objectKey } from '@apimachinery/client/cache'
import { Node, Pod } from 'apimachinery/api/core/v1'
import { PatchType } from 'apimachinery/patch'
import { parseQuantity } from 'apimachinery/resource'
import { timeAt } from '../../controllers/cluster-time.js'
import {
  type Controller,
  type ControllerContext,
  type ReconcileLoop,
  reconcileLoop,
} from '../../controllers/controller.js'
import { isPodActive } from '../../controllers/pod-control/pod-state.js'
import type { ResourceUsages } from '../usage/resource-usages.js'
import { usageQuantity } from '../usage/usage-quantity.js'
import { evictedStatus, evictionMessage } from './evicted-pods.js'
import { isPressed } from './pressed-nodes.js'

/** Input of {@link PressureEvictions}. */
export interface PressureEvictionsOptions {
  readonly context: ControllerContext
  readonly usages: ResourceUsages
  readonly isManaged: (nodeName: string) => boolean
  readonly podsOn: (nodeName: string) => readonly Pod[]
}

/** How often a kubelet looks for a pod to evict, in milliseconds. */
const period = 10_000
/** Pods of the system are not evicted. */
const criticalPriority = 2_000_000_000

/** Evicts pods of nodes under pressure, one after the other. Source: pkg/kubelet/eviction. */
export class PressureEvictions implements Controller {
  readonly name = 'node'
  readonly #options: PressureEvictionsOptions
  readonly #loop: ReconcileLoop

  constructor(options: PressureEvictionsOptions) {
    this.#options = options
    this.#loop = reconcileLoop({
      name: this.name,
      context: options.context,
      reconcile: (name) => this.#reconcile(name),
    })
  }

  start(): void {
    const observe = (node: Node): void => {
      if (isPressed(node)) this.#loop.add(objectKey(node))
    }
    const wasRelieved = (old: Node, node: Node): void => {
      if (isPressed(old) !== isPressed(node)) observe(node)
    }
    this.#options.context.informers.informerFor(Node).addEventHandler({ onAdd: observe, onUpdate: wasRelieved })
    this.#loop.start()
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  async #reconcile(name: string): Promise<number | undefined> {
    const { context, isManaged, podsOn } = this.#options
    const node = context.informers.informerFor(Node).lister.get(name)
    if (node === undefined || !isPressed(node) || !isManaged(name)) return undefined
    const [victim] = podsOn(name)
      .filter(
        (pod) => isPodActive(pod) && pod.status?.phase === 'Running' && (pod.spec?.priority ?? 0) < criticalPriority,
      )
      .map((pod) => ({ pod, excess: this.#excess(pod) }))
      .toSorted((a, b) => rank(a, b))
    if (victim !== undefined) await this.#evict(victim.pod)
    return period
  }

  /** Bytes that a pod uses beyond its request. */
  #excess(pod: Pod): number {
    const requests = pod.spec?.containers.map(({ resources }) => resources?.requests?.memory ?? '0') ?? []
    const requested = requests.reduce((sum, each) => sum + parseQuantity(each).asApproximateFloat64(), 0)
    return this.#options.usages.ofPod(pod, 'memory') - requested
  }

  async #evict(pod: Pod): Promise<void> {
    const { context } = this.#options
    const message = evictionMessage(pod, this.#uses(pod))
    context.events.event(pod, 'Warning', 'Evicted', message)
    const { name = '', namespace = '', uid } = pod.metadata ?? {}
    const status = evictedStatus(pod, message, timeAt(context.clock.now()))
    const pods = context.client.resource(Pod).namespace(namespace)
    await pods.subresource('status').patch(name, { type: PatchType.Merge, body: { metadata: { uid }, status } })
  }

  /** By container, where it is more than was asked for. */
  #uses(pod: Pod): ReadonlyMap<string, string> {
    const uses = (pod.spec?.containers ?? []).flatMap(({ name, resources }) => {
      const use = usageQuantity('memory', this.#options.usages.ofPod(pod, 'memory', name))
      const isMore = use.cmp(parseQuantity(resources?.requests?.memory ?? '0')) > 0
      return isMore ? [[name, use.toCanonicalString()] as const] : []
    })
    return new Map(uses)
  }
}

interface Ranked {
  readonly pod: Pod
  readonly excess: number
}

/** Those that use more than they asked for come first, then those of low priority, then those with the most beyond. */
function rank(a: Ranked, b: Ranked): number {
  const exceeds = Number(b.excess > 0) - Number(a.excess > 0)
  if (exceeds !== 0) return exceeds
  const priority = (a.pod.spec?.priority ?? 0) - (b.pod.spec?.priority ?? 0)
  return priority === 0 ? b.excess - a.excess : priority
}
