import type { KindDeclaration } from '../../kind-declaration.js'

export const eviction: KindDeclaration = { kind: 'Eviction', deprecations: { v1alpha1: [40, 43] } }
