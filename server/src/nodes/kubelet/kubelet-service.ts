import { Pod } from 'apimachinery/api/core/v1'
import type { ControllerContext } from '../../controllers/controller.js'
import type { KubeletRules } from '../pod-rules/kubelet-rules.js'
import { kubeletHandler } from './kubelet-handler.js'
import { SimulatedContainers } from './simulated-containers.js'
import type { KubeletGroup, SimulatedKubelets } from './simulated-kubelets.js'

/** Input of a {@link KubeletService}. */
export interface KubeletServiceOptions {
  readonly kubelets: SimulatedKubelets
  readonly isSimulated: KubeletGroup['isSimulated']
  /** Absent: containers have written nothing. */
  readonly rules: KubeletRules | undefined
}

/** Serves the API of the kubelets of simulated nodes as long as they are simulated. */
export class KubeletService {
  readonly #options: KubeletServiceOptions
  readonly #context: ControllerContext
  readonly #stopping = new AbortController()
  #remove: (() => void) | undefined

  constructor(context: ControllerContext, options: KubeletServiceOptions) {
    this.#context = context
    this.#options = options
  }

  start(): void {
    const { clock, pace, informers } = this.#context
    const { kubelets, isSimulated, rules } = this.#options
    const containers = new SimulatedContainers(informers.informerFor(Pod))
    containers.start()
    const onError = (error: unknown): void => this.#context.onError(error, 'node')
    const parts = { rules, containers, clock, pace, onError }
    this.#remove = kubelets.add({ isSimulated, handler: kubeletHandler(parts, this.#stopping.signal), onError })
  }

  /** Ends what is open. */
  async stop(): Promise<void> {
    this.#remove?.()
    this.#stopping.abort()
  }
}
