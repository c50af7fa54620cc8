import type { KindDeclaration } from '../../kind-declaration.js'

export const storageVersionMigration: KindDeclaration = {
  kind: 'StorageVersionMigration',
  sameVersions: ['v1', 'v1beta1'],
  storage: {},
}
