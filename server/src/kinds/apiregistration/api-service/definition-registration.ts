import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { GroupVersion } from 'apimachinery/schema'
import type { AutoRegistration } from '../../../aggregator/auto-registration.js'
import type { ObjectCache } from '../../../storage/object-cache.js'

const groupPriorityMinimum = 1000
const versionPriority = 100

/**
 * Registers what definitions serve as they come and go; the answer ends that.
 *
 * Source: pkg/controlplane/controller/crdregistration of Kubernetes.
 */
export function registerDefinitions(
  definitions: ObjectCache<CustomResourceDefinition>,
  registration: AutoRegistration,
  isLocal: (groupVersion: GroupVersion) => boolean,
): () => void {
  const register = (definition: CustomResourceDefinition): void => {
    const { group, versions } = definition.spec
    for (const { name } of versions) {
      const groupVersion = new GroupVersion(group, name)
      // The server's own versions were registered at the start.
      if (isLocal(groupVersion)) continue
      if (isServed(definitions, groupVersion)) {
        registration.add({ groupVersion, groupPriorityMinimum, versionPriority }, 'true')
      } else {
        registration.remove(groupVersion)
      }
    }
  }
  for (const definition of definitions.list()) register(definition)
  return definitions.onChange((change) => {
    if (change.type === 'MODIFIED') register(change.old)
    register(change.object)
  })
}

function isServed(definitions: ObjectCache<CustomResourceDefinition>, { group, version }: GroupVersion): boolean {
  for (const { spec } of definitions.list()) {
    if (spec.group === group && spec.versions.some(({ name, served }) => name === version && served)) return true
  }
  return false
}
