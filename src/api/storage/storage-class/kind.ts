import type { KindDeclaration } from '../../kind-declaration.js'

export const storageClass: KindDeclaration = {
  kind: 'StorageClass',
  sameVersions: ['v1', 'v1beta1'],
  deprecations: { v1beta1: [19, 22, 'storage.k8s.io/v1 StorageClass'] },
  storage: { versions: ['v1'], returnsDeletedObject: true },
}
