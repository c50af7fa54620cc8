import { resetObjectMetaForStatus } from '../../../meta/object-meta.js'
import { schedulingDeclared } from '../../declared/scheduling.gen.js'
import { keepField } from '../../strategies/kept-fields.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import type { FieldSetPaths } from '../../strategies/reset-fields.js'
import { dropDisabledFields, isUsed, podGroupFields } from '../drop-disabled-fields.js'
import { schedulingErrors } from '../scheduling-errors.js'
import { PodGroup } from '../v1beta1/types.gen.js'
import { validatePodGroup, validatePodGroupStatusUpdate } from './validation.js'

function inAllVersions(...paths: readonly (readonly string[])[]): FieldSetPaths {
  return { 'scheduling.k8s.io/v1alpha3': paths, 'scheduling.k8s.io/v1beta1': paths }
}

/** How a PodGroup behaves in a registry. */
export const podGroupStrategy: KindStrategy<PodGroup> = {
  type: PodGroup,
  declared: { rules: schedulingDeclared },
  prepareForCreate(group, context) {
    group.status = {}
    dropDisabledFields(podGroupFields, [group.spec, undefined], context)
  },
  prepareForUpdate(group, old, context) {
    keepField(group, old, 'status')
    dropDisabledFields(podGroupFields, [group.spec, old.spec], context)
  },
  validate: validatePodGroup,
  validateUpdate: schedulingErrors,
  resetFields: inAllVersions(['status']),
  subresources: {
    status: {
      prepareForUpdate(group, old, { featureEnabled }) {
        keepField(group, old, 'spec')
        resetObjectMetaForStatus(group, old)
        if (featureEnabled('DRAWorkloadResourceClaims') || isUsed(old.spec?.resourceClaims)) return
        delete group.status?.resourceClaimStatuses
      },
      validateUpdate: validatePodGroupStatusUpdate,
      resetFields: inAllVersions(['metadata'], ['spec']),
    },
  },
}
