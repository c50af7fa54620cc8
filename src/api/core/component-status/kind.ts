import type { KindDeclaration } from '../../kind-declaration.js'

/** ComponentStatus of `v1`. */
export const componentStatus: KindDeclaration = { kind: 'ComponentStatus', deprecations: { v1: [19, 0] } }
