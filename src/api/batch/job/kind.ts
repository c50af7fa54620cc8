import type { KindDeclaration } from '../../kind-declaration.js'

/** Job of `batch`. */
export const job: KindDeclaration = { kind: 'Job', storage: {} }
