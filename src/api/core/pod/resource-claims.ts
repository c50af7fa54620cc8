import { duplicate, type FieldError, forbidden, invalid, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import type { ObjectMetaFields } from '../../../validation/object-meta-types.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { validateDNS1123Label } from '../../validation/field-rules.js'
import { isSet, memberOf } from '../../validation/go-values.js'
import { invalidStruct } from '../internal-form/internal-json.js'
import type { PodResourceClaim } from '../v1/types.gen.js'
import { mirrorPodAnnotation } from './pod-annotation-keys.js'

/** Checks the claims of a pod for devices. */
export function validatePodResourceClaims(
  claims: readonly PodResourceClaim[],
  path: FieldPath,
  meta: ObjectMetaFields | undefined,
): FieldError[] {
  if (isSet(memberOf(meta?.annotations, mirrorPodAnnotation))) {
    return claims.map(() => forbidden(fieldPath(''), 'static pods do not support resource claims'))
  }
  const names = new Set<string>()
  return claims.flatMap((claim, i) => claimErrors(claim, path.index(i), names))
}

function claimErrors(claim: PodResourceClaim, path: FieldPath, names: Set<string>): FieldError[] {
  const name = claim.name ?? ''
  const { resourceClaimName, resourceClaimTemplateName } = claim
  const errors: FieldError[] = []
  if (name === '') errors.push(required(path.child('name'), ''))
  else if (names.has(name)) errors.push(duplicate(path.child('name'), name))
  else {
    errors.push(...validateDNS1123Label(name, path.child('name')))
    names.add(name)
  }
  if (isSet(resourceClaimName) && isSet(resourceClaimTemplateName)) {
    const detail = 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified'
    errors.push(invalidStruct('PodResourceClaim', claim, { path, detail }))
  }
  if (!isSet(resourceClaimName) && !isSet(resourceClaimTemplateName)) {
    const detail = 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`'
    errors.push(invalidStruct('PodResourceClaim', claim, { path, detail }))
  }
  errors.push(...nameErrors(resourceClaimName, path.child('resourceClaimName')))
  errors.push(...nameErrors(resourceClaimTemplateName, path.child('resourceClaimTemplateName')))
  return errors
}

function nameErrors(name: string | null | undefined, path: FieldPath): FieldError[] {
  if (!isSet(name)) return []
  return nameIsDNSSubdomain(name, false).map((problem) => invalid(path, name, problem))
}
