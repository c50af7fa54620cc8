import { addToScheme } from 'apimachinery/api'
import { addConversionsToScheme } from 'apimachinery/api/conversion'
import { addDefaultsToScheme } from 'apimachinery/api/defaults'
import { addEarlierToScheme, newestRelease, type Release, schemeOptionsOf } from 'apimachinery/api/releases'
import { Scheme } from 'apimachinery/runtime'

/** Kube-apiserver's name of its scheme in error messages. */
const schemeName = 'pkg/runtime/scheme.go:111'

/** A scheme with every built-in kind as a release has it, its defaults, which follow feature gates, and conversions. */
export function newBuiltInScheme(release: Release = newestRelease, featureEnabled?: (gate: string) => boolean): Scheme {
  const scheme = new Scheme({ ...schemeOptionsOf(release), name: schemeName })
  addToScheme(scheme)
  if (release !== newestRelease) addEarlierToScheme(scheme)
  addDefaultsToScheme(scheme, { featureEnabled })
  addConversionsToScheme(scheme)
  return scheme
}
