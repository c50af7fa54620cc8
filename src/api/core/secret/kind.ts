import type { KindDeclaration } from '../../kind-declaration.js'

/** Secret of `v1`. */
export const secret: KindDeclaration = { kind: 'Secret', storage: {} }
