import type { KindClass, KubernetesObject } from '../../runtime/objects/typed-object.js'
import type { ConversionRegistrar } from './conversion-registrar.js'
import { recast } from './recast.js'

/**
 * Registers conversions between a hub and versions that have the same fields with the same meaning all the way down: the
 * value is taken over as it is. Lists convert item by item.
 */
export function addSameKinds(scheme: ConversionRegistrar, hub: KindClass, ...versions: readonly KindClass[]): void {
  scheme.addHub(hub)
  for (const version of versions) {
    scheme.addGeneratedConversionFunc<KubernetesObject, KubernetesObject>(version, hub, (from) => recast(from, hub))
    scheme.addGeneratedConversionFunc<KubernetesObject, KubernetesObject>(hub, version, (from) => recast(from, version))
  }
}
