import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import type { GroupVersionResource } from '../../schema/group-version-resource.js'
import { type PassiveClock, systemClock } from '../../wait/clock.js'
import type { Discovery } from '../discovery/discovery.js'
import { newDiscoveryRESTMapper } from './discovery-rest-mapper.js'
import type { AsyncRESTMapper, KindInGroup, PartialResource, RESTMapper, RESTMapping } from './rest-mapper.js'

/** How often {@link DeferredDiscoveryRESTMapper} runs discovery. */
export interface DeferredDiscoveryOptions {
  /**
   * For how many milliseconds discovery counts as complete. A query without a match runs discovery again if it is older.
   * Default: 10 seconds.
   */
  readonly freshFor?: number
  /** Measures the age of discovery. Default: {@link systemClock}. */
  readonly clock?: PassiveClock | undefined
}

/**
 * A mapper that runs discovery on the first query, and again if a query has no match and discovery is not recent: kinds
 * that are added to a cluster later are found without a restart. Concurrent queries share one request. A failed request is
 * not cached.
 */
export class DeferredDiscoveryRESTMapper implements AsyncRESTMapper {
  readonly #fetch: () => Promise<Discovery>
  readonly #freshFor: number
  readonly #clock: PassiveClock
  #loading: Promise<RESTMapper> | undefined
  #loadedAt = Number.NEGATIVE_INFINITY

  constructor(fetch: () => Promise<Discovery>, options: DeferredDiscoveryOptions = {}) {
    this.#fetch = fetch
    this.#freshFor = options.freshFor ?? 10_000
    this.#clock = options.clock ?? systemClock
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
      if (this.#clock.now() - this.#loadedAt < this.#freshFor) throw error
      // Another query may have started discovery again in the meantime.
      if (this.#loading === loading) this.reset()
      return ask(await this.mapper())
    }
  }

  #load(): Promise<RESTMapper> {
    const loading = this.#fetch().then((discovery) => {
      this.#loadedAt = this.#clock.now()
      return newDiscoveryRESTMapper(discovery)
    })
    loading.catch(() => {
      if (this.#loading === loading) this.#loading = undefined
    })
    return loading
  }
}
