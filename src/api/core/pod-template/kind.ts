import type { KindDeclaration } from '../../kind-declaration.js'

/** PodTemplate of `v1`. */
export const podTemplate: KindDeclaration = { kind: 'PodTemplate', storage: { returnsDeletedObject: true } }
