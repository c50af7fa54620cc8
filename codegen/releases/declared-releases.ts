import type { DeclaredRelease } from '../back-ends/declared/declared-rules.js'
import type { ReleaseModel } from './release-model.js'

/** Before this release, servers compare declared rules with hand-written ones and enforce those of few kinds. */
const enforcedSince = 37

/**
 * The kinds whose strategies enforce declared rules in an earlier release.
 *
 * Source: `WithDeclarativeEnforcement` in pkg/registry of k8s.io/kubernetes.
 */
const enforced: Readonly<Record<number, readonly string[]>> = {
  36: ['PodGroup', 'ResourcePoolStatusRequest', 'Workload'],
}

/** No code is generated for the tags of this group (`+k8s:validation-gen=false`), whose kinds are no longer served. */
const withoutRules = 'k8s.io/api/extensions/'

/** What the releases have of declared rules. */
export function declaredReleases(models: readonly ReleaseModel[]): DeclaredRelease[] {
  return models.flatMap(({ release: { minor }, model }) => {
    const kinds = minor < enforcedSince ? (enforced[minor] ?? []) : undefined
    if (kinds?.length === 0) return []
    const packages = model.packages.filter(({ path }) => !path.startsWith(withoutRules))
    return [{ minor, model: { ...model, packages }, ...(kinds !== undefined && { kinds }) }]
  })
}
