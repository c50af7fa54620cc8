import { GroupVersionKind } from '../../schema/group-version-kind.js'
import type { GroupVersionResource } from '../../schema/group-version-resource.js'
import { DelegatingRESTMapper } from './delegating-rest-mapper.js'
import { AmbiguousKindError, AmbiguousResourceError, listText } from './mapper-errors.js'
import type { KindInGroup, PartialResource, RESTMapper, RESTMapping } from './rest-mapper.js'

/** Matches every group in a priority pattern. */
export const anyGroup = '*'
/** Matches every version in a priority pattern. */
export const anyVersion = '*'
/** Matches every resource in a priority pattern. */
export const anyResource = '*'
/** Matches every kind in a priority pattern. */
export const anyKind = '*'

/** The preferences of {@link PriorityRESTMapper}. Each pattern may have `*` for any of its parts. */
export interface Priorities {
  readonly resources?: readonly GroupVersionResource[]
  readonly kinds?: readonly GroupVersionKind[]
}

/**
 * Chooses where another mapper has several answers: pattern after pattern narrows them down until one is left. A
 * pattern that matches none of them is skipped.
 */
export class PriorityRESTMapper extends DelegatingRESTMapper {
  protected readonly delegate: RESTMapper
  readonly #resources: readonly GroupVersionResource[]
  readonly #kinds: readonly GroupVersionKind[]

  constructor(delegate: RESTMapper, { resources = [], kinds = [] }: Priorities) {
    super()
    this.delegate = delegate
    this.#resources = [...resources]
    this.#kinds = [...kinds]
  }

  override kindFor(resource: PartialResource): GroupVersionKind {
    const kinds = this.delegate.kindsFor(resource)
    const chosen = narrowed(kinds, this.#kinds, (pattern, kind) => kindMatches(pattern, kind))
    if (chosen !== undefined) return chosen
    throw new AmbiguousResourceError(resource, { kinds })
  }

  override resourceFor(resource: PartialResource): GroupVersionResource {
    const resources = this.delegate.resourcesFor(resource)
    const chosen = narrowed(resources, this.#resources, resourceMatches)
    if (chosen !== undefined) return chosen
    throw new AmbiguousResourceError(resource, { resources })
  }

  override restMapping(kind: KindInGroup, ...versions: string[]): RESTMapping {
    const mappings = this.delegate.restMappings(kind, ...versions)
    // The versions of the caller take precedence over the preferences of this mapper.
    const asked = versions.map((version) => new GroupVersionKind(kind.group, version, anyKind))
    const patterns = asked.length === 0 ? this.#kinds : [...asked, ...this.#kinds]
    const chosen = narrowed(mappings, patterns, (pattern, { groupVersionKind }) =>
      kindMatches(pattern, groupVersionKind),
    )
    if (chosen !== undefined) return chosen
    throw new AmbiguousKindError(kind, { kinds: mappings.map(({ groupVersionKind }) => groupVersionKind) })
  }

  override toString(): string {
    return `PriorityRESTMapper{\n\t${listText(this.#resources)}\n\t${listText(this.#kinds)}\n\t${this.delegate}\n}`
  }
}

function narrowed<T, Pattern>(
  found: readonly T[],
  patterns: readonly Pattern[],
  matches: (pattern: Pattern, item: T) => boolean,
): T | undefined {
  let remaining = found
  for (const pattern of patterns) {
    if (remaining.length === 1) break
    const matching = remaining.filter((item) => matches(pattern, item))
    if (matching.length > 0) remaining = matching
  }
  return remaining.length === 1 ? remaining[0] : undefined
}

function resourceMatches(pattern: GroupVersionResource, resource: GroupVersionResource): boolean {
  return partMatches(pattern.resource, resource.resource) && versionMatches(pattern, resource)
}

function kindMatches(pattern: GroupVersionKind, kind: GroupVersionKind): boolean {
  return partMatches(pattern.kind, kind.kind) && versionMatches(pattern, kind)
}

function versionMatches(pattern: GroupVersionKind | GroupVersionResource, item: typeof pattern): boolean {
  return partMatches(pattern.group, item.group) && partMatches(pattern.version, item.version)
}

function partMatches(pattern: string, part: string): boolean {
  return pattern === '*' || pattern === part
}
