/** A version of a group, as discovery names it. */
export interface DiscoveredVersion {
  /** `apps/v1`, or `v1` of the core group. */
  readonly groupVersion: string
  readonly version: string
}

/** A group, as `APIGroup` of `meta/v1` describes it. */
export interface DiscoveredGroup {
  /** Empty for the core group. */
  readonly name: string
  readonly versions: readonly DiscoveredVersion[]
  readonly preferredVersion?: DiscoveredVersion | undefined
}

/** A resource or, with a `/` in its name, a subresource, as `APIResource` of `meta/v1` describes it. */
export interface DiscoveredResource {
  readonly name: string
  /** Empty if the server does not set it. */
  readonly singularName: string
  readonly namespaced: boolean
  /** Group of the kind, when it is not that of the list. */
  readonly group?: string | undefined
  /** Version of the kind, when it is not that of the list. */
  readonly version?: string | undefined
  readonly kind: string
  readonly verbs: readonly string[]
  readonly shortNames?: readonly string[] | undefined
  readonly categories?: readonly string[] | undefined
  /** Changes when the version changes in which objects are stored; servers compute it. */
  readonly storageVersionHash?: string | undefined
  /** Kinds that a subresource accepts besides its own, in aggregated discovery. */
  readonly acceptedTypes?: readonly DiscoveredKind[] | undefined
}

/** A kind as discovery names it. */
export interface DiscoveredKind {
  readonly group: string
  readonly version: string
  readonly kind: string
}

/** The resources of a version, as `APIResourceList` of `meta/v1` describes them. */
export interface DiscoveredResourceList {
  readonly groupVersion: string
  readonly resources: readonly DiscoveredResource[]
}

/**
 * What an API server serves: its groups in order of priority, and the resources of their versions. Documents of a server,
 * CRDs and a Scheme are all converted to this form.
 */
export interface Discovery {
  readonly groups: readonly DiscoveredGroup[]
  /** Resources by group and version, in the order of the groups where the source has one. */
  readonly resourceLists: readonly DiscoveredResourceList[]
  /** Versions whose resources the server could not list; see StaleGroupVersionError. */
  readonly failures: readonly Error[]
}

/** One group and the resources of those of its versions that are known. */
export interface APIGroupResources {
  readonly group: DiscoveredGroup
  /** Version → resources. */
  readonly versionedResources: ReadonlyMap<string, readonly DiscoveredResource[]>
}

/** Assigns the resources to their groups. Versions without a resource list are omitted. */
export function apiGroupResources({ groups, resourceLists }: Discovery): APIGroupResources[] {
  const byGroupVersion = new Map(resourceLists.map((list) => [list.groupVersion, list.resources]))
  return groups.map((group) => {
    const versioned = group.versions.map(({ version, groupVersion }) => [version, byGroupVersion.get(groupVersion)])
    return { group, versionedResources: new Map(versioned.filter(isKnown)) }
  })
}

function isKnown(entry: unknown[]): entry is [string, DiscoveredResource[]] {
  return entry[1] !== undefined
}

/**
 * Merges discovery of several sources. A group of several sources has all their versions and the preferred version of the
 * first; a version of several sources has all their resources, those of the same name from the first.
 */
export function mergeDiscovery(...sources: readonly Discovery[]): Discovery {
  const groups = new Map<string, DiscoveredGroup>()
  const lists = new Map<string, DiscoveredResourceList>()
  for (const source of sources) {
    for (const group of source.groups) groups.set(group.name, mergedGroup(groups.get(group.name), group))
    for (const list of source.resourceLists) {
      lists.set(list.groupVersion, mergedList(lists.get(list.groupVersion), list))
    }
  }
  return {
    groups: [...groups.values()],
    resourceLists: [...lists.values()],
    failures: sources.flatMap(({ failures }) => failures),
  }
}

function mergedGroup(first: DiscoveredGroup | undefined, second: DiscoveredGroup): DiscoveredGroup {
  if (first === undefined) return second
  const known = new Set(first.versions.map(({ version }) => version))
  const added = second.versions.filter(({ version }) => !known.has(version))
  const preferredVersion = first.preferredVersion ?? second.preferredVersion
  return { ...first, versions: [...first.versions, ...added], ...(preferredVersion && { preferredVersion }) }
}

function mergedList(first: DiscoveredResourceList | undefined, second: DiscoveredResourceList): DiscoveredResourceList {
  if (first === undefined) return second
  const known = new Set(first.resources.map(({ name }) => name))
  const added = second.resources.filter(({ name }) => !known.has(name))
  return { ...first, resources: [...first.resources, ...added] }
}
