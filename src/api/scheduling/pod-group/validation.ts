import { type FieldError, invalid, required } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { validateStatusConditions } from '../../validation/conditions.js'
import { structsOf } from '../../validation/go-values.js'
import { schedulingErrors } from '../scheduling-errors.js'
import type { PodGroup } from '../v1beta1/types.gen.js'

/** Checks a new PodGroup: what tags do not declare. */
export function validatePodGroup(group: PodGroup): readonly FieldError[] {
  const { parentCompositePodGroupName, workloadRef } = group.spec ?? {}
  const alone = typeof parentCompositePodGroupName === 'string' && !workloadRef
  const detail = 'must be set when parentCompositePodGroupName is set'
  return [...schedulingErrors(group), ...(alone ? [required(fieldPath('spec', 'workloadRef'), detail)] : [])]
}

/** Checks a PodGroup whose status has changed: what tags do not declare. */
export function validatePodGroupStatusUpdate(group: PodGroup, old: PodGroup): readonly FieldError[] {
  return [
    ...schedulingErrors(group, old),
    ...validateStatusConditions(group.status?.conditions),
    ...claimStatusErrors(group),
  ]
}

function claimStatusErrors({ spec, status }: PodGroup): FieldError[] {
  const claims = new Set(structsOf(spec?.resourceClaims).map(({ name }) => name ?? ''))
  return structsOf(status?.resourceClaimStatuses).flatMap((claim, i) => {
    const name = claim.name ?? ''
    if (claims.has(name)) return []
    const path = fieldPath('status', 'resourceClaimStatuses').index(i).child('name')
    return [invalid(path, name, 'must match the name of an entry in `spec.resourceClaims`')]
  })
}
