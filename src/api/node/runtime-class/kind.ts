import type { KindDeclaration } from '../../kind-declaration.js'

export const runtimeClass: KindDeclaration = { kind: 'RuntimeClass', deprecations: { v1beta1: [22, 25] }, storage: {} }
