import { Node, Pod } from 'apimachinery/api/core/v1'
import { isAlreadyExists } from 'apimachinery/errors'
import {
  type Controller,
  type ControllerContext,
  type ReconcileLoop,
  reconcileLoop,
} from '../../controllers/controller.js'
import type { ControllerSettings } from '../../controllers/controller-settings.js'
import { metricsScheme, metricsVersion } from './metrics-kinds.js'
import { metricsReaderRole } from './metrics-reader-role.js'
import { type MetricsSources, metricsStorage } from './metrics-storage.js'

/** Input of a {@link MetricsService}. */
export interface MetricsServiceOptions
  extends Pick<MetricsSources, 'usages' | 'isManaged'>,
    Pick<ControllerSettings, 'addGroup'> {
  readonly context: ControllerContext
}

/** Serves `metrics.k8s.io` as long as the server runs, and lets readers of the cluster read it. */
export class MetricsService implements Controller {
  readonly name = 'node'
  readonly #options: MetricsServiceOptions
  readonly #loop: ReconcileLoop

  constructor(options: MetricsServiceOptions) {
    this.#options = options
    this.#loop = reconcileLoop({ name: this.name, context: options.context, reconcile: () => this.#createRole() })
  }

  start(): void {
    const { context, addGroup, ...sources } = this.#options
    const { informers, clock } = context
    const [pods, nodes] = [informers.informerFor(Pod), informers.informerFor(Node)]
    const storage = metricsStorage({ ...sources, pods, nodes, clock })
    addGroup({ groupVersion: metricsVersion, scheme: metricsScheme(), storage })
    this.#loop.add('role')
    this.#loop.start()
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  async #createRole(): Promise<undefined> {
    await this.#options.context.client.create(metricsReaderRole()).catch((error: unknown) => {
      if (!isAlreadyExists(error)) throw error
    })
  }
}
