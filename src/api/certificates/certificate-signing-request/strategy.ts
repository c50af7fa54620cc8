import { timeFromDate } from '../../../scalar/time.js'
import { certificatesDeclared } from '../../declared/certificates.gen.js'
import { keepField } from '../../strategies/kept-fields.js'
import type { KindStrategy, StrategyContext, UpdateHooks } from '../../strategies/kind-strategy.js'
import type { FieldSetPaths } from '../../strategies/reset-fields.js'
import { structsOf } from '../../validation/go-values.js'
import { timeText } from '../../validation/unset-time.js'
import { CertificateSigningRequest, type CertificateSigningRequestCondition } from '../v1/types.gen.js'
import { validateCertificateSigningRequest, validateCertificateSigningRequestUpdate } from './validation.js'

function inAllVersions(...paths: readonly (readonly string[])[]): FieldSetPaths {
  return { 'certificates.k8s.io/v1': paths, 'certificates.k8s.io/v1beta1': paths }
}

/** Restores the conditions of a type if none was added or removed. */
function keepConditions(
  conditions: readonly CertificateSigningRequestCondition[],
  before: readonly CertificateSigningRequestCondition[],
  type: string,
): readonly CertificateSigningRequestCondition[] {
  const kept = before.filter((condition) => condition.type === type)
  if (conditions.filter((condition) => condition.type === type).length !== kept.length) return conditions
  const next = kept.values()
  return conditions.map((condition) => (condition.type === type ? (next.next().value ?? condition) : condition))
}

/** Fills in when conditions were written and when they came about. */
function stampConditions(
  conditions: readonly CertificateSigningRequestCondition[],
  before: readonly CertificateSigningRequestCondition[],
  context: StrategyContext,
): CertificateSigningRequestCondition[] {
  const now = timeFromDate(context.now())
  return conditions.map((condition) => {
    const type = condition.type ?? ''
    const status = condition.status ?? ''
    const { lastUpdateTime, lastTransitionTime } = condition
    const same = before.find(
      (old) => (old.type ?? '') === type && (old.status ?? '') === status && timeText(old.lastTransitionTime) !== null,
    )
    return {
      ...condition,
      lastUpdateTime: timeText(lastUpdateTime) === null ? now : lastUpdateTime,
      lastTransitionTime:
        timeText(lastTransitionTime) === null ? (same?.lastTransitionTime ?? now) : lastTransitionTime,
    }
  })
}

const status: UpdateHooks<CertificateSigningRequest> = {
  prepareForUpdate(request, old, context) {
    keepField(request, old, 'spec')
    const before = structsOf(old.status?.conditions)
    const given = structsOf(request.status?.conditions)
    if (given.length === 0) return
    const kept = keepConditions(keepConditions(given, before, 'Approved'), before, 'Denied')
    request.status = { ...request.status, conditions: stampConditions(kept, before, context) }
  },
  validateUpdate: (request, old) => validateCertificateSigningRequestUpdate(request, old, 'status'),
  resetFields: inAllVersions(['spec'], ['status', 'conditions']),
}

const approval: UpdateHooks<CertificateSigningRequest> = {
  prepareForUpdate(request, old, context) {
    const before = structsOf(old.status?.conditions)
    const given = structsOf(request.status?.conditions)
    keepField(request, old, 'spec')
    const { conditions: _, ...kept } = old.status ?? {}
    request.status = given.length === 0 ? kept : { ...kept, conditions: stampConditions(given, before, context) }
  },
  validateUpdate: (request, old) => validateCertificateSigningRequestUpdate(request, old, 'approval'),
  resetFields: inAllVersions(['spec'], ['status', 'certificate']),
}

/** How a CertificateSigningRequest behaves in a registry. */
export const certificateSigningRequestStrategy: KindStrategy<CertificateSigningRequest> = {
  type: CertificateSigningRequest,
  declared: { rules: certificatesDeclared },
  prepareForCreate(request, { user }) {
    const { username, uid, groups, extra, ...spec } = request.spec ?? {}
    const given = Object.entries(user?.extra ?? {}).map(([key, values]): [string, string[]] => [key, [...values]])
    request.spec = {
      ...spec,
      ...(user?.name && { username: user.name }),
      ...(user?.uid && { uid: user.uid }),
      ...(user && user.groups.length > 0 && { groups: [...user.groups] }),
      ...(given.length > 0 && { extra: Object.fromEntries(given) }),
    }
    request.status = {}
  },
  prepareForUpdate(request, old) {
    keepField(request, old, 'spec')
    keepField(request, old, 'status')
  },
  validate: validateCertificateSigningRequest,
  validateUpdate: (request, old) => validateCertificateSigningRequestUpdate(request, old, 'object'),
  resetFields: inAllVersions(['spec'], ['status']),
  selectableFields: ({ spec }) => ({ 'spec.signerName': spec?.signerName ?? '' }),
  subresources: { status, approval },
}
