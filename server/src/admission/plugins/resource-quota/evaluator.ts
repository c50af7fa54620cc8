import type { ResourceQuota, ScopedResourceSelectorRequirement } from 'apimachinery/api/core/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import { AdmissionError } from '../../admission-error.js'
import type { AdmissionAttributes } from '../../attributes.js'
import { oneQuantity, type ResourceAmounts } from '../../resource-amounts.js'

/** One expression over the scopes of objects. */
export type ScopeSelector = ScopedResourceSelectorRequirement

/** A resource of an API. */
export interface GroupResource {
  readonly group: string
  readonly resource: string
}

/**
 * Counts what the objects of one resource use of quotas.
 *
 * Source: `quota.Evaluator` of k8s.io/apiserver/pkg/quota/v1.
 */
export interface QuotaEvaluator {
  readonly resource: GroupResource
  /** Whether a request can change what is used. */
  handles(attributes: AdmissionAttributes): boolean
  /** Of the resources of a quota those that objects of this resource use, ordered. */
  matchingResources(names: readonly string[]): readonly string[]
  matchesScope(selector: ScopeSelector, object: KubernetesObject): boolean
  /** Whether scopes that a configuration limits must be covered by quotas. */
  readonly scoped?: boolean | undefined
  usage(object: KubernetesObject): ResourceAmounts
  /** Reads what the usage of the objects of a request depends on; called before they are charged. */
  prepare?(attributes: AdmissionAttributes): Promise<void>
  /** The requirements of a quota of these resources for the object; the text of the refusal. */
  missing?(required: readonly string[], object: KubernetesObject): string | undefined
}

/** The name under which quotas count the objects of a resource. */
export function objectCountName({ group, resource }: GroupResource): string {
  return group === '' ? `count/${resource}` : `count/${resource}.${group}`
}

/** Counts objects and nothing else. `alias`: an older name of the same count. */
export function objectCountEvaluator(resource: GroupResource, alias?: string): QuotaEvaluator {
  const names = [objectCountName(resource), ...(alias === undefined ? [] : [alias])]
  const usage: ResourceAmounts = new Map(names.map((name) => [name, oneQuantity]))
  return {
    resource,
    handles: ({ operation, subresource }) => operation === 'CREATE' && subresource === '',
    matchingResources: (all) => intersection(all, names),
    matchesScope: () => false,
    usage: () => usage,
  }
}

/** The intersection, sorted. */
export function intersection(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set(a)].filter((name) => b.includes(name)).sort()
}

/** The scopes that objects must be in to count for a quota. */
export function scopeSelectorsOf({ spec }: ResourceQuota): ScopeSelector[] {
  const scopes = (spec?.scopes ?? []).map((scopeName) => ({ scopeName, operator: 'Exists' }))
  return [...scopes, ...(spec?.scopeSelector?.matchExpressions ?? [])]
}

/** Whether an object counts for a quota: by its resources and by its scopes. */
export function matchesQuota(evaluator: QuotaEvaluator, quota: ResourceQuota, object: KubernetesObject): boolean {
  if (evaluator.matchingResources(Object.keys(quota.status?.hard ?? {})).length === 0) return false
  return scopeSelectorsOf(quota).every((selector) => evaluator.matchesScope(selector, object))
}

/** Whether one of the values of a scope fits a selector; no value fits `NotIn` and `DoesNotExist`. */
export function selectorFits({ operator, values = [] }: ScopeSelector, present: readonly string[]): boolean {
  switch (operator) {
    case 'In':
      return present.some((value) => values.includes(value))
    case 'NotIn':
      return present.length === 0 || present.some((value) => !values.includes(value))
    case 'Exists':
      return present.length > 0
    case 'DoesNotExist':
      return present.length === 0
    default:
      throw new AdmissionError(
        `failed to parse and convert selector: "${operator}" is not a valid scope selector operator`,
      )
  }
}
