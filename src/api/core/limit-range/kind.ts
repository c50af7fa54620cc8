import type { KindDeclaration } from '../../kind-declaration.js'

/** LimitRange of `v1`. */
export const limitRange: KindDeclaration = { kind: 'LimitRange', storage: {} }
