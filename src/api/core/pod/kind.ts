import type { KindDeclaration } from '../../kind-declaration.js'

/** Pod of `v1`. */
export const pod: KindDeclaration = { kind: 'Pod', storage: { returnsDeletedObject: true } }
