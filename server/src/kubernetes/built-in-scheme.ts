import { addToScheme } from 'apimachinery/api'
import { addConversionsToScheme } from 'apimachinery/api/conversion'
import { addDefaultsToScheme } from 'apimachinery/api/defaults'
import { Scheme } from 'apimachinery/runtime'

/** What kube-apiserver calls its scheme in error messages. */
const schemeName = 'pkg/runtime/scheme.go:111'

/** A scheme with every built-in kind, its defaults and conversions. */
export function newBuiltInScheme(): Scheme {
  const scheme = new Scheme({ name: schemeName })
  addToScheme(scheme)
  addDefaultsToScheme(scheme)
  addConversionsToScheme(scheme)
  return scheme
}
