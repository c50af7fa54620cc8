import { withTags } from '../../../declarative/with-tags.js'
import type { FieldError } from '../../../validation/field-error.js'
import { validateStatusConditions } from '../../validation/conditions.js'
import { type SchedulingContext, schedulingErrors } from '../scheduling-errors.js'
import { schedulingTags } from '../tags.js'
import { compositePodGroupDescriptor } from '../v1alpha3/descriptors.gen.js'
import type { CompositePodGroup } from '../v1alpha3/types.gen.js'

const tagged = /* @__PURE__ */ withTags(compositePodGroupDescriptor, schedulingTags)
type Features = Pick<SchedulingContext<CompositePodGroup>, 'featureEnabled'>

/** Checks a new CompositePodGroup. */
export function validateCompositePodGroup(
  group: CompositePodGroup,
  { featureEnabled }: Features,
): readonly FieldError[] {
  return schedulingErrors(tagged, group, { featureEnabled })
}

/** Checks a changed CompositePodGroup: its spec stays the same. */
export function validateCompositePodGroupUpdate(
  group: CompositePodGroup,
  old: CompositePodGroup,
  { featureEnabled }: Features,
): readonly FieldError[] {
  return schedulingErrors(tagged, group, { old, featureEnabled })
}

/** Checks a CompositePodGroup whose status has changed. */
export function validateCompositePodGroupStatusUpdate(
  group: CompositePodGroup,
  old: CompositePodGroup,
  { featureEnabled }: Features,
): readonly FieldError[] {
  const additional = validateStatusConditions(group.status?.conditions)
  return schedulingErrors(tagged, group, { old, additional, featureEnabled })
}
