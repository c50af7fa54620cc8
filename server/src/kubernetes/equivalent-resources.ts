import { GroupVersion } from 'apimachinery/schema'
import type { EquivalentResource, EquivalentResources } from '../admission/matching.js'
import type { InstalledGroupVersion } from '../endpoints/install-group-version.js'

/** Resources that two groups serve. */
const cohabitants: Readonly<Record<string, readonly string[]>> = {
  '/events': ['events.k8s.io'],
  'events.k8s.io/events': [''],
}

/**
 * Other names of resources among those that are served.
 *
 * Source: `EquivalentResourceRegistry` of k8s.io/apimachinery, and the cohabitating resources of kube-apiserver.
 */
export function equivalentResources(installed: () => readonly InstalledGroupVersion[]): EquivalentResources {
  return ({ group, version, resource }, subresource) => {
    const key = `${group}/${resource}`
    const groups = [group, ...(Object.hasOwn(cohabitants, key) ? (cohabitants[key] ?? []) : [])]
    const path = subresource === '' ? resource : `${resource}/${subresource}`
    return installed().flatMap(({ groupVersion, resources }): EquivalentResource[] => {
      if (!groups.includes(groupVersion.group)) return []
      if (groupVersion.group === group && groupVersion.version === version) return []
      const found = resources.find(({ name }) => name === path)
      if (found === undefined) return []
      // Some subresources are of another group than their resource, such as scales.
      const kindVersion = new GroupVersion(found.group || groupVersion.group, found.version || groupVersion.version)
      return [{ resource: groupVersion.withResource(resource), kind: kindVersion.withKind(found.kind) }]
    })
  }
}
