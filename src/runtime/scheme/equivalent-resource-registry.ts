import type { GroupResource } from '../../schema/group-resource.js'
import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import type { GroupVersionResource } from '../../schema/group-version-resource.js'

/**
 * Which resources are the same objects under other names: all versions of a resource, and resources of several groups to
 * which `identityOf` gives the same name.
 */
export class EquivalentResourceRegistry {
  readonly #identityOf: (resource: GroupResource) => string
  /** Identity → subresource → resources, in the order of registration; main resources have the key `''`. */
  readonly #families = new Map<string, Map<string, GroupVersionResource[]>>()
  readonly #kinds = new Map<string, GroupVersionKind>()

  /** `identityOf` returns the shared name of a resource; an empty one means its own. */
  constructor(identityOf: (resource: GroupResource) => string = () => '') {
    this.#identityOf = identityOf
  }

  /** Registers the kind that a resource, or a subresource of it, is served in. */
  registerKindFor(resource: GroupVersionResource, subresource: string, kind: GroupVersionKind): void {
    this.#kinds.set(resourceKey(resource, subresource), kind)
    const identity = this.#identity(resource)
    const members = this.#families.get(identity) ?? new Map<string, GroupVersionResource[]>()
    this.#families.set(identity, members)
    members.set(subresource, [...(members.get(subresource) ?? []), resource])
  }

  /** The resources equivalent to one, itself included; none for one that was not registered. */
  equivalentResourcesFor(resource: GroupVersionResource, subresource = ''): readonly GroupVersionResource[] {
    return this.#families.get(this.#identity(resource))?.get(subresource) ?? []
  }

  /** The kind a resource or subresource is served in. */
  kindFor(resource: GroupVersionResource, subresource = ''): GroupVersionKind | undefined {
    return this.#kinds.get(resourceKey(resource, subresource))
  }

  #identity(resource: GroupVersionResource): string {
    const groupResource = resource.groupResource()
    return this.#identityOf(groupResource) || groupResource.toString()
  }
}

function resourceKey(resource: GroupVersionResource, subresource: string): string {
  return `${resource}/${subresource}`
}
