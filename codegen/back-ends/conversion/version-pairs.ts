import { compareKubeAwareVersionStrings } from '../../../src/schema/version-order.js'
import type { Diagnostics } from '../../diagnostics/diagnostic.js'
import type { ApiModel, ApiPackage } from '../../ir/model.js'

/** Two versions of a group; `hub` is the one that others convert through. */
export interface VersionPair {
  readonly spoke: ApiPackage
  readonly hub: ApiPackage
}

/**
 * Which versions convert with which: as `+k8s:conversion-gen=` says; otherwise each version of a group with its hub, the
 * stored version or, when none is marked, the version that Kubernetes prefers.
 */
export function versionPairs(model: ApiModel, diagnostics: Diagnostics): VersionPair[] {
  const own = model.packages.filter((pkg) => pkg.external === undefined && pkg.group !== undefined)
  return own.flatMap((spoke) => {
    if (spoke.conversionPeers !== undefined) return namedPairs(spoke, own, diagnostics)
    const group = own.filter((pkg) => pkg.group === spoke.group)
    const named = group.flatMap((pkg) => pkg.conversionPeers ?? [])
    const hub = named.includes(spoke.path) ? spoke : hubOf(group)
    return hub === undefined || hub === spoke || named.length > 0 ? [] : [{ spoke, hub }]
  })
}

function namedPairs(spoke: ApiPackage, own: readonly ApiPackage[], diagnostics: Diagnostics): VersionPair[] {
  return (spoke.conversionPeers ?? []).flatMap((path) => {
    const hub = own.find((pkg) => pkg.path === path)
    if (hub !== undefined) return [{ spoke, hub }]
    diagnostics.error('conversion-peer', `${spoke.path} converts with ${path}, which is not part of the input`)
    return []
  })
}

function hubOf(group: readonly ApiPackage[]): ApiPackage | undefined {
  const stored = group.find((pkg) =>
    pkg.declarations.some((each) => each.form === 'struct' && each.kind?.resource?.version?.storage === true),
  )
  const byPriority = [...group].sort((a, b) => compareKubeAwareVersionStrings(b.version ?? '', a.version ?? ''))
  return stored ?? byPriority[0]
}
