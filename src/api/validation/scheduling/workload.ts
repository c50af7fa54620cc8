import { withTags } from '../../../declarative/with-tags.js'
import type { FieldError } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { workloadDescriptor } from '../../scheduling/v1beta1/descriptors.gen.js'
import type { Workload } from '../../scheduling/v1beta1/types.gen.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../core/object-meta.js'
import { type DeclaredContext, declaredErrors } from '../declared-errors.js'
import { schedulingGates, schedulingTags } from './tags.js'
import { validateTemplates } from './workload-templates.js'

const tagged = /* @__PURE__ */ withTags(workloadDescriptor, schedulingTags)
const metadataPath = /* @__PURE__ */ fieldPath('metadata')
type Features = Pick<DeclaredContext<Workload>, 'featureEnabled'>

/** Checks a new Workload. */
export function validateWorkload(workload: Workload, { featureEnabled }: Features): readonly FieldError[] {
  const rules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }
  return [
    ...validateObjectMeta(workload.metadata, rules, metadataPath),
    ...validateTemplates(workload.spec, fieldPath('spec')),
    ...declaredErrors(tagged, workload, { gates: schedulingGates, featureEnabled }),
  ]
}

/** Checks a changed Workload: its templates stay, most of their fields too. */
export function validateWorkloadUpdate(
  workload: Workload,
  old: Workload,
  { featureEnabled }: Features,
): readonly FieldError[] {
  return [
    ...validateObjectMetaUpdate(workload.metadata, old.metadata, metadataPath),
    ...validateTemplates(workload.spec, fieldPath('spec')),
    ...declaredErrors(tagged, workload, { old, gates: schedulingGates, featureEnabled }),
  ]
}
