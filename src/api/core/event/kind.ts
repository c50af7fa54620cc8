import type { KindDeclaration } from '../../kind-declaration.js'

/** Event of `v1`. */
export const event: KindDeclaration = { kind: 'Event', storage: {} }
