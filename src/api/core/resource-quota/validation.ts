import { ErrorType } from '../../../validation/error-type.js'
import { FieldError, invalid, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { formatValue } from '../../../validation/format-value.js'
import { fieldImmutableErrorMsg } from '../../../validation/immutable.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { memberOf, structsOf, textsOf } from '../../validation/go-values.js'
import { internalText } from '../../validation/internal-text.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { amountOf, validateResourceQuantityValue } from '../resource-list/resource-amounts.js'
import { isStandardQuotaResourceName, validateResourceQuotaResourceName } from '../resource-list/resource-names.js'
import { resourceQuotaSpecDescriptor } from '../v1/descriptors.gen.js'
import type {
  ResourceList,
  ResourceQuota,
  ResourceQuotaSpec,
  ResourceQuotaStatus,
  ScopedResourceSelectorRequirement,
} from '../v1/types.gen.js'

const podResources = ['pods', 'cpu', 'memory', 'limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory']

/** Scope → the resources of quotas that it supports. */
const resourcesOfScope: ReadonlyMap<string, readonly string[]> = /* @__PURE__ */ new Map([
  ['Terminating', podResources],
  ['NotTerminating', podResources],
  ['NotBestEffort', podResources],
  ['PriorityClass', podResources],
  ['CrossNamespacePodAffinity', podResources],
  ['BestEffort', ['pods']],
  ['VolumeAttributesClass', ['persistentvolumeclaims', 'requests.storage']],
])
const scopesThatExist = ['BestEffort', 'NotBestEffort', 'Terminating', 'NotTerminating', 'CrossNamespacePodAffinity']
const conflictingScopes = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
]

/** Checks a new ResourceQuota. */
export function validateResourceQuota({ metadata, spec, status }: ResourceQuota): readonly FieldError[] {
  const rules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }
  return [
    ...validateObjectMeta(metadata, rules, fieldPath('metadata')),
    ...specErrors(spec ?? {}, fieldPath('spec')),
    ...statusErrors(status ?? {}, fieldPath('status')),
  ]
}

function specErrors(spec: ResourceQuotaSpec, path: FieldPath): FieldError[] {
  return [
    ...amountErrors(spec.hard, path.child('hard')),
    ...scopeErrors(spec, path.child('scopes')),
    ...selectorErrors(spec, path.child('scopeSelector').child('matchExpressions')),
  ]
}

function statusErrors(status: ResourceQuotaStatus, path: FieldPath): FieldError[] {
  return [...amountErrors(status.hard, path.child('hard')), ...amountErrors(status.used, path.child('used'))]
}

function amountErrors(list: ResourceList | null | undefined, path: FieldPath): FieldError[] {
  return Object.keys(list ?? {}).flatMap((name) => [
    ...validateResourceQuotaResourceName(name, path.key(name)),
    ...validateResourceQuantityValue(name, amountOf(memberOf(list, name)), path.key(name)),
  ])
}

/** More resources that do not go with a scope are not told: thousands of each would make millions of errors. */
const mostOutside = 10_000

/** Finds the resources of a quota that do not go with a scope. They are looked at once for a scope, however often it is named. */
function resourcesOutsideScopes({ hard }: ResourceQuotaSpec): (scope: string) => readonly string[] {
  let standard: readonly string[] | undefined
  let left = mostOutside
  const found = new Map<string, readonly string[]>()
  const find = (fitting: readonly string[]): readonly string[] => {
    standard ??= Object.keys(hard ?? {}).filter(isStandardQuotaResourceName)
    return standard.filter((name) => !fitting.includes(name))
  }
  return (scope) => {
    const fitting = resourcesOfScope.get(scope)
    if (fitting === undefined || left === 0) return []
    const outside = found.get(scope) ?? find(fitting)
    found.set(scope, outside)
    const told = outside.slice(0, left)
    left -= told.length
    return told
  }
}

function scopeErrors(spec: ResourceQuotaSpec, path: FieldPath): FieldError[] {
  const scopes = textsOf(spec.scopes)
  const wrong = wrongScopes(scopes, path)
  const outside = resourcesOutsideScopes(spec)
  const errors = scopes.flatMap((scope) => [
    ...(resourcesOfScope.has(scope) ? [] : [wrong('unsupported scope')]),
    ...outside(scope).map(() => wrong('unsupported scope applied to resource')),
  ])
  return [...errors, ...conflictErrors(scopes, wrong)]
}

/** Errors that show all scopes: their text is made once, or thousands of wrong ones would fill the memory. */
function wrongScopes(scopes: readonly string[], path: FieldPath): (detail: string) => FieldError {
  let valueText: string | undefined
  return (detail) => {
    valueText ??= formatValue(scopes)
    return new FieldError({ type: ErrorType.Invalid, field: path.toString(), badValue: scopes, valueText, detail })
  }
}

function conflictErrors(scopes: readonly string[], wrong: (detail: string) => FieldError): FieldError[] {
  const given = new Set(scopes)
  return conflictingScopes
    .filter((pair) => pair.every((scope) => given.has(scope)))
    .map(() => wrong('conflicting scopes'))
}

function selectorErrors(spec: ResourceQuotaSpec, path: FieldPath): FieldError[] {
  const type = resourceQuotaSpecDescriptor.propertyByName.get('scopeSelector')?.type
  const requirements = structsOf(spec.scopeSelector?.matchExpressions)
  const outside = resourcesOutsideScopes(spec)
  const shown = type === undefined || requirements.length === 0 ? undefined : internalText(type, spec.scopeSelector)
  const errors = requirements.flatMap((requirement) => {
    const scope = requirement.scopeName ?? ''
    return [
      ...(resourcesOfScope.has(scope)
        ? []
        : [invalid(path.child('scopeName'), scope, 'unsupported scope').withJSONText()]),
      ...outside(scope).map(() =>
        invalid(path, spec.scopeSelector, 'unsupported scope applied to resource').with({ valueText: shown }),
      ),
      ...operatorErrors(requirement, path),
    ]
  })
  const scopes = requirements.map(({ scopeName }) => scopeName ?? '')
  const wrong = (detail: string) => invalid(path, spec.scopes ?? null, detail)
  return [...errors, ...conflictErrors(scopes, wrong)]
}

function operatorErrors(requirement: ScopedResourceSelectorRequirement, path: FieldPath): FieldError[] {
  const operator = requirement.operator ?? ''
  const values = textsOf(requirement.values)
  const errors: FieldError[] = []
  if (scopesThatExist.includes(requirement.scopeName ?? '') && operator !== 'Exists') {
    const detail =
      "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity"
    errors.push(invalid(path.child('operator'), operator, detail).withJSONText())
  }
  switch (operator) {
    case 'In':
    case 'NotIn': {
      const detail = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector"
      return values.length > 0 ? errors : [...errors, required(path.child('values'), detail)]
    }
    case 'Exists':
    case 'DoesNotExist': {
      const detail = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector"
      return values.length === 0 ? errors : [...errors, invalid(path.child('values'), values, detail)]
    }
    default:
      return [...errors, invalid(path.child('operator'), operator, 'not a valid selector operator').withJSONText()]
  }
}

/** Checks a changed ResourceQuota: its scopes stay the same. */
export function validateResourceQuotaUpdate(quota: ResourceQuota, old: ResourceQuota): readonly FieldError[] {
  const errors = [
    ...validateObjectMetaUpdate(quota.metadata, old.metadata, fieldPath('metadata')),
    ...specErrors(quota.spec ?? {}, fieldPath('spec')),
  ]
  const scopes = textsOf(quota.spec?.scopes)
  const [now, before] = [new Set(scopes), new Set(textsOf(old.spec?.scopes))]
  if (now.size === before.size && [...now].every((scope) => before.has(scope))) return errors
  const shown = scopes.length === 0 ? null : scopes
  return [...errors, invalid(fieldPath('spec', 'scopes'), shown, fieldImmutableErrorMsg)]
}

/** Checks a changed status of a ResourceQuota. */
export function validateResourceQuotaStatusUpdate(quota: ResourceQuota, old: ResourceQuota): readonly FieldError[] {
  return [
    ...validateObjectMetaUpdate(quota.metadata, old.metadata, fieldPath('metadata')),
    ...(quota.metadata?.resourceVersion ? [] : [required(fieldPath('resourceVersion'), '')]),
    ...statusErrors(quota.status ?? {}, fieldPath('status')),
  ]
}

/** Warnings about a new ResourceQuota: requests that may be higher than limits. */
export function warningsForResourceQuota({ spec }: ResourceQuota): readonly string[] {
  const hard = spec?.hard ?? {}
  return ['cpu', 'memory', 'storage', 'ephemeral-storage'].flatMap((resource) => {
    const names =
      resource === 'cpu' || resource === 'memory' ? [`requests.${resource}`, resource] : [`requests.${resource}`]
    const request = names.find((name) => Object.hasOwn(hard, name))
    const limit = `limits.${resource}`
    if (request === undefined || !Object.hasOwn(hard, limit)) return []
    const [asked, most] = [amountOf(hard[request]), amountOf(hard[limit])]
    if (asked.cmp(most) <= 0) return []
    return [`ResourceQuota ${request} (${asked}) should be less than ${limit} (${most})`]
  })
}
