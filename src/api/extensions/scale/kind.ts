import type { KindDeclaration } from '../../kind-declaration.js'

export const scale: KindDeclaration = { kind: 'Scale', deprecations: { v1beta1: [2, 16] } }
