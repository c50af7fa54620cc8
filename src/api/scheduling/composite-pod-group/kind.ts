import type { KindDeclaration } from '../../kind-declaration.js'

export const compositePodGroup: KindDeclaration = { kind: 'CompositePodGroup', storage: {} }
