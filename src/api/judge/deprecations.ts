import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import { hasKind } from '../releases/kind-facts.js'
import { lifecycleOf } from '../releases/lifecycle.js'
import type { Release } from '../releases/release.js'

/**
 * The warning of a server for every request to a deprecated version of a kind; `undefined` for any other.
 *
 * Source: `WarningMessage` of k8s.io/apiserver/pkg/endpoints/deprecation.
 */
export function deprecationWarning(gvk: GroupVersionKind, release: Release): string | undefined {
  const { deprecated, removed, replacement } = lifecycleOf(release, gvk) ?? {}
  if (deprecated === undefined || deprecated > release.minor) return undefined
  const { apiVersion, kind } = gvk.toAPIVersionAndKind()
  const until = removed === undefined ? '' : `, unavailable in v1.${removed}+`
  const instead = replacement === undefined ? '' : `; use ${replacement}`
  return `${apiVersion} ${kind} is deprecated in v1.${deprecated}+${until}${instead}`
}

/** The name of the release that no longer serves a deprecated version, as a release states it; undefined where it names none. */
export function removedRelease(gvk: GroupVersionKind, release: Release): string | undefined {
  const removed = lifecycleOf(release, gvk)?.removed
  return removed === undefined ? undefined : `1.${removed}`
}

/** Reports whether a release of Kubernetes does not serve a version of a built-in kind: no more, or not yet. */
export function isRemoved(gvk: GroupVersionKind, release: Release): boolean {
  const removed = lifecycleOf(release, gvk)?.removed
  return !hasKind(release, gvk) || (removed !== undefined && removed <= release.minor)
}
