import type { KindDeclaration } from '../../kind-declaration.js'

export const job: KindDeclaration = { kind: 'Job', storage: {} }
