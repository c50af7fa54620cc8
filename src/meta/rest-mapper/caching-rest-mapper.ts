import { LRUCache } from '../../collections/lru-cache.js'
import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import type { GroupVersionResource } from '../../schema/group-version-resource.js'
import {
  type KindInGroup,
  maybeResetRESTMapper,
  type PartialResource,
  type RESTMapper,
  type RESTMapping,
  type ResettableRESTMapper,
} from './rest-mapper.js'

/** Questions may come from outside: more answers than this are never kept. */
const mostAnswers = 10_000

/**
 * Caches the results of another mapper until it is reset. Failures are not cached: an unknown name may become known. Useful
 * before mappers with many delegates.
 */
export class CachingRESTMapper implements ResettableRESTMapper {
  readonly #delegate: RESTMapper
  readonly #answers = new LRUCache<string, unknown>({ capacity: mostAnswers })

  constructor(delegate: RESTMapper) {
    this.#delegate = delegate
  }

  kindFor(resource: PartialResource): GroupVersionKind {
    return this.#answer(`kind ${cacheKey(resource)}`, () => this.#delegate.kindFor(resource))
  }

  kindsFor(resource: PartialResource): readonly GroupVersionKind[] {
    return this.#answer(`kinds ${cacheKey(resource)}`, () => this.#delegate.kindsFor(resource))
  }

  resourceFor(resource: PartialResource): GroupVersionResource {
    return this.#answer(`resource ${cacheKey(resource)}`, () => this.#delegate.resourceFor(resource))
  }

  resourcesFor(resource: PartialResource): readonly GroupVersionResource[] {
    return this.#answer(`resources ${cacheKey(resource)}`, () => this.#delegate.resourcesFor(resource))
  }

  restMapping(kind: KindInGroup, ...versions: string[]): RESTMapping {
    const key = `mapping ${kind.kind}\n${kind.group}\n${versions.join('\n')}`
    return this.#answer(key, () => this.#delegate.restMapping(kind, ...versions))
  }

  restMappings(kind: KindInGroup, ...versions: string[]): readonly RESTMapping[] {
    const key = `mappings ${kind.kind}\n${kind.group}\n${versions.join('\n')}`
    return this.#answer(key, () => this.#delegate.restMappings(kind, ...versions))
  }

  resourceSingularizer(resource: string): string {
    return this.#answer(`singular ${resource}`, () => this.#delegate.resourceSingularizer(resource))
  }

  /** Forgets all answers, and resets the other mapper when it can be reset. */
  reset(): void {
    this.#answers.clear()
    maybeResetRESTMapper(this.#delegate)
  }

  toString(): string {
    return `CachingRESTMapper{\n\t${this.#delegate}\n}`
  }

  #answer<T>(key: string, ask: () => T): T {
    const known = this.#answers.get(key)
    if (known !== undefined) return known as T
    const answer = ask()
    this.#answers.set(key, answer)
    return answer
  }
}

function cacheKey({ group = '', version = '', resource }: PartialResource): string {
  return `${resource}\n${version}\n${group}`
}
