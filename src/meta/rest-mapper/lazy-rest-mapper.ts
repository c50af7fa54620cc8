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

/**
 * A mapper that is made when the first question comes. What making it
 * throws is thrown for that question and every later one.
 */
export class LazyRESTMapper implements ResettableRESTMapper {
  readonly #load: () => RESTMapper
  #loaded: { readonly mapper: RESTMapper } | { readonly error: unknown } | undefined

  constructor(load: () => RESTMapper) {
    this.#load = load
  }

  kindFor(resource: PartialResource): GroupVersionKind {
    return this.#mapper().kindFor(resource)
  }

  kindsFor(resource: PartialResource): readonly GroupVersionKind[] {
    return this.#mapper().kindsFor(resource)
  }

  resourceFor(resource: PartialResource): GroupVersionResource {
    return this.#mapper().resourceFor(resource)
  }

  resourcesFor(resource: PartialResource): readonly GroupVersionResource[] {
    return this.#mapper().resourcesFor(resource)
  }

  restMapping(kind: KindInGroup, ...versions: string[]): RESTMapping {
    return this.#mapper().restMapping(kind, ...versions)
  }

  restMappings(kind: KindInGroup, ...versions: string[]): readonly RESTMapping[] {
    return this.#mapper().restMappings(kind, ...versions)
  }

  resourceSingularizer(resource: string): string {
    return this.#mapper().resourceSingularizer(resource)
  }

  /** Resets the mapper that was made, if any; it is not made again. */
  reset(): void {
    if (this.#loaded !== undefined && 'mapper' in this.#loaded) maybeResetRESTMapper(this.#loaded.mapper)
  }

  #mapper(): RESTMapper {
    this.#loaded ??= attempt(this.#load)
    if ('mapper' in this.#loaded) return this.#loaded.mapper
    throw this.#loaded.error
  }
}

function attempt(load: () => RESTMapper): { readonly mapper: RESTMapper } | { readonly error: unknown } {
  try {
    return { mapper: load() }
  } catch (error) {
    return { error }
  }
}
