import { TokenBucket } from '../../internal/token-bucket.js'
import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import type { GroupVersionResource } from '../../schema/group-version-resource.js'
import { type Clock, systemClock } from '../../wait/clock.js'
import type { Discovery } from '../discovery/discovery.js'
import { newDiscoveryRESTMapper } from './discovery-rest-mapper.js'
import { isNoMatchError } from './mapper-errors.js'
import type { AsyncRESTMapper, KindInGroup, PartialResource, RESTMapper, RESTMapping } from './rest-mapper.js'

/** How often {@link DeferredDiscoveryRESTMapper} runs discovery. */
export interface DeferredDiscoveryOptions {
  /** How many queries without a match run discovery again at once. Default: 10. */
  readonly burst?: number
  /** Milliseconds after which one more of them may. Default: 1000. */
  readonly refillEvery?: number
  /** Measures the time between them. Default: {@link systemClock}. */
  readonly clock?: Pick<Clock, 'monotonic'> | undefined
}

/**
 * A mapper that runs discovery on the first query, and again if a query has no match: kinds that are added to a cluster
 * later are found at once. How often it does so is limited; beyond that a query without a match fails by the last discovery. Concurrent
 * queries share one request. A failed request is not cached.
 */
export class DeferredDiscoveryRESTMapper implements AsyncRESTMapper {
  readonly #fetch: (fresh: boolean) => Promise<Discovery>
  readonly #repeats: TokenBucket
  #loading: Promise<RESTMapper> | undefined
  /** Discovery has to be newer than what was read before. */
  #fresh = false

  /** @param fetch - gives what a server serves; if `fresh`, no copy that was there before. */
  constructor(fetch: (fresh: boolean) => Promise<Discovery>, options: DeferredDiscoveryOptions = {}) {
    this.#fetch = fetch
    const { burst = 10, refillEvery = 1000, clock = systemClock } = options
    this.#repeats = new TokenBucket({ size: burst, refillEvery, clock })
  }

  kindFor(resource: PartialResource): Promise<GroupVersionKind> {
    return this.#ask((mapper) => mapper.kindFor(resource))
  }

  kindsFor(resource: PartialResource): Promise<readonly GroupVersionKind[]> {
    return this.#ask((mapper) => mapper.kindsFor(resource))
  }

  resourceFor(resource: PartialResource): Promise<GroupVersionResource> {
    return this.#ask((mapper) => mapper.resourceFor(resource))
  }

  resourcesFor(resource: PartialResource): Promise<readonly GroupVersionResource[]> {
    return this.#ask((mapper) => mapper.resourcesFor(resource))
  }

  restMapping(kind: KindInGroup, ...versions: string[]): Promise<RESTMapping> {
    return this.#ask((mapper) => mapper.restMapping(kind, ...versions))
  }

  restMappings(kind: KindInGroup, ...versions: string[]): Promise<readonly RESTMapping[]> {
    return this.#ask((mapper) => mapper.restMappings(kind, ...versions))
  }

  resourceSingularizer(resource: string): Promise<string> {
    return this.#ask((mapper) => mapper.resourceSingularizer(resource))
  }

  /** The next query runs discovery again. */
  reset(): void {
    this.#loading = undefined
    this.#fresh = true
  }

  /** The mapper of the last discovery, for synchronous queries. Runs discovery if that has not happened yet. */
  mapper(): Promise<RESTMapper> {
    this.#loading ??= this.#load()
    return this.#loading
  }

  async #ask<T>(ask: (mapper: RESTMapper) => T): Promise<T> {
    const loading = this.mapper()
    const mapper = await loading
    try {
      return ask(mapper)
    } catch (error) {
      if (!isNoMatchError(error)) throw error
      // Another query may have started discovery again in the meantime.
      if (this.#loading === loading) {
        if (!this.#repeats.take()) throw error
        this.reset()
      }
      return ask(await this.mapper())
    }
  }

  #load(): Promise<RESTMapper> {
    const fresh = this.#fresh
    this.#fresh = false
    const loading = this.#fetch(fresh).then(newDiscoveryRESTMapper)
    loading.catch(() => {
      if (this.#loading !== loading) return
      this.#loading = undefined
      this.#fresh = fresh
    })
    return loading
  }
}
