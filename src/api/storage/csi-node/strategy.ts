import { resetObjectMetaForStatus } from '../../../meta/object-meta.js'
import { keepField } from '../../strategies/kept-fields.js'
import type { KindStrategy, StrategyContext, UpdateHooks } from '../../strategies/kind-strategy.js'
import { CSINode } from '../v1/types.gen.js'
import { validateCSINode, validateCSINodeStatusUpdate, validateCSINodeUpdate } from './validation.js'

/** The first release whose CSINodes have a status. */
const hasStatus = ({ release }: StrategyContext): boolean => release.minor >= 37

function dropDisabledFields({ status }: CSINode, old: CSINode | undefined, context: StrategyContext): void {
  if (!status || context.featureEnabled('CSIVolumeHealth')) return
  if ((old?.status?.storageHealth ?? []).length === 0) delete status.storageHealth
}

const status: UpdateHooks<CSINode> = {
  prepareForUpdate(node, old, context) {
    keepField(node, old, 'spec')
    resetObjectMetaForStatus(node, old)
    dropDisabledFields(node, old, context)
  },
  validateUpdate: validateCSINodeStatusUpdate,
  resetFields: { 'storage.k8s.io/v1': [['metadata'], ['spec']] },
}

/** How a CSINode behaves in a registry. */
export const csiNodeStrategy: KindStrategy<CSINode> = {
  type: CSINode,
  allowUnconditionalUpdate: false,
  prepareForCreate(node, context) {
    if (hasStatus(context)) node.status = {}
    else delete node.status
  },
  prepareForUpdate(node, old, context) {
    keepField(node, old, 'status')
    dropDisabledFields(node, old, context)
  },
  validate: validateCSINode,
  validateUpdate(node, old, context) {
    const errors = validateCSINodeUpdate(node, old, context.featureEnabled('MutableCSINodeAllocatableCount'))
    // Earlier releases check a changed node as a new one, too.
    return context.release.minor < 36 ? [...validateCSINode(node), ...errors] : errors
  },
  resetFields: { 'storage.k8s.io/v1': [['status']] },
  subresources: { status },
}
