import type { KindDeclaration } from '../../kind-declaration.js'

/** EvictionRequest of `lifecycle.k8s.io`. */
export const evictionRequest: KindDeclaration = { kind: 'EvictionRequest', deprecations: { v1alpha1: [40, 43] } }
