import type { KindDeclaration } from '../../kind-declaration.js'

export const configMap: KindDeclaration = { kind: 'ConfigMap', storage: {} }
