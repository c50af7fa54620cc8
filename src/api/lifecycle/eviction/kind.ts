import type { KindDeclaration } from '../../kind-declaration.js'

export const eviction: KindDeclaration = { kind: 'Eviction' }
