import { keepField } from '../../strategies/kept-fields.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { resetMetadataForStatus } from '../../strategies/reset-metadata-for-status.js'
import { StorageVersion } from '../v1alpha1/types.gen.js'
import { validateStorageVersion, validateStorageVersionStatus } from './validation.js'

/** How a StorageVersion behaves in a registry. */
export const storageVersionStrategy: KindStrategy<StorageVersion> = {
  type: StorageVersion,
  allowUnconditionalUpdate: false,
  prepareForCreate(storageVersion) {
    storageVersion.status = {}
  },
  prepareForUpdate: (storageVersion, old) => keepField(storageVersion, old, 'status'),
  validate: validateStorageVersion,
  validateUpdate: () => [],
  resetFields: { 'internal.apiserver.k8s.io/v1alpha1': [['status']] },
  subresources: {
    status: {
      prepareForUpdate(storageVersion, old) {
        keepField(storageVersion, old, 'spec')
        resetMetadataForStatus(storageVersion, old)
      },
      validateUpdate: validateStorageVersionStatus,
      resetFields: { 'internal.apiserver.k8s.io/v1alpha1': [['metadata'], ['spec']] },
    },
  },
}
