import { MachineryError } from '../../errors/machinery-error.js'
import { parseGroupVersion } from '../../schema/parse.js'
import { compact } from './compact.js'
import type { DiscoveredKind, DiscoveredResource, Discovery } from './discovery.js'

/** A document of aggregated discovery as JSON; `APIGroupDiscoveryList` of `apimachinery/api/apidiscovery/v2` is its class. */
export interface AggregatedDiscovery {
  kind: 'APIGroupDiscoveryList'
  apiVersion: 'apidiscovery.k8s.io/v2' | 'apidiscovery.k8s.io/v2beta1'
  metadata: object
  items: AggregatedGroup[]
}

/** A group and its versions, the preferred one first. */
export interface AggregatedGroup {
  metadata: { name?: string }
  versions: AggregatedVersion[]
}

/** A version and its resources. */
export interface AggregatedVersion {
  version: string
  resources?: AggregatedResource[]
  freshness: 'Current' | 'Stale'
}

/** A resource and its subresources. */
export interface AggregatedResource {
  resource: string
  responseKind: DiscoveredKind
  scope: 'Namespaced' | 'Cluster'
  singularResource: string
  verbs: string[]
  shortNames?: string[]
  categories?: string[]
  subresources?: AggregatedSubresource[]
}

/** A subresource by its own name, such as `status`. */
export interface AggregatedSubresource {
  subresource: string
  responseKind: DiscoveredKind
  acceptedTypes?: DiscoveredKind[]
  verbs: string[]
}

/** How aggregated discovery is written. */
export interface AggregatedOptions {
  /** Default: `v2`. */
  readonly version?: 'v2' | 'v2beta1' | undefined
  /** Versions, such as `metrics.k8s.io/v1beta1`, whose server does not answer: what is known of them is old. */
  readonly stale?: Iterable<string> | undefined
}

/**
 * Writes aggregated discovery of groups and their resources, as an API server serves it at `/api` (only the core group) and
 * `/apis` (the other groups); pass the groups for one of them.
 *
 * @throws MachineryError `InvalidDiscovery` for a subresource of another scope than its resource.
 */
export function aggregatedDiscoveryOf(discovery: Discovery, options: AggregatedOptions = {}): AggregatedDiscovery {
  const { version = 'v2', stale = [] } = options
  const isStale = new Set(stale)
  const resources = new Map(discovery.resourceLists.map((list) => [list.groupVersion, list.resources]))
  const items = discovery.groups.map(({ name, versions }) => ({
    metadata: compact({ name }),
    versions: versions.map((each): AggregatedVersion => {
      const found = aggregatedResourcesOf(each.groupVersion, resources.get(each.groupVersion) ?? [])
      return {
        version: each.version,
        ...(found.length > 0 && { resources: found }),
        freshness: isStale.has(each.groupVersion) ? 'Stale' : 'Current',
      }
    }),
  }))
  return { kind: 'APIGroupDiscoveryList', apiVersion: `apidiscovery.k8s.io/${version}`, metadata: {}, items }
}

/**
 * The resources of a group version, with their subresources. A kind without group and version has those of the group
 * version; a subresource without a resource gets one that has only a name.
 *
 * @throws MachineryError `InvalidDiscovery` for a subresource of another scope than its resource.
 */
export function aggregatedResourcesOf(
  groupVersion: string,
  resources: readonly DiscoveredResource[],
): AggregatedResource[] {
  const { group, version } = parseGroupVersion(groupVersion)
  const kindOf = (resource: DiscoveredResource): DiscoveredKind =>
    resource.group || resource.version
      ? { group: resource.group ?? '', version: resource.version ?? '', kind: resource.kind }
      : { group, version, kind: resource.kind }
  const found = new Map<string, AggregatedResource>()
  for (const resource of resources) {
    if (!resource.name.includes('/')) found.set(resource.name, topLevel(resource, kindOf(resource)))
  }
  for (const resource of resources) {
    const slash = resource.name.indexOf('/')
    if (slash >= 0) addSubresource(found, resource, resource.kind === '' ? noKind : kindOf(resource))
  }
  return [...found.values()]
}

const noKind: DiscoveredKind = { group: '', version: '', kind: '' }

function topLevel(resource: DiscoveredResource, responseKind: DiscoveredKind): AggregatedResource {
  const { shortNames, categories } = resource
  return {
    resource: resource.name,
    responseKind,
    scope: scopeOf(resource),
    singularResource: resource.singularName,
    verbs: [...resource.verbs],
    ...compact({ shortNames, categories }),
  }
}

function scopeOf({ namespaced }: DiscoveredResource): AggregatedResource['scope'] {
  return namespaced ? 'Namespaced' : 'Cluster'
}

function addSubresource(
  found: Map<string, AggregatedResource>,
  resource: DiscoveredResource,
  responseKind: DiscoveredKind,
): void {
  const slash = resource.name.indexOf('/')
  const [name, subresource] = [resource.name.slice(0, slash), resource.name.slice(slash + 1)]
  const scope = scopeOf(resource)
  let parent = found.get(name)
  if (parent === undefined) {
    parent = { resource: name, responseKind: { ...noKind }, scope, singularResource: '', verbs: [] }
    found.set(name, parent)
  }
  if (parent.scope !== scope) {
    const message = `Parent ${name} (scope: ${parent.scope}) and subresource ${subresource} (scope: ${scope}) scope do not match`
    throw new MachineryError('InvalidDiscovery', message)
  }
  parent.subresources ??= []
  parent.subresources.push({
    subresource,
    responseKind: { ...responseKind },
    ...(resource.acceptedTypes !== undefined && { acceptedTypes: resource.acceptedTypes.map((type) => ({ ...type })) }),
    verbs: [...resource.verbs],
  })
}
