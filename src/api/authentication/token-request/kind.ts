import type { KindDeclaration } from '../../kind-declaration.js'

export const tokenRequest: KindDeclaration = { kind: 'TokenRequest' }
