import type { KindDeclaration } from '../../kind-declaration.js'

/** PersistentVolumeClaim of `v1`. */
export const persistentVolumeClaim: KindDeclaration = {
  kind: 'PersistentVolumeClaim',
  storage: { returnsDeletedObject: true },
}
