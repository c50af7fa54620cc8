import type { KindDeclaration } from '../../kind-declaration.js'

export const storageClass: KindDeclaration = {
  kind: 'StorageClass',
  sameVersions: ['v1', 'v1beta1'],
  storage: { returnsDeletedObject: true },
}
