import { addToScheme } from 'apimachinery/api'
import { addConversionsToScheme } from 'apimachinery/api/conversion'
import { addDefaultsToScheme } from 'apimachinery/api/defaults'
import type { Scheme } from 'apimachinery/runtime'
import { earlierFields } from './earlier-fields.js'
import { laterFields } from './later-fields.js'
import { ReleaseScheme } from './release-scheme.js'

/** Kube-apiserver's name of its scheme in error messages. */
const schemeName = 'pkg/runtime/scheme.go:111'

/** Groups with kinds that have, or contain, fields of a later release. */
const changedGroups = [
  '',
  'apps',
  'authentication.k8s.io',
  'autoscaling',
  'batch',
  'extensions',
  'resource.k8s.io',
  'storage.k8s.io',
]

/** A scheme with every built-in kind as release 1.36 has it, its defaults and conversions. */
export function newBuiltInScheme(): Scheme {
  const scheme = new ReleaseScheme({ name: schemeName }, { without: laterFields, with: earlierFields }, changedGroups)
  addToScheme(scheme)
  addDefaultsToScheme(scheme)
  addConversionsToScheme(scheme)
  return scheme
}
