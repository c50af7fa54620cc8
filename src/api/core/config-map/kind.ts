import type { KindDeclaration } from '../../kind-declaration.js'

/** ConfigMap of `v1`. */
export const configMap: KindDeclaration = { kind: 'ConfigMap', storage: {} }
