import { objectKey, type SharedInformer } from '@apimachinery/client/cache'
import type { Node } from 'apimachinery/api/core/v1'
import type { NodeLeases } from './node-leases.js'
import type { NodeSelection } from './node-selection.js'
import type { StagePlayer } from './stage-player.js'

/** What decides about a node. */
export interface SimulatedNodesOptions {
  readonly nodes: SharedInformer<Node>
  readonly player: StagePlayer
  readonly selection: NodeSelection
  /** `undefined` if nodes have no leases. */
  readonly leases: NodeLeases | undefined
  /** Whether the kubelet of a node does nothing: it neither renews its lease, nor reports, nor cares for pods. */
  readonly isSilent: (node: Node) => boolean
  /** Called when a node is simulated from now on. */
  readonly onManaged: (name: string) => void
  /** Called when the kubelet of a node has become silent. */
  readonly onSilent: (name: string) => void
}

/** Shows simulated nodes to the player of their stages as long as their leases are held. */
export class SimulatedNodes {
  readonly #options: SimulatedNodesOptions
  readonly #selected = new Set<string>()
  readonly #silent = new Set<string>()

  constructor(options: SimulatedNodesOptions) {
    this.#options = options
  }

  start(): void {
    this.#options.nodes.addEventHandler({
      onAdd: (node) => this.#observe(node),
      onUpdate: (_old, node) => this.#observe(node),
      onDelete: (node) => this.#forget(objectKey(node)),
    })
  }

  /** Names of the nodes that were selected. */
  get names(): ReadonlySet<string> {
    return this.#selected
  }

  /** Whether a node is simulated now: it is selected, and its lease is held. */
  isManaged(name: string): boolean {
    const { leases } = this.#options
    if (!this.#selected.has(name) || this.#silent.has(name)) return false
    return leases === undefined || leases.isHeld(name)
  }

  /** The lease of a node is held from now on. */
  manage(name: string): void {
    const node = this.#options.nodes.lister.get(name)
    if (node === undefined || !this.#selected.has(name) || this.#silent.has(name)) return
    if (!this.#options.selection.isDisregarded(node)) this.#options.player.observe(node)
    this.#options.onManaged(name)
  }

  #observe(node: Node): void {
    const { selection, leases, player } = this.#options
    const name = objectKey(node)
    if (!selection.isSimulated(node)) {
      this.#forget(name)
      return
    }
    const isNew = !this.#selected.has(name) || this.#silent.has(name)
    this.#selected.add(name)
    if (this.#options.isSilent(node)) {
      this.#silence(name)
      return
    }
    this.#silent.delete(name)
    if (isNew && leases !== undefined) leases.hold(node)
    else if (isNew) this.manage(name)
    else if (this.isManaged(name) && !selection.isDisregarded(node)) player.observe(node)
  }

  #silence(name: string): void {
    if (this.#silent.has(name)) return
    this.#silent.add(name)
    this.#options.leases?.release(name)
    this.#options.player.forget(name)
    this.#options.onSilent(name)
  }

  #forget(name: string): void {
    this.#silent.delete(name)
    if (!this.#selected.delete(name)) return
    this.#options.leases?.release(name)
    this.#options.player.forget(name)
  }
}
