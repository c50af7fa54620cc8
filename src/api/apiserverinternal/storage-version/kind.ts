import type { KindDeclaration } from '../../kind-declaration.js'

export const storageVersion: KindDeclaration = { kind: 'StorageVersion', storage: {} }
