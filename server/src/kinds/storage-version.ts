import { type EffectiveRelease, lifecycleOf, storedVersionOf } from 'apimachinery/api/releases'
import type { Scheme } from 'apimachinery/runtime'
import { compareKubeAwareVersionStrings, GroupKind } from 'apimachinery/schema'

/** A resource whose storage version is looked for. */
export interface StoredResource {
  readonly group: string
  readonly kind: string
  readonly resource: string
}

/**
 * The version that a server stores a resource in: such that the oldest server of the cluster can read it, where there is such a version
 * that is not alpha.
 *
 * Source: `BackwardCompatibileStorageEncodingFor` of k8s.io/apiserver/pkg/server/storage.
 * @throws Error for a kind that the scheme does not know.
 */
export function storageVersionOf(
  scheme: Scheme,
  { release, minCompatibility = release.minor - 1 }: EffectiveRelease,
  { group, kind, resource }: StoredResource,
): string {
  const named = storedVersionOf(release, { group, resource })
  if (named !== undefined) return named
  const versions = [...scheme.versionsForGroupKind(new GroupKind(group, kind))].sort((a, b) =>
    compareKubeAwareVersionStrings(b.version, a.version),
  )
  const isKnownIn = (minor: number) => (gv: (typeof versions)[number]) =>
    (lifecycleOf(release, gv.withKind(kind))?.introduced ?? 0) <= minor
  const stable = versions.filter(({ version }) => !version.includes('alpha'))
  const found = stable.find(isKnownIn(minCompatibility)) ?? versions.find(isKnownIn(release.minor)) ?? versions[0]
  if (found === undefined) throw new Error(`the scheme has no ${kind} in "${group}"`)
  return found.version
}
