import { resetObjectMetaForStatus } from '../../../meta/object-meta.js'
import { schedulingDeclared } from '../../declared/scheduling.gen.js'
import { keepField } from '../../strategies/kept-fields.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { validateStatusConditions } from '../../validation/conditions.js'
import { dropDisabledFields } from '../drop-disabled-fields.js'
import { schedulingErrors } from '../scheduling-errors.js'
import { CompositePodGroup } from '../v1alpha3/types.gen.js'

/** How a CompositePodGroup behaves in a registry. */
export const compositePodGroupStrategy: KindStrategy<CompositePodGroup> = {
  type: CompositePodGroup,
  declared: { rules: schedulingDeclared },
  allowUnconditionalUpdate: false,
  prepareForCreate(group, context) {
    group.status = {}
    dropDisabledFields(['preemptionPolicy'], [group.spec, undefined], context)
  },
  prepareForUpdate(group, old, context) {
    keepField(group, old, 'status')
    dropDisabledFields(['preemptionPolicy'], [group.spec, old.spec], context)
  },
  validate: (group) => schedulingErrors(group),
  validateUpdate: schedulingErrors,
  resetFields: { 'scheduling.k8s.io/v1alpha3': [['status']] },
  subresources: {
    status: {
      prepareForUpdate(group, old) {
        keepField(group, old, 'spec')
        resetObjectMetaForStatus(group, old)
      },
      validateUpdate: (group, old) => [
        ...schedulingErrors(group, old),
        ...validateStatusConditions(group.status?.conditions),
      ],
      resetFields: { 'scheduling.k8s.io/v1alpha3': [['metadata'], ['spec']] },
    },
  },
}
