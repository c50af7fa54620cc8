import { objectKey, type SharedInformer } from '@apimachinery/client/cache'
import type { Pod } from 'apimachinery/api/core/v1'
import type { NodeAddresses } from './node-addresses.js'
import type { StagePlayer } from './stage-player.js'

/** Name of the index of pods by node. */
const byNode = 'nodes/node'

/** What decides about a pod. */
export interface SimulatedPodsOptions {
  readonly pods: SharedInformer<Pod>
  readonly player: StagePlayer
  readonly addresses: NodeAddresses
  /** Whether the pods of a node are simulated now. */
  readonly isManaged: (nodeName: string) => boolean
  readonly isDisregarded: (pod: Pod) => boolean
}

/** Shows the pods of simulated nodes to the player of their stages. */
export class SimulatedPods {
  readonly #options: SimulatedPodsOptions

  constructor(options: SimulatedPodsOptions) {
    this.#options = options
    options.pods.addIndexers({ [byNode]: ({ spec }) => (spec?.nodeName ? [spec.nodeName] : []) })
  }

  start(): void {
    this.#options.pods.addEventHandler({
      onAdd: (pod) => this.#observe(pod),
      onUpdate: (_old, pod) => this.#observe(pod),
      onDelete: (pod) => {
        this.#options.player.forget(objectKey(pod))
        if (pod.spec?.nodeName) this.#options.addresses.release(pod)
      },
    })
  }

  /** Shows all pods of a node, which is simulated from now on. */
  observeNode(name: string): void {
    for (const pod of this.#options.pods.lister.byIndex(byNode, name)) this.#observe(pod)
  }

  /** Nothing more happens to the pods of a node. */
  forgetNode(name: string): void {
    for (const pod of this.#options.pods.lister.byIndex(byNode, name)) this.#options.player.forget(objectKey(pod))
  }

  /** The pods of a node. */
  onNode(name: string): readonly Pod[] {
    return this.#options.pods.lister.byIndex(byNode, name)
  }

  #observe(pod: Pod): void {
    const { player, addresses, isManaged, isDisregarded } = this.#options
    const nodeName = pod.spec?.nodeName ?? ''
    if (nodeName === '' || !isManaged(nodeName) || isDisregarded(pod)) return
    addresses.use(pod)
    player.observe(pod)
  }
}
