import type { FieldError } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { fieldImmutableErrorMsg } from '../../../validation/immutable.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { invalidInternal } from '../../validation/internal-text.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { equalWithRawTexts } from '../../validation/raw-texts.js'
import { validateDeviceClaim } from '../device/device-claim.js'
import { resourceClaimSpecDescriptor } from '../v1/descriptors.gen.js'
import type { ResourceClaim } from '../v1/types.gen.js'
import { validateClaimStatusUpdate } from './claim-status.js'

const rules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }

/** Checks a new ResourceClaim. */
export function validateResourceClaim(claim: ResourceClaim): readonly FieldError[] {
  return [
    ...validateObjectMeta(claim.metadata, rules, fieldPath('metadata')),
    ...validateDeviceClaim(claim.spec?.devices, fieldPath('spec', 'devices')),
  ]
}

/** Checks a changed ResourceClaim: its spec stays the same, and is not looked at again. */
export function validateResourceClaimUpdate(claim: ResourceClaim, old: ResourceClaim): readonly FieldError[] {
  const type = resourceClaimSpecDescriptor
  const [spec, before] = [claim.spec ?? {}, old.spec ?? {}]
  const errors = [
    ...validateObjectMeta(claim.metadata, rules, fieldPath('metadata')),
    ...validateObjectMetaUpdate(claim.metadata, old.metadata, fieldPath('metadata')),
  ]
  if (equalWithRawTexts(type, spec, before)) return errors
  return [...errors, invalidInternal(fieldPath('spec'), { type, value: spec }, fieldImmutableErrorMsg)]
}

/** Checks a ResourceClaim whose status has changed. */
export function validateResourceClaimStatusUpdate(claim: ResourceClaim, old: ResourceClaim): readonly FieldError[] {
  return [
    ...validateObjectMetaUpdate(claim.metadata, old.metadata, fieldPath('metadata')),
    ...validateClaimStatusUpdate(claim, old, fieldPath('status')),
  ]
}
