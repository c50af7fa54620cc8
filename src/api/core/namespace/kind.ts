import type { KindDeclaration } from '../../kind-declaration.js'

/** Namespace of `v1`. */
export const namespace: KindDeclaration = { kind: 'Namespace', storage: {} }
