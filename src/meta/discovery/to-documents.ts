import {
  APIGroup,
  APIGroupList,
  type APIResource,
  APIResourceList,
  APIVersions,
  type ServerAddressByClientCIDR,
} from '../v1/types.gen.js'
import { compact } from './compact.js'
import type { DiscoveredGroup, DiscoveredResource, Discovery } from './discovery.js'

/** The group, as in `/apis/<group>`. */
export function apiGroupOf(group: DiscoveredGroup): APIGroup {
  return new APIGroup(groupFields(group))
}

/** The document of `/apis`: all groups but the core group, in their order. */
export function apiGroupListOf({ groups }: Pick<Discovery, 'groups'>): APIGroupList {
  const named = groups.filter(({ name }) => name !== '')
  return new APIGroupList({ groups: named.map(groupFields) })
}

/** The document of `/api`: the versions of the core group. */
export function apiVersionsOf(
  { groups }: Pick<Discovery, 'groups'>,
  addresses: readonly ServerAddressByClientCIDR[] = [],
): APIVersions {
  const core = groups.find(({ name }) => name === '')
  return new APIVersions({
    versions: core?.versions.map(({ version }) => version) ?? [],
    serverAddressByClientCIDRs: [...addresses],
  })
}

/** The document of a group version, such as `/apis/apps/v1`: its resources and subresources with their verbs. */
export function apiResourceListOf(groupVersion: string, resources: readonly DiscoveredResource[]): APIResourceList {
  return new APIResourceList({ groupVersion, resources: resources.map(resourceFields) })
}

function groupFields({ name, versions, preferredVersion }: DiscoveredGroup): APIGroupList['groups'][number] {
  return {
    name,
    versions: versions.map(({ groupVersion, version }) => ({ groupVersion, version })),
    ...(preferredVersion !== undefined && { preferredVersion: { ...preferredVersion } }),
  }
}

function resourceFields(resource: DiscoveredResource): APIResource {
  const { name, singularName, namespaced, group, version, kind, verbs } = resource
  const { shortNames, categories, storageVersionHash } = resource
  return {
    name,
    singularName,
    namespaced,
    ...compact({ group, version }),
    kind,
    verbs: [...verbs],
    ...compact({ shortNames, categories, storageVersionHash }),
  }
}
