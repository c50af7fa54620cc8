import type { SharedInformer } from '@apimachinery/client/cache'
import type { Node } from 'apimachinery/api/core/v1'
import type { Timer } from 'apimachinery/wait'
import { timeAt } from '../cluster-time.js'
import type { ControllerContext } from '../controller.js'
import { nodeCondition } from '../node-conditions.js'
import { changeTaints } from '../node-taints.js'
import type { NodeLifecycleSettings } from './node-lifecycle-settings.js'
import { type ZoneState, zoneOf } from './zone-states.js'

/** Between two looks at the queue, in milliseconds. */
const period = 100

/** The taint of nodes that are not ready, and that of those which do not report. */
export const notReadyTaint = { key: 'node.kubernetes.io/not-ready', effect: 'NoExecute' }
export const unreachableTaint = { key: 'node.kubernetes.io/unreachable', effect: 'NoExecute' }

/** The nodes of a zone that wait for a taint, and how fast they get it. */
interface Zone {
  /** By name: whether the node still waits. */
  readonly nodes: Map<string, boolean>
  rate: number
  /** Taints that may be added now, up to one. */
  tokens: number
  /** When `tokens` was true, in milliseconds. */
  at: number
}

/** Taints nodes that are not ready so that their pods are evicted, no more than some for each zone at a time. */
export class NoExecuteTaints {
  readonly #context: ControllerContext
  readonly #nodes: SharedInformer<Node>
  readonly #settings: NodeLifecycleSettings
  readonly #zones = new Map<string, Zone>()
  #timer: Timer | undefined
  #running: Promise<void> | undefined
  #stopped = false

  constructor(context: ControllerContext, nodes: SharedInformer<Node>, settings: NodeLifecycleSettings) {
    this.#settings = settings
    this.#context = context
    this.#nodes = nodes
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#timer?.stop()
    await this.#running
  }

  /** The node is to be tainted, unless it waits for that or has been. */
  add(node: Node): void {
    const taint = nodeCondition(node, 'Ready')?.status === 'False' ? notReadyTaint : unreachableTaint
    const { nodes } = this.#zone(zoneOf(node))
    const name = node.metadata?.name ?? ''
    const isTainted =
      node.spec?.taints?.some(({ key, effect }) => key === taint.key && effect === taint.effect) === true
    if (nodes.has(name) && isTainted) return
    nodes.set(name, true)
    this.#schedule(period)
  }

  /** The node is ready. @returns whether it waited or was tainted */
  remove(node: Node): boolean {
    return this.#zone(zoneOf(node)).nodes.delete(node.metadata?.name ?? '')
  }

  /** The zone has a new state, which says how fast its nodes are tainted. */
  limit(zone: string, state: ZoneState | 'stopped', size: number): void {
    const found = this.#zone(zone)
    const { evictionRate, secondaryEvictionRate, largeClusterSize } = this.#settings
    this.#refill(found)
    if (state === 'stopped') found.rate = 0
    else if (state === 'PartialDisruption') found.rate = size > largeClusterSize ? secondaryEvictionRate : 0
    else found.rate = evictionRate
    // As a limiter that is made anew: what was left is not more than its burst.
    found.tokens = found.rate === 0 ? 0 : Math.min(1, found.tokens)
    this.#schedule(period)
  }

  #zone(key: string): Zone {
    let zone = this.#zones.get(key)
    if (zone === undefined) {
      zone = { nodes: new Map(), rate: this.#settings.evictionRate, tokens: 1, at: this.#context.clock.monotonic() }
      this.#zones.set(key, zone)
    }
    return zone
  }

  #refill(zone: Zone): void {
    const now = this.#context.clock.monotonic()
    zone.tokens = Math.min(1, zone.tokens + ((now - zone.at) / 1000) * zone.rate)
    zone.at = now
  }

  #schedule(milliseconds: number): void {
    if (this.#stopped || this.#timer !== undefined) return
    this.#timer = this.#context.clock.setTimer(() => {
      this.#timer = undefined
      this.#running ??= this.#run().finally(() => {
        this.#running = undefined
      })
    }, milliseconds)
  }

  async #run(): Promise<void> {
    for (const zone of this.#zones.values()) await this.#pass(zone)
    const waits = [...this.#zones.values()].flatMap((zone) => this.#waitOf(zone))
    if (waits.length > 0) this.#schedule(Math.max(period, ...[Math.min(...waits)]))
  }

  /** Milliseconds until the next node of a zone may be tainted; none if none waits. */
  #waitOf({ nodes, rate, tokens }: Zone): number[] {
    if (rate === 0 || ![...nodes.values()].some(Boolean)) return []
    return [Math.max(0, ((1 - tokens) / rate) * 1000)]
  }

  async #pass(zone: Zone): Promise<void> {
    for (const [name, waits] of zone.nodes) {
      if (!waits) continue
      this.#refill(zone)
      // What is left of a sum of fractions must not cost another turn.
      if (zone.tokens < 1 - 1e-9) return
      zone.tokens -= 1
      try {
        if (await this.#taint(name)) zone.nodes.set(name, false)
      } catch (error) {
        this.#context.onError(error, 'node-lifecycle-controller')
      }
    }
  }

  /** @returns whether nothing is left to do */
  async #taint(name: string): Promise<boolean> {
    const node = this.#nodes.lister.get(name)
    if (node === undefined) return true
    const status = nodeCondition(node, 'Ready')?.status
    if (status === undefined) return false
    if (status === 'True') return true
    const [taint, opposite] = status === 'False' ? [notReadyTaint, unreachableTaint] : [unreachableTaint, notReadyTaint]
    const timeAdded = timeAt(this.#context.clock.now())
    await changeTaints(this.#context.client, name, { add: [{ ...taint, timeAdded }], remove: [opposite] })
    return true
  }
}
