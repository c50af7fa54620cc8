import type { KindDeclaration } from '../../kind-declaration.js'

export const scale: KindDeclaration = { kind: 'Scale' }
