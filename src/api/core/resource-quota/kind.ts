import type { KindDeclaration } from '../../kind-declaration.js'

export const resourceQuota: KindDeclaration = { kind: 'ResourceQuota', storage: { returnsDeletedObject: true } }
