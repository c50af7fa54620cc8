import { type EffectiveRelease, newestRelease, releaseOf } from 'apimachinery/api/releases'
import { MachineryError } from 'apimachinery/errors'

/** Which release a server answers as. */
export interface ReleaseOptions {
  /** Its name, such as the names of `releases` of `apimachinery/api/releases`; the newest one where absent. */
  readonly release?: string | undefined
  /** The oldest release that API servers of the same cluster have, which objects are stored for; one before the release where absent. */
  readonly minCompatibilityVersion?: string | undefined
}

/** The oldest minor release of a server that others of the cluster may have. Source: `kubeEffectiveVersionFloors` of k8s.io/apiserver. */
export const oldestCompatible: number = /* @__PURE__ */ newestRelease.minor - 3

/**
 * The release of options.
 *
 * @throws MachineryError `UnknownRelease`; `InvalidValue` for an older server of the cluster that the release is not compatible with.
 */
export function effectiveRelease({
  release: name,
  minCompatibilityVersion,
}: ReleaseOptions): Required<EffectiveRelease> {
  const release = name === undefined ? newestRelease : releaseOf(name)
  if (minCompatibilityVersion === undefined) return { release, minCompatibility: release.minor - 1 }
  const [, minor] = /^1\.(\d+)$/.exec(minCompatibilityVersion) ?? []
  const minCompatibility = Number(minor)
  if (minCompatibility >= oldestCompatible && minCompatibility <= release.minor) return { release, minCompatibility }
  const range = `[1.${oldestCompatible}, ${release.name}]`
  throw new MachineryError(
    'InvalidValue',
    `minCompatibilityVersion version ${minCompatibilityVersion} is not between ${range}`,
  )
}
