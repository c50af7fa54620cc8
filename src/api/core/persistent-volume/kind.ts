import type { KindDeclaration } from '../../kind-declaration.js'

export const persistentVolume: KindDeclaration = { kind: 'PersistentVolume', storage: { returnsDeletedObject: true } }
