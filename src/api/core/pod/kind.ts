import type { KindDeclaration } from '../../kind-declaration.js'

export const pod: KindDeclaration = { kind: 'Pod', storage: { returnsDeletedObject: true } }
