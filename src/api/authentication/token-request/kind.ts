import type { KindDeclaration } from '../../kind-declaration.js'

/** TokenRequest of `authentication.k8s.io`. */
export const tokenRequest: KindDeclaration = { kind: 'TokenRequest' }
