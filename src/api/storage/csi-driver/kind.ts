import type { KindDeclaration } from '../../kind-declaration.js'

export const csiDriver: KindDeclaration = {
  kind: 'CSIDriver',
  sameVersions: ['v1', 'v1beta1'],
  storage: { returnsDeletedObject: true },
}
