import type { KindDeclaration } from '../../kind-declaration.js'

export const node: KindDeclaration = { kind: 'Node', storage: { prefix: 'minions' } }
