import type { KindDeclaration } from '../../kind-declaration.js'

export const runtimeClass: KindDeclaration = { kind: 'RuntimeClass', storage: {} }
