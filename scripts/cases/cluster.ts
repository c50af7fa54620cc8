import { addConversionsToScheme } from '../../src/api/conversion/add-conversions-to-scheme.gen.js'
import { addDefaultsToScheme } from '../../src/api/defaults/add-defaults-to-scheme.gen.js'
import { addToScheme } from '../../src/api/index.js'
import { builtInAdmission } from '../../src/api/judge/built-in-admission.js'
import { Judge } from '../../src/api/judge/judge.js'
import {
  addEarlierToScheme,
  FeatureGates,
  newestRelease,
  type Release,
  schemeOptionsOf,
} from '../../src/api/releases/index.js'
import { missingSubresources } from '../../src/api/releases/kind-facts.js'
import { hasResource } from '../../src/api/releases/served.js'
import type { KindClass } from '../../src/runtime/objects/typed-object.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'

/** The time at which everything happens. */
export const now: Date = new Date('2031-02-03T04:05:06Z')

/** The kinds of a cluster whose answers were recorded, and what judges as it did. */
export interface Cluster {
  readonly release: Release
  readonly scheme: Scheme
  readonly judge: Judge
  /** Whether it has a resource of a group version, or a subresource. */
  serves(gvr: Resource, subresource?: string): boolean
  /** The class of a served resource. */
  typeOf(gvr: Resource): KindClass | undefined
}

interface Resource {
  readonly group: string
  readonly version: string
  readonly resource: string
}

const clusters = new Map<string, Cluster>()

/** The cluster of a release; the same one each time. */
export function clusterOf(release: Release): Cluster {
  const known = clusters.get(release.name) ?? newCluster(release)
  clusters.set(release.name, known)
  return known
}

function newCluster(release: Release): Cluster {
  const scheme = new Scheme({ ...schemeOptionsOf(release), name: 'pkg/runtime/scheme.go:111' })
  addToScheme(scheme)
  if (release !== newestRelease) addEarlierToScheme(scheme)
  addDefaultsToScheme(scheme, { now: () => now, featureEnabled: new FeatureGates({ release }).enabled })
  addConversionsToScheme(scheme)
  const judge = new Judge({
    scheme,
    release,
    namespaceLabels: () => ({}),
    now: () => now,
    ...builtInAdmission({ emptyCluster: true }),
    user: { name: 'admin', uid: 'admin-uid', groups: ['system:masters', 'system:authenticated'] },
  })
  const types = new Map<string, KindClass>()
  for (const { gvk, type } of scheme.allKnownTypes()) {
    if (type.resource === undefined) continue
    types.set(keyOf({ group: gvk.group, version: gvk.version, resource: type.resource.plural }), type)
  }
  const typeOf = (gvr: Resource) => types.get(keyOf(gvr))
  const serves = (gvr: Resource, subresource?: string) => {
    const kind = typeOf(gvr)?.groupVersionKind
    const missing = kind === undefined || subresource === undefined ? [] : missingSubresources(release, kind)
    return hasResource(release, gvr) && !missing.includes(subresource ?? '')
  }
  return { release, scheme, judge, serves, typeOf }
}

function keyOf({ group, version, resource }: Resource): string {
  return `${group}/${version}/${resource}`
}
