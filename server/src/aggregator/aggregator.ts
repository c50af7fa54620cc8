import type { APIService } from 'apimachinery/api/apiregistration/v1'
import { GroupVersion } from 'apimachinery/schema'
import { type Clock, type PassiveClock, systemClock } from 'apimachinery/wait'
import type { APIPaths } from '../discovery/api-paths.js'
import type { Discovery } from '../discovery/discovery.js'
import type { QueueObservers } from '../internal/key-queue.js'
import type { Store } from '../registry/store.js'
import type { Handler } from '../request/http.js'
import type { ServiceResolver } from '../request/service-resolver.js'
import { ObjectCache } from '../storage/object-cache.js'
import { AggregatedDiscovery } from './aggregated-discovery.js'
import type { AggregatorMetrics } from './aggregator-metrics.js'
import { apiServiceName, isAvailable } from './api-service-facts.js'
import { type APIServiceWriter, AutoRegistration, type LocalAPIService } from './auto-registration.js'
import { checkAvailability, type ServiceLookup } from './availability-check.js'
import { AvailabilityController } from './availability-controller.js'
import { proxyRequest } from './proxy-handler.js'
import { remoteResources } from './remote-discovery.js'
import { RemoteServerError } from './remote-document.js'
import { type AvailableAPIService, RemoteOpenAPI } from './remote-openapi.js'
import { type ProxyClientCertificate, RemoteServer } from './remote-server.js'

/** Input of an aggregator. */
export interface AggregatorOptions {
  /** Where the APIServices are. */
  readonly apiServices: Store<APIService>
  /** The paths of this server itself: the next handler of the chain. */
  readonly local: APIPaths
  readonly resolver: ServiceResolver
  readonly services?: ServiceLookup | undefined
  readonly certificate?: (() => ProxyClientCertificate | undefined) | undefined
  readonly writer: APIServiceWriter & { updateStatus(apiService: APIService): Promise<void> }
  /** Redirects of other servers are not forwarded. */
  readonly rejectsRedirects?: boolean | undefined
  readonly metrics?: AggregatorMetrics | undefined
  readonly cbor?: boolean | undefined
  /** The time that is written into conditions. Default: {@link pace}. */
  readonly clock?: PassiveClock | undefined
  /** For delays. Default: {@link systemClock}. */
  readonly pace?: Clock | undefined
  readonly onError?: ((error: unknown) => void) | undefined
  readonly queues?: QueueObservers | undefined
}

/**
 * The first handler of the chain: requests for group versions of an APIService with a service are proxied to it, all others
 * are passed to the server itself.
 *
 * Source: `APIAggregator` of k8s.io/kube-aggregator/pkg/apiserver.
 */
export class Aggregator {
  readonly registration: AutoRegistration
  /** Documents of the available servers. */
  readonly openAPI: RemoteOpenAPI
  readonly #options: AggregatorOptions
  readonly #apiServices: ObjectCache<APIService>
  readonly #servers = new Map<string, RemoteServer>()
  readonly #discovery: AggregatedDiscovery
  readonly #availability: AvailabilityController
  readonly #onError: (error: unknown) => void
  #unlisten: (() => void) | undefined

  constructor(options: AggregatorOptions) {
    this.#options = options
    const { apiServices: store, local, writer, cbor = false, pace = systemClock } = options
    const { onError = () => undefined, clock = pace } = options
    this.#onError = onError
    const prefix = store.keys.collection('')
    const apiServices = new ObjectCache({ storage: store.storage, prefix, onError, clock: pace })
    this.#apiServices = apiServices
    const shared = { apiServices, clock: pace, onError, queues: options.queues }
    this.registration = new AutoRegistration({ ...shared, writer })
    this.#discovery = new AggregatedDiscovery({
      ...shared,
      local: local.discovery,
      fetch: (apiService) => this.#resources(apiService),
      cbor,
    })
    this.openAPI = new RemoteOpenAPI({ remotes: () => this.#remotes(), clock, onError })
    const { services, resolver, metrics } = options
    this.#availability = new AvailabilityController({
      ...shared,
      clock,
      pace,
      services,
      metrics,
      check: (apiService) =>
        checkAvailability(apiService, {
          services,
          resolver,
          transportTo: (of, endpoint) => this.#serverOf(of).transportTo(of, endpoint),
        }),
      updateStatus: (apiService) => writer.updateStatus(apiService),
    })
  }

  /** What this server and those behind it serve. */
  get documents(): Discovery {
    return this.#discovery.documents
  }

  /** Reads the APIServices and registers what this server serves itself; resolves when that is done. */
  async start(local: Iterable<LocalAPIService>): Promise<void> {
    await this.#apiServices.start()
    this.#unlisten = this.#apiServices.onChange(({ type, object }) => {
      if (type === 'DELETED' || object.spec?.service === undefined) this.#forget(object.metadata?.name ?? '')
    })
    this.#discovery.start()
    this.#availability.start()
    for (const each of local) this.registration.add(each, 'onstart')
    await this.registration.start()
  }

  /** Ends controllers and connections. */
  async stop(): Promise<void> {
    this.#unlisten?.()
    this.#apiServices.stop()
    await Promise.all([this.registration.stop(), this.#discovery.stop(), this.#availability.stop()])
    await Promise.all([...this.#servers.values()].map((server) => server.close()))
    this.#servers.clear()
  }

  /** Everything below `/api` and `/apis`. */
  readonly handle: Handler = (request, response) => {
    const { local, resolver, rejectsRedirects = true } = this.#options
    const { place } = request
    if (place.prefix === 'apis') {
      const { documents } = this.#discovery
      if (place.level === 'root') return documents.serveAPIs(request, response)
      if (place.level === 'group') return (documents.groupHandler(place.group) ?? local.handler)(request, response)
    }
    const hasVersion = place.level === 'version' || place.level === 'resource'
    const apiService = hasVersion ? this.#apiServices.get('', apiServiceName(place)) : undefined
    if (apiService?.spec?.service === undefined) return local.handler(request, response)
    const server = this.#serverOf(apiService)
    return proxyRequest(
      apiService,
      { request, response },
      { resolver, server, rejectsRedirects, onError: this.#onError },
    )
  }

  async *#remotes(): AsyncGenerator<AvailableAPIService> {
    for (const apiService of [...this.#apiServices.list()]) {
      if (apiService.spec?.service === undefined || !isAvailable(apiService)) continue
      yield { apiService, transport: await this.#transportOf(apiService) }
    }
  }

  async #resources(apiService: APIService): ReturnType<typeof remoteResources> {
    if (!isAvailable(apiService)) throw new RemoteServerError(`${apiService.metadata?.name} is not available`)
    const { group = '', version = '' } = apiService.spec ?? {}
    return remoteResources(await this.#transportOf(apiService), new GroupVersion(group, version))
  }

  async #transportOf(apiService: APIService): ReturnType<RemoteServer['transportTo']> {
    const { namespace = '', name = '', port = 443 } = apiService.spec?.service ?? {}
    const endpoint = await this.#options.resolver.resolve(namespace, name, port)
    return this.#serverOf(apiService).transportTo(apiService, endpoint)
  }

  #serverOf({ metadata }: APIService): RemoteServer {
    const name = metadata?.name ?? ''
    let server = this.#servers.get(name)
    if (server === undefined) {
      server = new RemoteServer({ certificate: this.#options.certificate })
      this.#servers.set(name, server)
    }
    return server
  }

  #forget(name: string): void {
    const server = this.#servers.get(name)
    this.#servers.delete(name)
    void server?.close().catch(this.#onError)
  }
}
