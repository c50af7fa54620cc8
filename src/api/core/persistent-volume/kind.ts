import type { KindDeclaration } from '../../kind-declaration.js'

/** PersistentVolume of `v1`. */
export const persistentVolume: KindDeclaration = { kind: 'PersistentVolume', storage: { returnsDeletedObject: true } }
