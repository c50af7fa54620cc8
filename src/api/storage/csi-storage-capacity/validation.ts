import { labelSelectorDescriptor } from '../../../meta/v1/descriptors.gen.js'
import { type FieldError, invalid } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { equalJSON, fieldImmutableErrorMsg } from '../../../validation/immutable.js'
import { validateLabelSelector } from '../../../validation/label-selector.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { amountOf } from '../../core/resource-list/resource-amounts.js'
import { warningsForNodeLabelSelector } from '../../core/scheduling/deprecated-node-labels.js'
import { validateNonnegativeQuantity } from '../../validation/field-rules.js'
import { isSet } from '../../validation/go-values.js'
import { invalidInternal } from '../../validation/internal-text.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import type { CSIStorageCapacity } from '../v1/types.gen.js'

/** What is allowed because the old object has it. */
export interface CSIStorageCapacityOptions {
  readonly allowInvalidLabelValueInSelector: boolean
}

/** Checks a new CSIStorageCapacity. */
export function validateCSIStorageCapacity(
  capacity: CSIStorageCapacity,
  options: CSIStorageCapacityOptions,
): readonly FieldError[] {
  const rules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }
  const className = capacity.storageClassName ?? ''
  return [
    ...validateObjectMeta(capacity.metadata, rules, fieldPath('metadata')),
    ...validateLabelSelector(capacity.nodeTopology, options, fieldPath('nodeTopology')),
    ...nameIsDNSSubdomain(className, false).map((problem) =>
      invalid(fieldPath('storageClassName'), className, problem),
    ),
    ...(isSet(capacity.capacity)
      ? validateNonnegativeQuantity(amountOf(capacity.capacity), fieldPath('capacity'))
      : []),
  ]
}

/** Checks a changed CSIStorageCapacity: what it describes cannot change. */
export function validateCSIStorageCapacityUpdate(
  capacity: CSIStorageCapacity,
  old: CSIStorageCapacity,
): readonly FieldError[] {
  const strict = { allowInvalidLabelValueInSelector: false }
  const wasInvalid = validateLabelSelector(old.nodeTopology, strict, fieldPath('nodeTopology')).length > 0
  const errors = [
    ...validateCSIStorageCapacity(capacity, { allowInvalidLabelValueInSelector: wasInvalid }),
    ...validateObjectMetaUpdate(capacity.metadata, old.metadata, fieldPath('metadata')),
  ]
  const [topology, before] = [capacity.nodeTopology ?? null, old.nodeTopology ?? null]
  if ((topology === null) !== (before === null) || !equalJSON(topology, before)) {
    errors.push(
      invalidInternal(
        fieldPath('nodeTopology'),
        { type: labelSelectorDescriptor, value: topology },
        fieldImmutableErrorMsg,
      ),
    )
  }
  const [className, oldName] = [capacity.storageClassName ?? '', old.storageClassName ?? '']
  if (className !== oldName) errors.push(invalid(fieldPath('storageClassName'), className, fieldImmutableErrorMsg))
  return errors
}

/** Warnings about a CSIStorageCapacity. */
export function warningsForCSIStorageCapacity({ nodeTopology }: CSIStorageCapacity): readonly string[] {
  return warningsForNodeLabelSelector(nodeTopology, fieldPath('nodeTopology'))
}
