import type { GroupVersionKind } from 'apimachinery/schema'

/** From when on a version of a kind is not to be used. Releases are written as `major.minor`. */
export interface KindLifecycle {
  readonly deprecated: string
  /** The first release without it. */
  readonly removed?: string | undefined
  /** What to use instead. */
  readonly replacement?: GroupVersionKind | undefined
}

/**
 * What clients are told about a deprecated version of a kind; `undefined` for any other.
 *
 * Source: `WarningMessage` of k8s.io/apiserver/pkg/endpoints/deprecation.
 */
export function deprecationOf(
  gvk: GroupVersionKind,
  lifecycle: KindLifecycle | undefined,
): { readonly warning: string; readonly removedRelease: string } | undefined {
  if (lifecycle === undefined) return undefined
  const { deprecated, removed, replacement } = lifecycle
  const until = removed === undefined ? '' : `, unavailable in v${removed}+`
  const instead = replacement === undefined ? '' : `; use ${versionedKindText(replacement)}`
  return {
    warning: `${versionedKindText(gvk)} is deprecated in v${deprecated}+${until}${instead}`,
    removedRelease: removed ?? '',
  }
}

function versionedKindText(gvk: GroupVersionKind): string {
  const { apiVersion, kind } = gvk.toAPIVersionAndKind()
  return `${apiVersion} ${kind}`
}
