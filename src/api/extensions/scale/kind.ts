import type { KindDeclaration } from '../../kind-declaration.js'

/** Scale of `extensions`. */
export const scale: KindDeclaration = { kind: 'Scale', deprecations: { v1beta1: [2, 16] } }
