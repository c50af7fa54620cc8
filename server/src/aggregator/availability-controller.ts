import type { APIService } from 'apimachinery/api/apiregistration/v1'
import { deepCopy } from 'apimachinery/descriptor'
import { getName } from 'apimachinery/runtime'
import type { Clock, PassiveClock } from 'apimachinery/wait'
import { KeyQueue, type QueueObservers } from '../internal/key-queue.js'
import type { ObjectCache } from '../storage/object-cache.js'
import type { AggregatorMetrics } from './aggregator-metrics.js'
import { type Availability, setAvailability } from './api-service-facts.js'
import type { ServiceLookup } from './availability-check.js'
import { RemoteServerError } from './remote-document.js'

/** Input of the availability controller. */
export interface AvailabilityOptions {
  readonly apiServices: ObjectCache<APIService>
  readonly services?: ServiceLookup | undefined
  readonly check: (apiService: APIService) => Promise<Availability>
  /** Writes the status of an APIService; nothing when it is deleted or changed. */
  readonly updateStatus: (apiService: APIService) => Promise<void>
  readonly metrics?: AggregatorMetrics | undefined
  /** The time that is written into conditions. */
  readonly clock: PassiveClock
  /** For delays. */
  readonly pace: Clock
  readonly onError: (error: unknown) => void
  readonly queues?: QueueObservers | undefined
}

const local: Availability = { status: 'True', reason: 'Local', message: 'Local APIServices are always available' }
const recheckAfter = 30_000
const workers = 5

/**
 * Keeps the condition `Available` of all APIServices true.
 *
 * Source: k8s.io/kube-aggregator/pkg/controllers/status.
 */
export class AvailabilityController {
  readonly #options: AvailabilityOptions
  readonly #queue: KeyQueue
  readonly #unlisten: (() => void)[] = []

  constructor(options: AvailabilityOptions) {
    this.#options = options
    const { pace, onError } = options
    this.#queue = new KeyQueue({
      sync: (name) => this.#sync(name),
      clock: pace,
      onError,
      workers,
      observer: options.queues?.('RemoteAvailabilityController'),
    })
  }

  start(): void {
    const { apiServices, services } = this.#options
    this.#unlisten.push(
      apiServices.onChange(({ type, object }) => {
        if (type !== 'DELETED') this.#queue.add(getName(object))
        else this.#options.metrics?.forget(getName(object))
      }),
    )
    if (services !== undefined) this.#unlisten.push(services.onChange((namespace, name) => this.#of(namespace, name)))
    for (const apiService of apiServices.list()) this.#queue.add(getName(apiService))
    this.#queue.start()
  }

  async stop(): Promise<void> {
    for (const unlisten of this.#unlisten) unlisten()
    await this.#queue.stop()
  }

  /** The APIServices behind a service. */
  #of(namespace: string, name: string): void {
    for (const apiService of this.#options.apiServices.list()) {
      const { service } = apiService.spec ?? {}
      if (service?.namespace === namespace && service.name === name) this.#queue.add(getName(apiService))
    }
  }

  async #sync(name: string): Promise<void> {
    const { apiServices, check, updateStatus, metrics, clock } = this.#options
    const found = apiServices.get('', name)
    if (found === undefined) return
    const isLocal = found.spec?.service === undefined
    const availability = isLocal ? local : await check(found)
    metrics?.observe(found, availability)
    const apiService = deepCopy(found)
    if (setAvailability(apiService, availability, new Date(clock.now()))) await updateStatus(apiService)
    if (isLocal) return
    if (availability.reason === 'FailedDiscoveryCheck') throw new RemoteServerError(availability.message)
    this.#queue.addAfter(name, recheckAfter)
  }
}
