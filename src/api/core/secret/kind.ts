import type { KindDeclaration } from '../../kind-declaration.js'

export const secret: KindDeclaration = { kind: 'Secret', storage: {} }
