import type { KindDeclaration } from '../../kind-declaration.js'

export const evictionRequest: KindDeclaration = { kind: 'EvictionRequest', deprecations: { v1alpha1: [40, 43] } }
