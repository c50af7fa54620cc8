import { type Clock, systemClock } from 'apimachinery/wait'
import type { ClusterConnector, ForwardRequest, ForwardResponse } from '../../kinds/core/kubelet/connector.js'
import { handleInProcess, piecesOf } from '../../serving/in-process.js'
import type { NotSwitched, Switched } from '../../serving/upgrade-dial.js'
import { upgradeInProcess } from '../../serving/upgrade-in-process.js'
import type { NodeHandler } from './kubelet-handler.js'

/** The nodes that are simulated, and what their kubelets answer. */
export interface KubeletGroup {
  readonly isSimulated: (node: string) => boolean
  readonly handler: NodeHandler
  /** Receives what a handler throws once it has answered. */
  readonly onError: (error: unknown) => void
}

/**
 * The kubelets of simulated nodes, which a server reaches in this process: its connector is given to the server, and the nodes, which
 * come later, are added.
 */
export class SimulatedKubelets {
  readonly #groups = new Set<KubeletGroup>()
  readonly #clock: Clock

  constructor(clock: Clock = systemClock) {
    this.#clock = clock
  }

  /** Adds kubelets; what is returned removes them. */
  add(group: KubeletGroup): () => void {
    this.#groups.add(group)
    return () => this.#groups.delete(group)
  }

  /** Takes requests for the kubelets of simulated nodes; all others go to `others`. */
  connector(others: ClusterConnector): ClusterConnector {
    return {
      ...others,
      reaches: (node) => this.#groupOf(node) !== undefined || others.reaches?.(node) === true,
      forward: (request) => this.#forward(request, others),
      upgrade: (request) => this.#upgrade(request, others),
    }
  }

  #groupOf(node: string | undefined): KubeletGroup | undefined {
    if (node === undefined) return undefined
    return [...this.#groups].find(({ isSimulated }) => isSimulated(node))
  }

  async #forward(request: ForwardRequest, others: ClusterConnector): Promise<ForwardResponse> {
    const { url, method, headers, body, signal, node = '' } = request
    const group = this.#groupOf(node)
    if (group === undefined) return others.forward(request)
    const path = url.pathname + url.search
    const answer = await handleInProcess(group.handler(node), { method, path, headers, body, signal }, this.#clock)
    return {
      status: answer.status,
      headers: Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
      ),
      body: piecesOf(answer.body),
    }
  }

  #upgrade(request: Omit<ForwardRequest, 'body'>, others: ClusterConnector): Promise<Switched | NotSwitched> {
    const { node = '' } = request
    const group = this.#groupOf(node)
    if (group === undefined) return others.upgrade(request)
    return upgradeInProcess(request, { handler: group.handler(node), clock: this.#clock, onError: group.onError })
  }
}
