import type { Client } from '@apimachinery/client'
import type { MetricsRegistry } from '@apimachinery/client/metrics'
import { FlowSchema, type PriorityLevelConfiguration } from 'apimachinery/api/flowcontrol/v1'
import { isNotFound } from 'apimachinery/errors'
import type { Clock, Timer } from 'apimachinery/wait'
import type { FlowController } from '../../flow-control/flow-controller.js'
import type { WorkEstimator } from '../../flow-control/work-estimator.js'
import type { BuiltInStores } from '../../kinds/built-in-stores.js'
import type { HookContext } from '../../server/hooks.js'
import { priorityAndFairness } from '../../server/priority-and-fairness.js'
import type { ServerOptions } from '../../server/server-options.js'
import type { ObjectCache } from '../../storage/object-cache.js'
import { danglingCondition, hasCondition } from './dangling-condition.js'

/** Input of priority and fairness. */
export interface FlowControlOptions {
  readonly stores: BuiltInStores
  readonly registry: MetricsRegistry
  readonly clock: Clock
  /** How many requests the server works on at once. */
  readonly limits: ServerOptions
  readonly onError: (error: unknown) => void
}

const fieldManager = 'api-priority-and-fairness-config-consumer-v1'
const firstDelay = 200
const longestDelay = 60_000

/**
 * Priority and fairness by the objects of the API, and the condition `Dangling` of flow schemas.
 *
 * Source: the controller of k8s.io/apiserver/pkg/util/flowcontrol.
 */
export class FlowControl {
  readonly controller: FlowController
  readonly estimator: WorkEstimator
  readonly clock: Clock
  readonly #options: FlowControlOptions
  readonly #levels: ObjectCache<PriorityLevelConfiguration>
  readonly #schemas: ObjectCache<FlowSchema>
  #client: Client | undefined
  #signal: AbortSignal | undefined
  #timer: Timer | undefined
  #writing = false
  #delay = firstDelay

  constructor(options: FlowControlOptions) {
    const { stores, registry, clock, onError } = options
    this.#options = options
    const { controller, estimator } = priorityAndFairness(options.limits, {
      resources: stores,
      registry,
      clock,
      onError,
    })
    this.clock = clock
    this.controller = controller
    this.estimator = estimator
    this.#levels = stores.cache('prioritylevelconfigurations', onError)
    this.#schemas = stores.cache('flowschemas', onError)
  }

  /** Follows the objects, and writes conditions through `client`, until the signal is aborted. */
  async run({ signal }: Pick<HookContext, 'signal'>, client: Client): Promise<void> {
    this.#client = client
    this.#signal = signal
    signal.addEventListener('abort', () => this.#stop(), { once: true })
    if (signal.aborted) return this.#stop()
    await Promise.all([this.#levels.start(), this.#schemas.start()])
    if (signal.aborted) return
    this.#levels.onChange(() => this.#schedule(0))
    this.#schemas.onChange(() => this.#schedule(0))
    this.controller.start()
    this.#sync()
  }

  #stop(): void {
    this.#timer?.stop()
    this.#levels.stop()
    this.#schemas.stop()
    this.controller.stop()
  }

  /** Many objects change at once when a cluster is new: one look at all of them is enough. */
  #schedule(delay: number): void {
    if (this.#signal?.aborted) return
    this.#timer?.stop()
    this.#timer = this.clock.setTimer(() => this.#sync(), delay)
  }

  #sync(): void {
    this.controller.configure({ levels: [...this.#levels.list()], schemas: [...this.#schemas.list()] })
    if (!this.#writing) void this.#writeConditions()
  }

  async #writeConditions(): Promise<void> {
    this.#writing = true
    try {
      for (const schema of [...this.#schemas.list()]) {
        if (this.#signal?.aborted) return
        await this.#writeCondition(schema)
      }
      this.#delay = firstDelay
    } catch (error) {
      if (this.#signal?.aborted) return
      this.#options.onError(error)
      this.#schedule(this.#delay)
      this.#delay = Math.min(this.#delay * 2, longestDelay)
    } finally {
      this.#writing = false
    }
  }

  async #writeCondition(schema: FlowSchema): Promise<void> {
    const level = schema.spec?.priorityLevelConfiguration?.name ?? ''
    const condition = danglingCondition(level, this.#levels.get('', level) !== undefined, new Date(this.clock.now()))
    const name = schema.metadata?.name ?? ''
    if (hasCondition(schema, condition) || this.#client === undefined) return
    try {
      const status = { conditions: [condition] }
      await this.#client.resource(FlowSchema).applyStatus({ metadata: { name }, status }, { fieldManager, force: true })
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  }
}
