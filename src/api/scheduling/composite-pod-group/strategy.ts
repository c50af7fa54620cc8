import { resetObjectMetaForStatus } from '../../../meta/object-meta.js'
import { keepField } from '../../strategies/kept-fields.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { dropDisabledFields } from '../drop-disabled-fields.js'
import { CompositePodGroup } from '../v1alpha3/types.gen.js'
import {
  validateCompositePodGroup,
  validateCompositePodGroupStatusUpdate,
  validateCompositePodGroupUpdate,
} from './validation.js'

/** How a CompositePodGroup behaves in a registry. */
export const compositePodGroupStrategy: KindStrategy<CompositePodGroup> = {
  type: CompositePodGroup,
  allowUnconditionalUpdate: false,
  prepareForCreate(group, context) {
    group.status = {}
    dropDisabledFields(['preemptionPolicy'], [group.spec, undefined], context)
  },
  prepareForUpdate(group, old, context) {
    keepField(group, old, 'status')
    dropDisabledFields(['preemptionPolicy'], [group.spec, old.spec], context)
  },
  validate: validateCompositePodGroup,
  validateUpdate: validateCompositePodGroupUpdate,
  resetFields: { 'scheduling.k8s.io/v1alpha3': [['status']] },
  subresources: {
    status: {
      prepareForUpdate(group, old) {
        keepField(group, old, 'spec')
        resetObjectMetaForStatus(group, old)
      },
      validateUpdate: validateCompositePodGroupStatusUpdate,
      resetFields: { 'scheduling.k8s.io/v1alpha3': [['metadata'], ['spec']] },
    },
  },
}
