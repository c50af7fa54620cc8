import { base64Length } from '../../../internal/base64-length.js'
import { quote } from '../../../internal/quote.js'
import { isDNS1035Label, isDNS1123Subdomain } from '../../../validation/dns-names.js'
import { type FieldError, invalid, notSupported, required } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { isPathSegmentName } from '../../../validation/format-rules.js'
import { isValidPortNum } from '../../../validation/number-rules.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../../validation/object-meta.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import type { APIService, APIServiceSpec, ServiceReference } from '../v1/types.gen.js'

const spec = /* @__PURE__ */ fieldPath('spec')
const statuses = ['True', 'False', 'Unknown']
const maxGroupPriority = 20_000
const maxVersionPriority = 1000

/** Checks a new APIService. */
export function validateAPIService(apiService: APIService): readonly FieldError[] {
  const given: Partial<APIServiceSpec> = apiService.spec ?? {}
  const [group, version] = [given.group ?? '', given.version ?? '']
  const validateName = (name: string) => {
    const problems = isPathSegmentName(name)
    const expected = `${version}.${group}`
    return problems.length > 0 || name === expected
      ? problems
      : [`must be \`spec.version+"."+spec.group\`: ${quote(expected)}`]
  }
  return [
    ...validateObjectMeta(apiService.metadata ?? {}, { requiresNamespace: false, validateName }, fieldPath('metadata')),
    ...groupErrors(group, version),
    ...isDNS1035Label(version).map((problem) => invalid(spec.child('version'), version, problem)),
    ...priorityErrors(given),
    ...(isSet(given.service) ? remoteErrors(given, given.service) : localErrors(given)),
  ]
}

/** Checks a changed APIService. */
export function validateAPIServiceUpdate(apiService: APIService, old: APIService): readonly FieldError[] {
  return [
    ...validateObjectMetaUpdate(apiService.metadata ?? {}, old.metadata ?? {}, fieldPath('metadata')),
    ...validateAPIService(apiService),
  ]
}

/** Checks a changed status. */
export function validateAPIServiceStatusUpdate(apiService: APIService, old: APIService): readonly FieldError[] {
  const path = fieldPath('status', 'conditions')
  const errors = validateObjectMetaUpdate(apiService.metadata ?? {}, old.metadata ?? {}, fieldPath('metadata'))
  for (const [i, condition] of structsOf(apiService.status?.conditions).entries()) {
    const status = condition.status ?? ''
    if (statuses.includes(status)) continue
    errors.push(notSupported(path.index(i).child('status'), status, statuses).withJSONText())
  }
  return errors
}

function groupErrors(group: string, version: string): FieldError[] {
  const path = spec.child('group')
  if (group !== '') return isDNS1123Subdomain(group).map((problem) => invalid(path, group, problem))
  return version === 'v1' ? [] : [required(path, 'only v1 may have an empty group and it better be legacy kube')]
}

function priorityErrors(given: Partial<APIServiceSpec>): FieldError[] {
  const [groupPriorityMinimum, versionPriority] = [given.groupPriorityMinimum ?? 0, given.versionPriority ?? 0]
  const errors: FieldError[] = []
  if (groupPriorityMinimum <= 0 || groupPriorityMinimum > maxGroupPriority) {
    const detail = `must be positive and less than ${maxGroupPriority}`
    errors.push(invalid(spec.child('groupPriorityMinimum'), groupPriorityMinimum, detail))
  }
  if (versionPriority <= 0 || versionPriority > maxVersionPriority) {
    const detail = `must be positive and less than ${maxVersionPriority}`
    errors.push(invalid(spec.child('versionPriority'), versionPriority, detail))
  }
  return errors
}

function localErrors({ caBundle, insecureSkipTLSVerify }: Partial<APIServiceSpec>): FieldError[] {
  const errors: FieldError[] = []
  if (caBundle) {
    const bytes = `${base64Length(caBundle)} bytes`
    errors.push(invalid(spec.child('caBundle'), bytes, 'local APIServices may not have a caBundle'))
  }
  if (insecureSkipTLSVerify) {
    const detail = 'local APIServices may not have insecureSkipTLSVerify'
    errors.push(invalid(spec.child('insecureSkipTLSVerify'), true, detail))
  }
  return errors
}

function remoteErrors(given: Partial<APIServiceSpec>, service: ServiceReference): FieldError[] {
  const path = spec.child('service')
  const errors: FieldError[] = []
  if (!service.namespace) errors.push(required(path.child('namespace'), ''))
  if (!service.name) errors.push(required(path.child('name'), ''))
  const port = service.port ?? 0
  const problems = isValidPortNum(port)
  if (problems.length > 0) errors.push(invalid(path.child('port'), port, `port is not valid: ${problems.join(', ')}`))
  if (given.insecureSkipTLSVerify && given.caBundle) {
    errors.push(invalid(spec.child('insecureSkipTLSVerify'), true, 'may not be true if caBundle is present'))
  }
  return errors
}
