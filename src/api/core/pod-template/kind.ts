import type { KindDeclaration } from '../../kind-declaration.js'

export const podTemplate: KindDeclaration = { kind: 'PodTemplate', storage: { returnsDeletedObject: true } }
