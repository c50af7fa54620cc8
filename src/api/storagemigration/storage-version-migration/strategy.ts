import { keepField } from '../../strategies/kept-fields.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import type { FieldSetPaths } from '../../strategies/reset-fields.js'
import { resetMetadataForStatus } from '../../strategies/reset-metadata-for-status.js'
import { StorageVersionMigration } from '../v1/types.gen.js'
import {
  validateStorageVersionMigration,
  validateStorageVersionMigrationStatusUpdate,
  validateStorageVersionMigrationUpdate,
} from './validation.js'

function inAllVersions(...fields: readonly string[]): FieldSetPaths {
  const paths = fields.map((field) => [field])
  return { 'storagemigration.k8s.io/v1beta1': paths, 'storagemigration.k8s.io/v1': paths }
}

/** How a StorageVersionMigration behaves in a registry. */
export const storageVersionMigrationStrategy: KindStrategy<StorageVersionMigration> = {
  type: StorageVersionMigration,
  allowUnconditionalUpdate: false,
  prepareForCreate(migration) {
    migration.status = {}
  },
  prepareForUpdate: (migration, old) => keepField(migration, old, 'status'),
  validate: validateStorageVersionMigration,
  validateUpdate: validateStorageVersionMigrationUpdate,
  resetFields: inAllVersions('status'),
  subresources: {
    status: {
      prepareForUpdate(migration, old) {
        keepField(migration, old, 'spec')
        resetMetadataForStatus(migration, old)
      },
      validateUpdate: validateStorageVersionMigrationStatusUpdate,
      resetFields: inAllVersions('metadata', 'spec'),
    },
  },
}
