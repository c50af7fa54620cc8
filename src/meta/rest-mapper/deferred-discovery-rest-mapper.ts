import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import type { GroupVersionResource } from '../../schema/group-version-resource.js'
import { type PassiveClock, systemClock } from '../../wait/clock.js'
import type { Discovery } from '../discovery/discovery.js'
import { newDiscoveryRESTMapper } from './discovery-rest-mapper.js'
import type { AsyncRESTMapper, KindInGroup, PartialResource, RESTMapper, RESTMapping } from './rest-mapper.js'

/** How often {@link DeferredDiscoveryRESTMapper} asks. */
export interface DeferredDiscoveryOptions {
  /**
   * For how many milliseconds an answer of the server is taken to be complete. A question without an answer asks the
   * server again when discovery is older. Default: 10 seconds.
   */
  readonly freshFor?: number
  /** Tells how old an answer is. Default: {@link systemClock}. */
  readonly clock?: PassiveClock | undefined
}

/**
 * A mapper that asks a server when the first question comes, and again when something is not known to an answer that is
 * not fresh any more: kinds that were added to a cluster later are found without a restart. Questions at the same time
 * share one request. A failed request is not remembered.
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

  /** The next question asks the server again. */
  reset(): void {
    this.#loading = undefined
  }

  /** The mapper of what the server said last, for questions that cannot wait. Asks the server when it was not asked yet. */
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
      // Another question may have asked the server again in the meantime.
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
