import type { KindDeclaration } from '../../kind-declaration.js'

export const persistentVolumeClaim: KindDeclaration = {
  kind: 'PersistentVolumeClaim',
  storage: { returnsDeletedObject: true },
}
