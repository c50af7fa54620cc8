import type { KindDeclaration } from '../../kind-declaration.js'

export const limitRange: KindDeclaration = { kind: 'LimitRange', storage: {} }
