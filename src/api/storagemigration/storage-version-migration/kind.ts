import type { KindDeclaration } from '../../kind-declaration.js'

export const storageVersionMigration: KindDeclaration = {
  kind: 'StorageVersionMigration',
  sameVersions: ['v1', 'v1beta1'],
  deprecations: { v1beta1: [37, 40, 'storagemigration.k8s.io/v1 StorageVersionMigration'] },
  storage: {},
}
