import type { KindDeclaration } from '../../kind-declaration.js'

/** ServiceAccount of `v1`. */
export const serviceAccount: KindDeclaration = { kind: 'ServiceAccount', storage: { returnsDeletedObject: true } }
