import type { KindDeclaration } from '../../kind-declaration.js'

export const evictionRequest: KindDeclaration = { kind: 'EvictionRequest', storage: {} }
