import { addConversionsToScheme } from '../../src/api/conversion/add-conversions-to-scheme.gen.js'
import { addDefaultsToScheme } from '../../src/api/defaults/add-defaults-to-scheme.gen.js'
import { addToScheme } from '../../src/api/index.js'
import { builtInAdmission } from '../../src/api/judge/built-in-admission.js'
import { Judge } from '../../src/api/judge/judge.js'
import { releaseOf } from '../../src/api/releases/release.js'
import type { KindClass } from '../../src/runtime/objects/typed-object.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'

/** The time at which everything happens. */
export const now: Date = new Date('2031-02-03T04:05:06Z')

/** The kinds of the cluster whose answers were recorded. */
export const scheme: Scheme = new Scheme({ name: 'pkg/runtime/scheme.go:111' })
addToScheme(scheme)
addDefaultsToScheme(scheme, { now: () => now })
addConversionsToScheme(scheme)

/** Judges as that cluster did. */
export const judge: Judge = new Judge({
  scheme,
  release: releaseOf('1.36'),
  namespaceLabels: () => ({}),
  now: () => now,
  ...builtInAdmission({ emptyCluster: true }),
  user: { name: 'admin', uid: 'admin-uid', groups: ['system:masters', 'system:authenticated'] },
})

const types = new Map<string, KindClass>()
for (const { gvk, type } of scheme.allKnownTypes()) {
  if (type.resource !== undefined) types.set(keyOf(gvk, type.resource.plural), type)
}

/** The class of a served resource. */
export function typeOf(gvr: { group: string; version: string; resource: string }): KindClass | undefined {
  return types.get(keyOf(gvr, gvr.resource))
}

function keyOf({ group, version }: { group: string; version: string }, resource: string): string {
  return `${group}/${version}/${resource}`
}
