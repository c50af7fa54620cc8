import { withTags } from '../../../declarative/with-tags.js'
import { type FieldError, invalid } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { validateStatusConditions } from '../../validation/conditions.js'
import { structsOf } from '../../validation/go-values.js'
import { type SchedulingContext, schedulingErrors } from '../scheduling-errors.js'
import { schedulingTags } from '../tags.js'
import { podGroupDescriptor } from '../v1beta1/descriptors.gen.js'
import type { PodGroup } from '../v1beta1/types.gen.js'

const tagged = /* @__PURE__ */ withTags(podGroupDescriptor, schedulingTags)
type Features = Pick<SchedulingContext<PodGroup>, 'featureEnabled'>

/** Checks a new PodGroup. */
export function validatePodGroup(group: PodGroup, { featureEnabled }: Features): readonly FieldError[] {
  return schedulingErrors(tagged, group, { featureEnabled })
}

/** Checks a changed PodGroup: of its spec, only the size of a gang may change. */
export function validatePodGroupUpdate(
  group: PodGroup,
  old: PodGroup,
  { featureEnabled }: Features,
): readonly FieldError[] {
  return schedulingErrors(tagged, group, { old, featureEnabled })
}

/** Checks a PodGroup whose status has changed. */
export function validatePodGroupStatusUpdate(
  group: PodGroup,
  old: PodGroup,
  { featureEnabled }: Features,
): readonly FieldError[] {
  const additional = [...validateStatusConditions(group.status?.conditions), ...claimStatusErrors(group)]
  return schedulingErrors(tagged, group, { old, additional, featureEnabled })
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
