import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { CSINode } from '../v1/types.gen.js'
import { validateCSINode, validateCSINodeUpdate } from './validation.js'

/** How a CSINode behaves in a registry. */
export const csiNodeStrategy: KindStrategy<CSINode> = {
  type: CSINode,
  allowUnconditionalUpdate: false,
  validate: validateCSINode,
  validateUpdate: (node, old, context) =>
    validateCSINodeUpdate(node, old, context.featureEnabled('MutableCSINodeAllocatableCount')),
}
