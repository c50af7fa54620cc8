import { withTags } from '../../../declarative/with-tags.js'
import { type FieldError, invalid } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { podGroupDescriptor } from '../../scheduling/v1beta1/descriptors.gen.js'
import type { PodGroup } from '../../scheduling/v1beta1/types.gen.js'
import { validateStatusConditions } from '../conditions.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../core/object-meta.js'
import { type DeclaredContext, declaredErrors } from '../declared-errors.js'
import { structsOf } from '../go-values.js'
import { schedulingGates as gates, schedulingTags } from './tags.js'

const tagged = /* @__PURE__ */ withTags(podGroupDescriptor, schedulingTags)
const metadataPath = /* @__PURE__ */ fieldPath('metadata')
type Features = Pick<DeclaredContext<PodGroup>, 'featureEnabled'>

/** Checks a new PodGroup. */
export function validatePodGroup(group: PodGroup, { featureEnabled }: Features): readonly FieldError[] {
  const rules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }
  return [
    ...validateObjectMeta(group.metadata, rules, metadataPath),
    ...declaredErrors(tagged, group, { gates, featureEnabled }),
  ]
}

/** Checks a changed PodGroup: of its spec, only the size of a gang may change. */
export function validatePodGroupUpdate(
  group: PodGroup,
  old: PodGroup,
  { featureEnabled }: Features,
): readonly FieldError[] {
  return [
    ...validateObjectMetaUpdate(group.metadata, old.metadata, metadataPath),
    ...declaredErrors(tagged, group, { old, gates, featureEnabled }),
  ]
}

/** Checks a PodGroup whose status has changed. */
export function validatePodGroupStatusUpdate(
  group: PodGroup,
  old: PodGroup,
  { featureEnabled }: Features,
): readonly FieldError[] {
  return [
    ...validateObjectMetaUpdate(group.metadata, old.metadata, metadataPath),
    ...validateStatusConditions(group.status?.conditions),
    ...claimStatusErrors(group),
    ...declaredErrors(tagged, group, { old, gates, featureEnabled }),
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
