import type { SharedInformer } from '@apimachinery/client/cache'
import type { Lease } from 'apimachinery/api/coordination/v1'
import { Node, type NodeCondition } from 'apimachinery/api/core/v1'
import { isConflict, isNotFound } from 'apimachinery/errors'
import { sleep } from 'apimachinery/wait'
import type { ControllerContext } from '../controller.js'
import { nodeCondition } from '../node-conditions.js'
import { changeTaints, hasTaint } from '../node-taints.js'
import type { PodsByNode } from '../pods-by-node.js'
import { type NoExecuteTaints, notReadyTaint, unreachableTaint } from './no-execute-taints.js'
import { type JudgedNode, judgeNode, type NodeHealth } from './node-health.js'
import type { NodeLifecycleSettings } from './node-lifecycle-settings.js'
import { markPodsNotReady } from './pods-not-ready.js'
import { ZoneStates, zoneOf } from './zone-states.js'

/** Of the leases of nodes. */
const leaseNamespace = 'kube-node-lease'
const excludedLabel = 'node.kubernetes.io/exclude-disruption'
const attempts = 5
/** How long leases that are renewed at once may take to be seen, in milliseconds. */
const settling = 300

/** Input of {@link NodeMonitor}. */
export interface NodeMonitorOptions {
  readonly context: ControllerContext
  readonly nodes: SharedInformer<Node>
  readonly leases: SharedInformer<Lease>
  readonly pods: PodsByNode
  readonly taints: NoExecuteTaints
  readonly settings: NodeLifecycleSettings
}

/** Looks at all nodes. Source: `monitorNodeHealth` of pkg/controller/nodelifecycle of Kubernetes. */
export class NodeMonitor {
  readonly #options: NodeMonitorOptions
  readonly #known = new Map<string, Node>()
  readonly #health = new Map<string, NodeHealth>()
  readonly #zones: ZoneStates
  /** Nodes whose pods could not be marked. */
  readonly #retries = new Set<string>()

  constructor(options: NodeMonitorOptions) {
    this.#options = options
    this.#zones = new ZoneStates(options.settings.unhealthyZoneThreshold)
  }

  /** The condition `Ready` of a node when it was last looked at; `undefined` if it has none, or was not. */
  readyOf(name: string): NodeCondition | undefined {
    return this.#health.get(name)?.ready
  }

  /** Watches over a node from now on. Upstream does so with its next look at all nodes, some seconds later. */
  async register(node: Node): Promise<void> {
    const name = node.metadata?.name ?? ''
    if (this.#known.has(name)) return
    this.#known.set(name, node)
    this.#event(node, 'RegisteredNode', `Registered Node ${name} in Controller`)
    await this.#reachable(node)
  }

  async pass(): Promise<void> {
    const nodes = this.#options.nodes.lister.list()
    await this.#register(nodes)
    const zones = new Map<string, boolean[]>()
    for (const node of nodes) {
      const ready = await this.#look(node)
      if (ready === 'failed' || node.metadata?.labels?.[excludedLabel] !== undefined) continue
      const zone = zoneOf(node)
      const found = zones.get(zone) ?? []
      found.push(ready?.status === 'True')
      zones.set(zone, found)
    }
    await this.#limit(zones, nodes)
  }

  async #register(nodes: readonly Node[]): Promise<void> {
    for (const node of nodes) {
      this.#zones.add(zoneOf(node))
      await this.register(node)
    }
    // Others may have come meanwhile.
    const present = new Set(this.#options.nodes.lister.list().map(({ metadata }) => metadata?.name ?? ''))
    for (const [name, node] of this.#known) {
      if (present.has(name)) continue
      this.#known.delete(name)
      this.#health.delete(name)
      this.#retries.delete(name)
      this.#event(node, 'RemovingNode', `Removing Node ${name} from Controller`)
    }
  }

  #event({ metadata }: Node, reason: string, message: string): void {
    const { name = '', uid } = metadata ?? {}
    const node = new Node({ metadata: { name, uid } })
    this.#options.context.events.event(node, 'Normal', reason, `Node ${name} event: ${message}`)
  }

  /** The condition `Ready` of a node after it was looked at. */
  async #look(node: Node): Promise<NodeCondition | undefined | 'failed'> {
    try {
      const { current, observed } = await this.#updated(node)
      const ready = nodeCondition(current, 'Ready')
      if (ready !== undefined) await this.#act(current, { ready, observed })
      return ready
    } catch (error) {
      if (!isNotFound(error)) this.#options.context.onError(error, 'node-lifecycle-controller')
      return 'failed'
    }
  }

  async #act(
    node: Node,
    { ready, observed }: { readonly ready: NodeCondition; readonly observed: NodeCondition },
  ): Promise<void> {
    const { context, pods } = this.#options
    const name = node.metadata?.name ?? ''
    await this.#taint(node, ready.status)
    const isNew = ready.status !== 'True' && observed.status === 'True'
    if (isNew) context.events.event(node, 'Normal', 'NodeNotReady', `Node ${name} status is now: NodeNotReady`)
    if (isNew || (this.#retries.has(name) && observed.status !== 'True')) {
      this.#retries.add(name)
      await markPodsNotReady(context, pods.onNode(name))
    }
    this.#retries.delete(name)
  }

  /** The node with the conditions that it has now; they are written if it does not report. */
  async #updated(node: Node): Promise<{ readonly current: Node; readonly observed: NodeCondition }> {
    const { context, leases, settings } = this.#options
    const name = node.metadata?.name ?? ''
    let seen = node
    for (let attempt = 1; ; attempt++) {
      const judge = (): JudgedNode => {
        const lease = leases.lister.get({ namespace: leaseNamespace, name })
        return judgeNode({ node: seen, lease, known: this.#health.get(name), now: context.clock.now() }, settings)
      }
      let judged = judge()
      if (judged.silent !== undefined && judged.observed.status !== 'Unknown' && context.clock !== context.pace) {
        // A test that moves the time lets no time for the renewal that is due meanwhile.
        await sleep(settling, { clock: context.pace })
        judged = judge()
      }
      const { health, observed, silent } = judged
      this.#health.set(name, health)
      const ready = silent && nodeCondition(silent, 'Ready')
      const wasKnown = nodeCondition(seen, 'Ready') !== undefined
      if (silent === undefined || (wasKnown && ready?.status === observed.status)) return { current: seen, observed }
      try {
        await context.client.updateStatus(silent)
        this.#health.set(name, { ...health, ready })
        return { current: silent, observed }
      } catch (error) {
        if (!isConflict(error) || attempt === attempts) throw error
        seen = await context.client.get(Node, { name })
      }
    }
  }

  async #taint(node: Node, status: string): Promise<void> {
    const { taints } = this.#options
    if (status === 'True') return this.#reachable(node)
    const [taint, opposite] = status === 'False' ? [notReadyTaint, unreachableTaint] : [unreachableTaint, notReadyTaint]
    if (!hasTaint(node, opposite)) {
      taints.add(node)
      return
    }
    const timeAdded = new Date(this.#options.context.clock.now()).toISOString().replace(/\.\d+/, '')
    const change = { add: [{ ...taint, timeAdded }], remove: [opposite] }
    await changeTaints(this.#options.context.client, node.metadata?.name ?? '', change)
  }

  async #reachable(node: Node): Promise<void> {
    const remove = [unreachableTaint, notReadyTaint].filter((taint) => hasTaint(node, taint))
    if (remove.length > 0)
      await changeTaints(this.#options.context.client, node.metadata?.name ?? '', { add: [], remove })
    this.#options.taints.remove(node)
  }

  async #limit(zones: ReadonlyMap<string, readonly boolean[]>, nodes: readonly Node[]): Promise<void> {
    const { taints, context } = this.#options
    const change = this.#zones.update(zones)
    if (change.all === 'disrupted') for (const node of nodes) await this.#reachable(node)
    if (change.all === 'recovered')
      for (const [name, health] of this.#health) this.#health.set(name, { ...health, probed: context.clock.now() })
    for (const { zone, state, size } of change.zones)
      taints.limit(zone, change.all === 'disrupted' ? 'stopped' : state, size)
  }
}
