import type { SchemeOptions } from '../../runtime/scheme/scheme-options.js'
import { hasKind } from './kind-facts.js'
import { newestRelease, type Release } from './release.js'
import { StandIns } from './stand-ins.js'

/**
 * What a scheme is made with to have the built-in kinds as a release has them: `new Scheme(schemeOptionsOf(release))`. Kinds and
 * fields that came later are unknown to it; those that went are known after {@link addEarlierToScheme}. The newest release needs
 * nothing, and its classes are those of the library.
 */
export function schemeOptionsOf(release: Release): SchemeOptions {
  if (release.minor === newestRelease.minor) return {}
  const standIns = new StandIns(release)
  return { hasKind: (gvk) => hasKind(release, gvk), standInFor: (type) => standIns.of(type) }
}
