import type { APIService } from 'apimachinery/api/apiregistration/v1'
import type { APIResource } from 'apimachinery/meta/v1'
import { GroupVersion } from 'apimachinery/schema'
import type { Clock } from 'apimachinery/wait'
import { Discovery, type DiscoverySource } from '../discovery/discovery.js'
import { KeyQueue, type QueueObservers } from '../internal/key-queue.js'
import type { ObjectCache } from '../storage/object-cache.js'
import { apiServiceName, groupVersionOf } from './api-service-facts.js'

/** Input of the merged discovery documents. */
export interface AggregatedDiscoveryOptions {
  readonly apiServices: ObjectCache<APIService>
  /** The discovery of this server itself. */
  readonly local: Discovery
  /** Fetches discovery from the server of an APIService. */
  readonly fetch: (apiService: APIService) => Promise<readonly APIResource[]>
  readonly cbor: boolean
  readonly clock: Clock
  readonly onError: (error: unknown) => void
  readonly queues?: QueueObservers | undefined
}

const registration = /* @__PURE__ */ new GroupVersion('apiregistration.k8s.io', 'v1')
/** Higher than any APIService may have: the group comes first. */
const registrationPriority = 20_001
const refreshAfter = 60_000

/**
 * Discovery of this server and of those behind it, in the order of their APIServices.
 *
 * Source: `discoveryManager` and `apisHandler` of k8s.io/kube-aggregator/pkg/apiserver.
 */
export class AggregatedDiscovery {
  readonly documents: Discovery
  readonly #options: AggregatedDiscoveryOptions
  readonly #queue: KeyQueue
  readonly #unlisten: (() => void)[] = []

  constructor(options: AggregatedDiscoveryOptions) {
    this.#options = options
    const { cbor, clock, onError } = options
    this.documents = new Discovery({ cbor, between: 'services' })
    this.#queue = new KeyQueue({
      sync: (name) => this.#refresh(name),
      clock,
      onError,
      workers: 5,
      observer: options.queues?.('APIServiceDiscoveryManager'),
    })
  }

  start(): void {
    const { apiServices, local } = this.#options
    this.#unlisten.push(
      apiServices.onChange(({ type, object }) => {
        if (type === 'DELETED') this.documents.remove(groupVersionOf(object))
        else this.#show(object)
      }),
      local.onChange((groupVersion) => {
        const apiService = apiServices.get('', apiServiceName(groupVersion))
        if (apiService !== undefined) this.#show(apiService)
      }),
    )
    this.documents.set(registration, local.version(registration) ?? nothing, { group: registrationPriority })
    for (const apiService of apiServices.list()) this.#show(apiService)
    this.#queue.start()
  }

  async stop(): Promise<void> {
    for (const unlisten of this.#unlisten) unlisten()
    await this.#queue.stop()
  }

  #show(apiService: APIService): void {
    const groupVersion = groupVersionOf(apiService)
    const inOrder = prioritiesOf(apiService)
    if (apiService.spec?.service !== undefined) {
      const { resources = [], current = false } = this.documents.version(groupVersion) ?? {}
      this.documents.set(groupVersion, { resources }, { ...inOrder, current })
      this.#queue.add(apiService.metadata?.name ?? '')
      return
    }
    const known = this.#options.local.version(groupVersion)
    const shown = { ...inOrder, current: known !== undefined, fullKinds: known?.fullKinds ?? false }
    this.documents.set(groupVersion, known ?? nothing, shown)
  }

  async #refresh(name: string): Promise<void> {
    const { apiServices, fetch } = this.#options
    const apiService = apiServices.get('', name)
    if (apiService?.spec?.service === undefined) return
    const groupVersion = groupVersionOf(apiService)
    const inOrder = prioritiesOf(apiService)
    try {
      const resources = await fetch(apiService)
      if (apiServices.get('', name) === undefined) return
      this.documents.set(groupVersion, { resources }, { ...inOrder, current: true })
    } catch (error) {
      const { resources } = this.documents.version(groupVersion) ?? nothing
      if (apiServices.get('', name) !== undefined)
        this.documents.set(groupVersion, { resources }, { ...inOrder, current: false })
      throw error
    }
    this.#queue.addAfter(name, refreshAfter)
  }
}

const nothing: DiscoverySource = { resources: [] }

function prioritiesOf({ spec }: APIService): { readonly group: number; readonly version: number } {
  return { group: spec?.groupPriorityMinimum ?? 0, version: spec?.versionPriority ?? 0 }
}
