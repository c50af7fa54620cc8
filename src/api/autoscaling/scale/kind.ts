import type { KindDeclaration } from '../../kind-declaration.js'

export const scale: KindDeclaration = { kind: 'Scale', sameVersions: ['v1'] }
