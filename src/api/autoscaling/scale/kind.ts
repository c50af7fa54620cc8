import type { KindDeclaration } from '../../kind-declaration.js'

/** Scale of `autoscaling`. */
export const scale: KindDeclaration = { kind: 'Scale', sameVersions: ['v1'] }
