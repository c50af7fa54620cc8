import { withTags } from '../../../declarative/with-tags.js'
import type { FieldError } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { type SchedulingContext, schedulingErrors } from '../scheduling-errors.js'
import { schedulingTags } from '../tags.js'
import { workloadDescriptor } from '../v1beta1/descriptors.gen.js'
import type { Workload } from '../v1beta1/types.gen.js'
import { validateTemplates } from './workload-templates.js'

const tagged = /* @__PURE__ */ withTags(workloadDescriptor, schedulingTags)
type Features = Pick<SchedulingContext<Workload>, 'featureEnabled'>

/** Checks a new Workload. */
export function validateWorkload(workload: Workload, { featureEnabled }: Features): readonly FieldError[] {
  return schedulingErrors(tagged, workload, { additional: templateErrors(workload), featureEnabled })
}

/** Checks a changed Workload: its templates stay, most of their fields too. */
export function validateWorkloadUpdate(
  workload: Workload,
  old: Workload,
  { featureEnabled }: Features,
): readonly FieldError[] {
  return schedulingErrors(tagged, workload, { old, additional: templateErrors(workload), featureEnabled })
}

function templateErrors({ spec }: Workload): readonly FieldError[] {
  return validateTemplates(spec, fieldPath('spec'))
}
