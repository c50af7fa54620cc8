import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import type { GroupVersionResource } from '../../schema/group-version-resource.js'

/** Whether the objects of a resource are namespaced or cluster-scoped. */
export interface RESTScope {
  readonly name: 'namespace' | 'root'
}

/** Objects of the resource belong to a namespace. */
export const restScopeNamespace: RESTScope = /* @__PURE__ */ Object.freeze<RESTScope>({ name: 'namespace' })

/** Objects of the resource belong to the cluster as a whole. */
export const restScopeRoot: RESTScope = /* @__PURE__ */ Object.freeze<RESTScope>({ name: 'root' })

/** Where the objects of a kind are served, and in which form. */
export interface RESTMapping {
  /** The place. */
  readonly resource: GroupVersionResource
  /** The form. */
  readonly groupVersionKind: GroupVersionKind
  readonly scope: RESTScope
}

/**
 * A resource of which group and version may be unknown: absent or empty. The name may be plural or singular, in any
 * case; the group may be the beginning of a group's name, such as `storage` for `storage.k8s.io`, when no group has
 * exactly this name.
 */
export interface PartialResource {
  readonly group?: string
  readonly version?: string
  readonly resource: string
}

/** A group and a kind, such as a `GroupKind`. */
export interface KindInGroup {
  readonly group: string
  readonly kind: string
}

/**
 * Maps resources to kinds, and kinds to the resources that serve them. Neither resources nor kinds are unique across
 * groups.
 *
 * Methods for a single result throw AmbiguousResourceError or AmbiguousKindError if several match. All of them throw
 * NoResourceMatchError or NoKindMatchError if none matches.
 */
export interface RESTMapper {
  /** The one kind of a resource. */
  kindFor(resource: PartialResource): GroupVersionKind
  /** Every possible kind of a resource, the preferred first. */
  kindsFor(resource: PartialResource): readonly GroupVersionKind[]
  /** The one resource, with its plural name. */
  resourceFor(resource: PartialResource): GroupVersionResource
  /** Every possible resource, the preferred first, with plural names. */
  resourcesFor(resource: PartialResource): readonly GroupVersionResource[]
  /** Where a kind is served: in the first of `versions` that is known, else in the preferred version. */
  restMapping(kind: KindInGroup, ...versions: string[]): RESTMapping
  /** Every place where a kind is served; with `versions`, in the first of them that is known. */
  restMappings(kind: KindInGroup, ...versions: string[]): readonly RESTMapping[]
  /** The singular name of a resource: `pod` for `pods`. */
  resourceSingularizer(resource: string): string
}

/** A mapper with a cache that can be reset. */
export interface ResettableRESTMapper extends RESTMapper {
  /** Clears the cache: the next query runs discovery again. */
  reset(): void
}

/** A mapper whose answers come later: every method of {@link RESTMapper} with a promise as result. */
export type AsyncRESTMapper = {
  [Method in keyof RESTMapper]: (
    ...parameters: Parameters<RESTMapper[Method]>
  ) => Promise<ReturnType<RESTMapper[Method]>>
}

/** Resets a mapper that can be reset; does nothing to others. */
export function maybeResetRESTMapper(mapper: RESTMapper): void {
  if ('reset' in mapper && typeof mapper.reset === 'function') mapper.reset()
}
