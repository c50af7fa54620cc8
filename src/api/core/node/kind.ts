import type { KindDeclaration } from '../../kind-declaration.js'

/** Node of `v1`. */
export const node: KindDeclaration = { kind: 'Node', storage: { prefix: 'minions' } }
