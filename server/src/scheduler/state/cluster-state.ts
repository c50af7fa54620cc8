import type { Node } from 'apimachinery/api/core/v1'
import { ImageStates } from './image-states.js'
import { NodeInfo } from './node-info.js'
import { NodeOrder, zoneKeyOf } from './node-order.js'
import { Nominations } from './nominations.js'
import { PodCounts } from './pod-counts.js'
import type { PodInfo } from './pod-info.js'

/** A pod on a node. */
interface PlacedPod {
  readonly pod: PodInfo
  readonly node: string
  /** Bound by this scheduler, and not yet seen in the informer. */
  readonly assumed: boolean
}

/**
 * The nodes and their pods as the scheduler knows them: what the informers say, and the pods that are being bound.
 * A scheduling attempt runs without pause, so that it needs no snapshot.
 *
 * Source: pkg/scheduler/backend/cache.
 */
export class ClusterState {
  readonly images = new ImageStates()
  readonly nominations = new Nominations()
  readonly podCounts = new PodCounts((name) => this.#nodes.get(name)?.pods.values())
  readonly #nodes = new Map<string, NodeInfo>()
  readonly #order = new NodeOrder()
  readonly #pods = new Map<string, PlacedPod>()
  readonly #withAffinity = new Set<NodeInfo>()
  readonly #withRequiredAntiAffinity = new Set<NodeInfo>()
  #list: readonly NodeInfo[] | undefined

  /** The nodes, in the order in which they are tried. */
  get nodes(): readonly NodeInfo[] {
    this.#list ??= this.#order.list().map((name) => this.#nodes.get(name)!)
    return this.#list
  }

  /** A node that exists. */
  node(name: string): NodeInfo | undefined {
    const info = this.#nodes.get(name)
    return info?.node === undefined ? undefined : info
  }

  /** Nodes that have pods with affinity or anti-affinity. */
  get nodesWithAffinity(): Iterable<NodeInfo> {
    return this.#withAffinity
  }

  /** Nodes that have pods with required anti-affinity. */
  get nodesWithRequiredAntiAffinity(): Iterable<NodeInfo> {
    return this.#withRequiredAntiAffinity
  }

  setNode(node: Node): void {
    const name = node.metadata?.name ?? ''
    const info = this.#infoOf(name)
    const old = info.node
    const zone = zoneKeyOf(node)
    if (old === undefined || zoneKeyOf(old) !== zone) {
      if (old !== undefined) this.#order.remove(name, zoneKeyOf(old))
      this.#order.add(name, zone)
      this.#list = undefined
    }
    this.images.update(name, old, node)
    info.node = node
  }

  removeNode(name: string): void {
    const info = this.#nodes.get(name)
    if (info?.node === undefined) return
    this.#order.remove(name, zoneKeyOf(info.node))
    this.#list = undefined
    this.images.update(name, info.node, undefined)
    info.node = undefined
    if (info.pods.size === 0) this.#nodes.delete(name)
  }

  /** Places a pod that the informer shows on a node, in place of an earlier state of it. */
  place(pod: PodInfo, node: string): void {
    this.#remove(pod.uid)
    this.#add({ pod, node, assumed: false })
  }

  /** Places a pod that is going to be bound. */
  assume(pod: PodInfo, node: string): void {
    this.#add({ pod, node, assumed: true })
  }

  isAssumed(uid: string): boolean {
    return this.#pods.get(uid)?.assumed === true
  }

  /** Takes back an assumed pod. @returns whether it was one */
  forget(uid: string): boolean {
    if (!this.isAssumed(uid)) return false
    this.#remove(uid)
    return true
  }

  /** Removes a pod that is gone. */
  remove(uid: string): void {
    this.#remove(uid)
  }

  #add(placed: PlacedPod): void {
    const info = this.#infoOf(placed.node)
    info.addPod(placed.pod)
    this.#pods.set(placed.pod.uid, placed)
    this.podCounts.change(placed.pod, placed.node, 1)
    this.#index(info)
  }

  #remove(uid: string): void {
    const placed = this.#pods.get(uid)
    if (placed === undefined) return
    this.#pods.delete(uid)
    const info = this.#infoOf(placed.node)
    info.removePod(uid)
    this.podCounts.change(placed.pod, placed.node, -1)
    this.#index(info)
    if (info.node === undefined && info.pods.size === 0) this.#nodes.delete(info.name)
  }

  #index(info: NodeInfo): void {
    if (info.podsWithAffinity.size > 0) this.#withAffinity.add(info)
    else this.#withAffinity.delete(info)
    if (info.podsWithRequiredAntiAffinity.size > 0) this.#withRequiredAntiAffinity.add(info)
    else this.#withRequiredAntiAffinity.delete(info)
  }

  #infoOf(name: string): NodeInfo {
    let info = this.#nodes.get(name)
    if (info === undefined) {
      info = new NodeInfo(name)
      this.#nodes.set(name, info)
    }
    return info
  }
}
