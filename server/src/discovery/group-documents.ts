import {
  type APIGroupDiscovery,
  APIGroupDiscoveryList,
  type APIResourceDiscovery,
  type APISubresourceDiscovery,
} from 'apimachinery/api/apidiscovery/v2'
import { APIGroup, APIGroupList, type APIResource, APIResourceList, APIVersions } from 'apimachinery/meta/v1'
import { type KubernetesObject, withGroupVersionKind } from 'apimachinery/runtime'
import { GroupVersionKind } from 'apimachinery/schema'

/** A version of a group as documents show it. */
export interface DiscoveredVersion {
  readonly version: string
  readonly resources: readonly APIResource[]
  /** False while it is unknown whether the version is served as described. */
  readonly current: boolean
  /** The aggregated document names group and version of every kind. */
  readonly fullKinds: boolean
}

/** A group as documents show it: its versions, the preferred first. */
export interface DiscoveredGroup {
  readonly name: string
  readonly versions: readonly DiscoveredVersion[]
}

/** How clients with certain addresses reach the server. */
export interface ServerAddress {
  readonly clientCIDR: string
  readonly serverAddress: string
}

/** `/api`. It has no `apiVersion`. */
export function apiVersionsDocument(
  versions: readonly string[],
  addresses: readonly ServerAddress[],
): KubernetesObject {
  const serverAddressByClientCIDRs = [...addresses]
  return withoutVersion(new APIVersions({ versions: [...versions], serverAddressByClientCIDRs }))
}

/** `/apis` of a server that aggregates others. */
export function groupListDocument(groups: readonly DiscoveredGroup[]): KubernetesObject {
  return versioned(new APIGroupList({ groups: groups.map(groupFields) }))
}

/** `/apis` of a server of its own groups alone. It has no `apiVersion`. */
export function ownGroupListDocument(
  groups: readonly DiscoveredGroup[],
  addresses: readonly ServerAddress[],
): KubernetesObject {
  const serverAddressByClientCIDRs = [...addresses]
  const shown = groups.map((group) => ({ ...groupFields(group), serverAddressByClientCIDRs }))
  return withoutVersion(new APIGroupList({ groups: shown }))
}

/** `/apis/<group>`. */
export function groupDocument(group: DiscoveredGroup): KubernetesObject {
  return versioned(new APIGroup(groupFields(group)))
}

function groupFields({ name, versions }: DiscoveredGroup) {
  const shown = versions.map(({ version }) => ({ groupVersion: `${name}/${version}`, version }))
  const [preferredVersion] = shown
  return { name, versions: shown, ...(preferredVersion !== undefined && { preferredVersion }) }
}

/** `/apis/<group>/<version>`, and `/api/v1`, which has no `apiVersion`. */
export function resourceListDocument(group: string, { version, resources }: DiscoveredVersion): KubernetesObject {
  const groupVersion = group === '' ? version : `${group}/${version}`
  const document = new APIResourceList({ groupVersion, resources: [...resources] })
  return group === '' ? withoutVersion(document) : versioned(document)
}

/** `/api` and `/apis` with everything below them. */
export function aggregatedDocument(groups: readonly DiscoveredGroup[]): APIGroupDiscoveryList {
  return new APIGroupDiscoveryList({ metadata: {}, items: groups.map(aggregatedGroup) as APIGroupDiscovery[] })
}

function aggregatedGroup({ name, versions }: DiscoveredGroup) {
  return {
    metadata: name === '' ? {} : { name },
    versions: versions.map(({ version, resources, current, fullKinds }) => ({
      version,
      resources: resourceDiscoveries(fullKinds ? withFullKinds(resources, { group: name, version }) : resources),
      freshness: current ? 'Current' : 'Stale',
    })),
  }
}

function withFullKinds(
  resources: readonly APIResource[],
  own: { readonly group: string; readonly version: string },
): readonly APIResource[] {
  return resources.map((resource) => (resource.version ? resource : { ...resource, ...own }))
}

/** Source: `ConvertGroupVersionIntoToDiscovery` of k8s.io/apiserver/pkg/endpoints. */
function resourceDiscoveries(resources: readonly APIResource[]): APIResourceDiscovery[] {
  const parents = new Map<string, APIResourceDiscovery>()
  for (const resource of resources) {
    if (!resource.name.includes('/')) parents.set(resource.name, resourceDiscovery(resource))
  }
  for (const resource of resources) {
    const slash = resource.name.indexOf('/')
    if (slash < 0) continue
    const name = resource.name.slice(0, slash)
    const parent = parents.get(name) ?? { resource: name, scope: scopeOf(resource), responseKind: noKind }
    parents.set(name, parent)
    const subresources = parent.subresources ?? []
    subresources.push(subresourceDiscovery(resource, resource.name.slice(slash + 1)))
    parent.subresources = subresources
  }
  return [...parents.values()]
}

const noKind = { group: '', version: '', kind: '' }

function resourceDiscovery(resource: APIResource): APIResourceDiscovery {
  const { name, singularName, verbs, shortNames, categories } = resource
  return {
    resource: name,
    responseKind: resourceKindFacts(resource),
    scope: scopeOf(resource),
    singularResource: singularName,
    verbs,
    ...(shortNames !== undefined && { shortNames }),
    ...(categories !== undefined && { categories }),
  }
}

function subresourceDiscovery(resource: APIResource, subresource: string): APISubresourceDiscovery {
  return { subresource, responseKind: resourceKindFacts(resource), verbs: resource.verbs }
}

function resourceKindFacts({ group = '', version = '', kind }: APIResource) {
  return { group, version, kind }
}

function scopeOf({ namespaced }: APIResource): 'Namespaced' | 'Cluster' {
  return namespaced ? 'Namespaced' : 'Cluster'
}

function versioned(object: KubernetesObject): KubernetesObject {
  return withGroupVersionKind(object, new GroupVersionKind('', 'v1', object.kind ?? ''))
}

/** Documents of the core group have no `apiVersion`, which old clients rely on. */
function withoutVersion(object: KubernetesObject): KubernetesObject {
  delete object.apiVersion
  return object
}
