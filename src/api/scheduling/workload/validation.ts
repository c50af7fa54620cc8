import type { FieldError } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { schedulingErrors } from '../scheduling-errors.js'
import type { Workload } from '../v1beta1/types.gen.js'
import { validateTemplates } from './workload-templates.js'

/** Checks a new Workload, or a changed one: what tags do not declare. */
export function validateWorkload(workload: Workload, old?: Workload): readonly FieldError[] {
  return [...schedulingErrors(workload, old), ...validateTemplates(workload.spec, fieldPath('spec'))]
}
