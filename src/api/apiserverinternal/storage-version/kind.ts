import type { KindDeclaration } from '../../kind-declaration.js'

/** StorageVersion of `internal.apiserver.k8s.io`. */
export const storageVersion: KindDeclaration = { kind: 'StorageVersion', storage: {} }
