import { GroupVersion } from '../../schema/group-version.js'
import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import type { GroupVersionResource } from '../../schema/group-version-resource.js'
import {
  type APIGroupResources,
  apiGroupResources,
  type DiscoveredGroup,
  type DiscoveredResource,
  type Discovery,
} from '../discovery/discovery.js'
import { unsafeGuessKindToResource } from '../discovery/guess-resource.js'
import { DefaultRESTMapper } from './default-rest-mapper.js'
import { MultiRESTMapper } from './multi-rest-mapper.js'
import { anyKind, anyResource, anyVersion, PriorityRESTMapper } from './priority-rest-mapper.js'
import { restScopeNamespace, restScopeRoot } from './rest-mapper.js'

/**
 * A mapper of what a server serves. Where several groups or versions have a resource, `v1` of the core group wins, then
 * the preferred version of each group, in the order of the groups.
 */
export function newDiscoveryRESTMapper(discovery: Discovery | readonly APIGroupResources[]): PriorityRESTMapper {
  const groups = 'groups' in discovery ? apiGroupResources(discovery) : discovery
  const mappers = groups.flatMap(({ group, versionedResources }) =>
    group.versions.flatMap(({ version }) => {
      const resources = versionedResources.get(version)
      return resources === undefined ? [] : [versionMapper(new GroupVersion(group.name, version), resources)]
    }),
  )
  const patterns = [
    new GroupVersion('', 'v1'),
    ...groups.flatMap(versionsByPreference),
    ...groups.map(({ group }) => new GroupVersion(group.name, anyVersion)),
  ]
  return new PriorityRESTMapper(new MultiRESTMapper(mappers), {
    resources: patterns.map((gv): GroupVersionResource => gv.withResource(anyResource)),
    kinds: patterns.map((gv): GroupVersionKind => gv.withKind(anyKind)),
  })
}

function versionsByPreference({ group, versionedResources }: APIGroupResources): GroupVersion[] {
  const preferred = group.preferredVersion?.version ?? ''
  const others = group.versions.map(({ version }) => version).filter((version) => version !== preferred)
  const versions = preferred === '' ? others : [preferred, ...others]
  return versions.filter((version) => versionedResources.has(version)).map((version) => versionOf(group, version))
}

function versionOf(group: DiscoveredGroup, version: string): GroupVersion {
  return new GroupVersion(group.name, version)
}

function versionMapper(gv: GroupVersion, resources: readonly DiscoveredResource[]): DefaultRESTMapper {
  const mapper = new DefaultRESTMapper([gv])
  for (const resource of resources) {
    // Subresources have no mapping of their own.
    if (!resource.name.includes('/')) addResource(mapper, gv, resource)
  }
  return mapper.add(gv.withKind('List'), restScopeRoot)
}

function addResource(mapper: DefaultRESTMapper, gv: GroupVersion, resource: DiscoveredResource): void {
  const { name, singularName, kind } = resource
  const scope = resource.namespaced ? restScopeNamespace : restScopeRoot
  const plural = gv.withResource(name)
  const guessed = (singularName ?? '') === ''
  const singular = guessed ? unsafeGuessKindToResource(gv.withKind(kind)).singular : gv.withResource(singularName)
  mapper.addSpecific(gv.withKind(kind.toLowerCase()), { plural, singular }, scope)
  mapper.addSpecific(gv.withKind(kind), { plural, singular }, scope)
  mapper.add(gv.withKind(`${kind}List`), scope)
}
