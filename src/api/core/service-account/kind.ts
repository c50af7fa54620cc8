import type { KindDeclaration } from '../../kind-declaration.js'

export const serviceAccount: KindDeclaration = { kind: 'ServiceAccount', storage: { returnsDeletedObject: true } }
