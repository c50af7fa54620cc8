import type { KindDeclaration } from '../../kind-declaration.js'

/** ResourceQuota of `v1`. */
export const resourceQuota: KindDeclaration = { kind: 'ResourceQuota', storage: { returnsDeletedObject: true } }
