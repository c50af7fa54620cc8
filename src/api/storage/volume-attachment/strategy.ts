import { resetObjectMetaForStatus } from '../../../meta/object-meta.js'
import { storageDeclared } from '../../declared/storage.gen.js'
import { keepField } from '../../strategies/kept-fields.js'
import type { KindStrategy, UpdateHooks } from '../../strategies/kind-strategy.js'
import { VolumeAttachment } from '../v1/types.gen.js'
import { validateVolumeAttachment, validateVolumeAttachmentUpdate } from './validation.js'

const status: UpdateHooks<VolumeAttachment> = {
  prepareForUpdate(attachment, old, context) {
    keepField(attachment, old, 'spec')
    resetObjectMetaForStatus(attachment, old)
    if (context.featureEnabled('MutableCSINodeAllocatableCount')) return
    for (const name of ['attachError', 'detachError'] as const) {
      const error = attachment.status?.[name]
      if (error && (old.status?.[name]?.errorCode ?? undefined) === undefined) delete error.errorCode
    }
  },
  validateUpdate: validateVolumeAttachmentUpdate,
  resetFields: { 'storage.k8s.io/v1': [['metadata'], ['spec']] },
}

/** How a VolumeAttachment behaves in a registry. */
export const volumeAttachmentStrategy: KindStrategy<VolumeAttachment> = {
  type: VolumeAttachment,
  declared: { rules: storageDeclared },
  allowUnconditionalUpdate: false,
  prepareForCreate(attachment) {
    attachment.status = { attached: false }
  },
  prepareForUpdate: (attachment, old) => keepField(attachment, old, 'status'),
  validate: validateVolumeAttachment,
  validateUpdate: validateVolumeAttachmentUpdate,
  resetFields: { 'storage.k8s.io/v1': [['status']] },
  subresources: { status },
}
