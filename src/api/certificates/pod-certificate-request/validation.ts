import { deepEqual } from '../../../descriptor/deep-equal.js'
import { utf8Length } from '../../../internal/utf8-length.js'
import { type FieldError, invalid, required, tooLong } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { fieldImmutableErrorMsg } from '../../../validation/immutable.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { isKubernetesSignerName, validateSignerName } from '../../core/volume/signer-name.js'
import { validateUserAnnotations } from '../../core/volume/user-annotations.js'
import { isSet } from '../../validation/go-values.js'
import { invalidInternal } from '../../validation/internal-text.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { podCertificateRequestSpecDescriptor } from '../v1/descriptors.gen.js'
import type { PodCertificateRequest, PodCertificateRequestSpec } from '../v1/types.gen.js'

const maxUIDLength = 128
const hour = 3600
const day = 24 * hour
const most = 91 * day

/** Checks a new PodCertificateRequest. The key and the signature of its request are not looked at. */
export function validatePodCertificateRequest(request: PodCertificateRequest): readonly FieldError[] {
  const spec: Partial<PodCertificateRequestSpec> = request.spec ?? {}
  const path = fieldPath('spec')
  const rules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }
  return [
    ...validateObjectMeta(request.metadata, rules, fieldPath('metadata')),
    ...validateSignerName(spec.signerName ?? '', path.child('signerName')),
    ...(isSet(spec.unverifiedUserAnnotations)
      ? validateUserAnnotations(spec.unverifiedUserAnnotations, path.child('unverifiedUserAnnotations'))
      : []),
    ...(['pod', 'serviceAccount', 'node'] as const).flatMap((who) => [
      ...nameErrors(spec[`${who}Name`] ?? '', path.child(`${who}Name`)),
      ...uidErrors(spec[`${who}UID`] ?? '', path.child(`${who}UID`)),
    ]),
    ...expirationErrors(spec, path.child('maxExpirationSeconds')),
  ]
}

/** Checks a changed PodCertificateRequest: its spec stays the same. */
export function validatePodCertificateRequestUpdate(
  request: PodCertificateRequest,
  old: PodCertificateRequest,
): readonly FieldError[] {
  const type = podCertificateRequestSpecDescriptor
  const errors = validateObjectMetaUpdate(request.metadata, old.metadata, fieldPath('metadata'))
  if (deepEqual(type, request.spec ?? {}, old.spec ?? {})) return errors
  return [...errors, invalidInternal(fieldPath('spec'), { type, value: request.spec ?? {} }, fieldImmutableErrorMsg)]
}

function nameErrors(name: string, path: FieldPath): FieldError[] {
  return nameIsDNSSubdomain(name, false).map((problem) => invalid(path, name, problem))
}

function uidErrors(uid: string, path: FieldPath): FieldError[] {
  if (uid === '') return [invalid(path, uid, 'must not be empty')]
  return utf8Length(uid) > maxUIDLength ? [tooLong(path, maxUIDLength)] : []
}

function expirationErrors(spec: Partial<PodCertificateRequestSpec>, path: FieldPath): FieldError[] {
  const { maxExpirationSeconds: seconds } = spec
  if (!isSet(seconds)) return [required(path, 'must be set')]
  const limit = isKubernetesSignerName(spec.signerName ?? '') ? day : most
  return hour <= seconds && seconds <= limit ? [] : [invalid(path, seconds, `must be in the range [${hour}, ${limit}]`)]
}
