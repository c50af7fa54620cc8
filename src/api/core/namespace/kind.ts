import type { KindDeclaration } from '../../kind-declaration.js'

export const namespace: KindDeclaration = { kind: 'Namespace', storage: {} }
