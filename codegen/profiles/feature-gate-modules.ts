import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FeatureGateSource } from '../front-ends/feature-gates/read-feature-gates.js'

/** The files with the gates that an API server registers. Those of Kubernetes itself have its version, the others that of its libraries. */
const files = [
  ['k8s.io/kubernetes', 'pkg/features/kube_features.go'],
  ['k8s.io/apiserver', 'pkg/features/kube_features.go'],
  ['k8s.io/apiextensions-apiserver', 'pkg/features/kube_features.go'],
  ['k8s.io/client-go', 'features/known_features.go'],
  ['k8s.io/component-base', 'featuregate/feature_gate.go'],
  ['k8s.io/component-base', 'logs/api/v1/kube_features.go'],
  ['k8s.io/component-base', 'metrics/features/kube_features.go'],
  ['k8s.io/component-base', 'zpages/features/kube_features.go'],
  ['k8s.io/controller-manager', 'pkg/features/kube_features.go'],
] as const

/** The sources of the gates of a release, `major.minor.patch`, in a module cache. */
export function featureGateSources(moduleCache: string, release: string): FeatureGateSource[] {
  return files.map(([module, path]) => {
    const version = module === 'k8s.io/kubernetes' ? release : release.replace(/^1\./, '0.')
    const name = `${module}@v${version}/${path}`
    return { name, text: readFileSync(join(moduleCache, name), 'utf8') }
  })
}
