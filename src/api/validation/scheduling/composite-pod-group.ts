import { withTags } from '../../../declarative/with-tags.js'
import type { FieldError } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { compositePodGroupDescriptor } from '../../scheduling/v1alpha3/descriptors.gen.js'
import type { CompositePodGroup } from '../../scheduling/v1alpha3/types.gen.js'
import { validateStatusConditions } from '../conditions.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../core/object-meta.js'
import { type DeclaredContext, declaredErrors } from '../declared-errors.js'
import { schedulingGates as gates, schedulingTags } from './tags.js'

const tagged = /* @__PURE__ */ withTags(compositePodGroupDescriptor, schedulingTags)
const metadataPath = /* @__PURE__ */ fieldPath('metadata')
type Features = Pick<DeclaredContext<CompositePodGroup>, 'featureEnabled'>

/** Checks a new CompositePodGroup. */
export function validateCompositePodGroup(
  group: CompositePodGroup,
  { featureEnabled }: Features,
): readonly FieldError[] {
  const rules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }
  return [
    ...validateObjectMeta(group.metadata, rules, metadataPath),
    ...declaredErrors(tagged, group, { gates, featureEnabled }),
  ]
}

/** Checks a changed CompositePodGroup: its spec stays the same. */
export function validateCompositePodGroupUpdate(
  group: CompositePodGroup,
  old: CompositePodGroup,
  { featureEnabled }: Features,
): readonly FieldError[] {
  return [
    ...validateObjectMetaUpdate(group.metadata, old.metadata, metadataPath),
    ...declaredErrors(tagged, group, { old, gates, featureEnabled }),
  ]
}

/** Checks a CompositePodGroup whose status has changed. */
export function validateCompositePodGroupStatusUpdate(
  group: CompositePodGroup,
  old: CompositePodGroup,
  { featureEnabled }: Features,
): readonly FieldError[] {
  return [
    ...validateObjectMetaUpdate(group.metadata, old.metadata, metadataPath),
    ...validateStatusConditions(group.status?.conditions),
    ...declaredErrors(tagged, group, { old, gates, featureEnabled }),
  ]
}
