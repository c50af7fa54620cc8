import type { KindDeclaration } from '../../kind-declaration.js'

/** Eviction of `lifecycle.k8s.io`. */
export const eviction: KindDeclaration = { kind: 'Eviction', deprecations: { v1alpha1: [40, 43] } }
