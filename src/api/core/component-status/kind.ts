import type { KindDeclaration } from '../../kind-declaration.js'

export const componentStatus: KindDeclaration = { kind: 'ComponentStatus' }
