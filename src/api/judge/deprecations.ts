import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import type { Deprecation } from '../kind-declaration.js'
import { kinds } from '../kinds.gen.js'

/**
 * The warning of a server for every request to a deprecated version of a kind; `undefined` for any other.
 *
 * Source: the lifecycle methods of k8s.io/api, `WarningMessage` of k8s.io/apiserver/pkg/endpoints/deprecation.
 * @param minor - the minor release of Kubernetes, such as 37.
 */
export function deprecationWarning(gvk: GroupVersionKind, minor: number): string | undefined {
  const found = deprecationOf(gvk)
  if (found === undefined || found[0] > minor) return undefined
  const [deprecated, removed, replacement] = found
  const { apiVersion, kind } = gvk.toAPIVersionAndKind()
  const until = removed === 0 ? '' : `, unavailable in v1.${removed}+`
  const instead = replacement === undefined ? '' : `; use ${replacement}`
  return `${apiVersion} ${kind} is deprecated in v1.${deprecated}+${until}${instead}`
}

/** The release, such as `1.38`, that no longer serves a deprecated version; undefined where none is named. */
export function removedRelease(gvk: GroupVersionKind): string | undefined {
  const removed = deprecationOf(gvk)?.[1] ?? 0
  return removed === 0 ? undefined : `1.${removed}`
}

/** Reports whether a release of Kubernetes serves a version of a built-in kind no more. */
export function isRemoved(gvk: GroupVersionKind, minor: number): boolean {
  const removed = deprecationOf(gvk)?.[1] ?? 0
  return removed > 0 && removed <= minor
}

function deprecationOf({ group, version, kind }: GroupVersionKind): Deprecation | undefined {
  const ofGroup = Object.hasOwn(kinds, group) ? kinds[group] : undefined
  const deprecations = ofGroup?.find((each) => each.kind === kind)?.deprecations ?? {}
  return Object.hasOwn(deprecations, version) ? deprecations[version] : undefined
}
