import { deepEqual } from '../../../descriptor/deep-equal.js'
import { utf8Length } from '../../../internal/utf8-length.js'
import { parseTime } from '../../../scalar/time.js'
import {
  type FieldError,
  invalid,
  notSupported,
  omitValue,
  required,
  tooLong,
} from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { validateStatusConditions } from '../../validation/conditions.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { pemBlocks } from '../../validation/pem.js'
import { podCertificateRequestStatusDescriptor } from '../v1/descriptors.gen.js'
import type { PodCertificateRequest, PodCertificateRequestStatus } from '../v1/types.gen.js'

const types = ['Issued', 'Denied', 'Failed']
const maxChainSize = 100 * 1024
const path = /* @__PURE__ */ fieldPath('status')
const chainPath = /* @__PURE__ */ path.child('certificateChain')
const minutes = 60

/**
 * Checks a PodCertificateRequest whose status has changed: it is issued, denied or failed once. What its certificates say is not
 * looked at.
 */
export function validatePodCertificateRequestStatusUpdate(
  request: PodCertificateRequest,
  old: PodCertificateRequest,
  now: Date,
): readonly FieldError[] {
  const errors = validateObjectMetaUpdate(request.metadata, old.metadata, fieldPath('metadata'))
  if (errors.length > 0) return errors
  const status = request.status ?? {}
  const before = old.status ?? {}
  const conditions = [...conditionErrors(status), ...validateStatusConditions(status.conditions)]
  if (conditions.length > 0) return conditions
  if (types.some((type) => isTrue(before, type))) {
    return sameStatus(status, before, 'immutable after PodCertificateRequest is issued, denied, or failed')
  }
  if (isTrue(status, 'Denied') || isTrue(status, 'Failed')) {
    const only = status.conditions === undefined ? {} : { conditions: status.conditions }
    const detail = 'non-condition status fields must be empty when denying or failing the PodCertificateRequest'
    return sameStatus(status, only, detail)
  }
  if (isTrue(status, 'Issued')) return issuedErrors(status, request.spec?.maxExpirationSeconds ?? 0, now)
  return sameStatus(status, before, 'status is immutable unless transitioning to "Issued", "Denied", or "Failed"')
}

function isTrue({ conditions }: PodCertificateRequestStatus, type: string): boolean {
  return structsOf(conditions).some((condition) => condition.type === type && condition.status === 'True')
}

function conditionErrors({ conditions }: PodCertificateRequestStatus): FieldError[] {
  let known = 0
  return structsOf(conditions).flatMap(({ type = '', status = '' }, i) => {
    const at = path.child('conditions', `[${i}]`)
    if (!types.includes(type)) return [notSupported(at.child('type'), type, types).withJSONText()]
    known++
    return [
      ...(known > 1
        ? [
            invalid(
              at.child('type'),
              type,
              'There may be at most one condition with type "Issued", "Denied", or "Failed"',
            ),
          ]
        : []),
      ...(status === 'True' ? [] : [notSupported(at.child('status'), status, ['True']).withJSONText()]),
    ]
  })
}

function sameStatus(
  status: PodCertificateRequestStatus,
  wanted: PodCertificateRequestStatus,
  detail: string,
): FieldError[] {
  if (deepEqual(podCertificateRequestStatusDescriptor, status, wanted)) return []
  return [invalid(path, omitValue, detail)]
}

function issuedErrors(status: PodCertificateRequestStatus, maxSeconds: number, now: Date): FieldError[] {
  const chain = status.certificateChain ?? ''
  if (utf8Length(chain) > maxChainSize) return [tooLong(chainPath, maxChainSize)]
  const blocks = pemBlocks(new TextEncoder().encode(chain))
  const problem = (text: string) => [invalid(chainPath, chain, `issued certificate chain must ${text}`)]
  if (blocks.length === 0) return problem('contain at least one certificate')
  if (blocks.some(({ type }) => type !== 'CERTIFICATE')) return problem('consist entirely of CERTIFICATE PEM blocks')
  const missing = missingTimes(status)
  return missing.length > 0 ? missing : timeErrors(status, maxSeconds, now)
}

function missingTimes({ notBefore, notAfter, beginRefreshAt }: PodCertificateRequestStatus): FieldError[] {
  const consistent = 'must be present and consistent with the issued certificate'
  return [
    ...(isSet(notBefore) ? [] : [required(path.child('notBefore'), consistent)]),
    ...(isSet(notAfter) ? [] : [required(path.child('notAfter'), consistent)]),
    ...(isSet(beginRefreshAt)
      ? []
      : [required(path.child('beginRefreshAt'), 'must be present and in the range [notbefore+10min, notafter-10min]')]),
  ]
}

/** The times of a status are those of its certificate. */
function timeErrors(status: PodCertificateRequestStatus, maxSeconds: number, now: Date): FieldError[] {
  const { notBefore = '', notAfter = '', beginRefreshAt = '' } = status
  const [begin, end, refresh] = [notBefore, notAfter, beginRefreshAt].map(
    (time) => parseTime(String(time)).seconds,
  ) as [number, number, number]
  if (Math.abs(begin - now.getTime() / 1000) >= 5 * minutes) {
    const detail = "must be set to within 5 minutes of kube-apiserver's current time"
    return [invalid(path.child('notBefore'), notBefore, detail)]
  }
  if (end - begin < 60 * minutes) {
    return [invalid(chainPath, (end - begin) * 1e9, 'leaf certificate lifetime must be >= 1 hour')]
  }
  if (end - begin > maxSeconds) {
    const detail = `leaf certificate lifetime must be <= spec.maxExpirationSeconds (${maxSeconds})`
    return [invalid(chainPath, (end - begin) * 1e9, detail)]
  }
  const refreshPath = path.child('beginRefreshAt')
  if (refresh < begin + 10 * minutes) {
    return [invalid(refreshPath, beginRefreshAt, 'must be at least 10 minutes after status.notBefore')]
  }
  return refresh > end - 10 * minutes
    ? [invalid(refreshPath, beginRefreshAt, 'must be at least 10 minutes before status.notAfter')]
    : []
}
