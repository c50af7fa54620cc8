import type { ResourceQuota } from 'apimachinery/api/core/v1'
import { deepCopy } from 'apimachinery/descriptor'
import { getResourceVersion, type KubernetesObject } from 'apimachinery/runtime'
import { AdmissionError } from '../../admission-error.js'
import type { AdmissionAttributes } from '../../attributes.js'
import { forbidden } from '../../forbidden.js'
import {
  addAmounts,
  amountsOf,
  maskAmounts,
  printAmounts,
  type ResourceAmounts,
  subtractToZero,
  toResourceList,
} from '../../resource-amounts.js'
import type { LimitedResource } from './configuration.js'
import { matchesQuota, type QuotaEvaluator, type ScopeSelector, scopeSelectorsOf } from './evaluator.js'

/**
 * The quotas as they are after a request, with the same ones untouched that it does not concern.
 *
 * Source: `CheckRequest` of k8s.io/apiserver/pkg/admission/plugin/resourcequota.
 * @throws StatusError `Forbidden` where a quota does not allow it.
 */
export function checkRequest(
  quotas: readonly ResourceQuota[],
  attributes: AdmissionAttributes,
  { evaluator, limited }: { readonly evaluator: QuotaEvaluator; readonly limited: readonly LimitedResource[] },
): readonly ResourceQuota[] {
  const { object } = attributes
  if (!evaluator.handles(attributes) || object === undefined) return quotas
  const concerned = quotas.filter((quota) => isConcerned(quota, attributes, { evaluator, object }))
  const usage = evaluator.usage(object)
  const negative = [...usage].filter(([, amount]) => amount.sign() < 0).map(([name]) => name)
  if (negative.length > 0) {
    throw forbidden(attributes, `quota usage is negative for resource(s): ${negative.sort().join(',')}`)
  }
  if (attributes.operation === 'UPDATE' && attributes.oldObject === undefined) {
    throw forbidden(attributes, 'unable to get previous usage since prior version of object was not found')
  }
  const deltas = deltasOf(concerned, attributes, { evaluator, usage })
  if (deltas.every(({ size }) => size === 0)) return quotas
  checkCovered(attributes, { evaluator, limited, quotas, concerned, usage })
  return quotas.map((quota) => {
    const delta = deltas[concerned.indexOf(quota)]
    return delta === undefined || delta.size === 0 || !concerned.includes(quota)
      ? quota
      : charged(quota, delta, attributes)
  })
}

interface Subject {
  readonly evaluator: QuotaEvaluator
  readonly object: KubernetesObject
}

function isConcerned(quota: ResourceQuota, attributes: AdmissionAttributes, { evaluator, object }: Subject): boolean {
  if (!matchesQuota(evaluator, quota, object)) return false
  const name = quota.metadata?.name ?? ''
  const restricted = restrictedBy(quota, evaluator)
  const missing = evaluator.missing?.(restricted, object)
  if (missing !== undefined) throw forbidden(attributes, `failed quota: ${name}: ${missing}`)
  const used = quota.status?.used ?? {}
  if (restricted.some((resource) => !Object.hasOwn(used, resource))) {
    throw forbidden(attributes, `status unknown for quota: ${name}, resources: ${[...restricted].sort().join(',')}`)
  }
  return true
}

function restrictedBy({ status }: ResourceQuota, evaluator: QuotaEvaluator): readonly string[] {
  return evaluator.matchingResources(Object.keys(status?.hard ?? {}))
}

/** The usage that a request adds to each quota; without a matching quota, the total usage that it adds. */
function deltasOf(
  concerned: readonly ResourceQuota[],
  { operation, oldObject }: AdmissionAttributes,
  { evaluator, usage }: { readonly evaluator: QuotaEvaluator; readonly usage: ResourceAmounts },
): ResourceAmounts[] {
  const replaced = operation === 'UPDATE' && oldObject !== undefined && getResourceVersion(oldObject) !== ''
  const grown = replaced ? subtractToZero(usage, evaluator.usage(oldObject)) : usage
  if (concerned.length === 0) return [withoutZeros(grown)]
  // For a quota that the old object did not count for, the new one counts in full.
  return concerned.map((quota) => {
    return withoutZeros(replaced && matchesQuota(evaluator, quota, oldObject) ? grown : usage)
  })
}

function withoutZeros(amounts: ResourceAmounts): ResourceAmounts {
  return new Map([...amounts].filter(([, amount]) => !amount.isZero()))
}

interface Coverage {
  readonly evaluator: QuotaEvaluator
  readonly limited: readonly LimitedResource[]
  readonly quotas: readonly ResourceQuota[]
  readonly concerned: readonly ResourceQuota[]
  readonly usage: ResourceAmounts
}

/** Refuses resources that are configured to require a quota. */
function checkCovered(attributes: AdmissionAttributes, coverage: Coverage): void {
  const { evaluator, limited, quotas, concerned, usage } = coverage
  if (limited.length === 0) return
  const restricted = new Set(concerned.flatMap((quota) => [...restrictedBy(quota, evaluator)]))
  const uncovered = [...limitedNames(attributes, limited, usage)].filter((name) => !restricted.has(name))
  if (uncovered.length > 0) throw forbidden(attributes, `insufficient quota to consume: ${uncovered.sort().join(',')}`)
  const object = attributes.object!
  if (evaluator.scoped !== true) return
  const matching = (selectors: readonly ScopeSelector[]) =>
    selectors.filter((each) => evaluator.matchesScope(each, object))
  const covered = new Set(matching(quotas.flatMap(scopeSelectorsOf)).map(({ scopeName }) => scopeName))
  const open = matching(limited.flatMap(({ matchScopes = [] }) => matchScopes)).filter(
    ({ scopeName }) => !covered.has(scopeName),
  )
  if (open.length === 0) return
  const shown = open.map(({ scopeName, operator, values = [] }) => `{${scopeName} ${operator} [${values.join(' ')}]}`)
  throw new AdmissionError(`insufficient quota to match these scopes: [${shown.join(' ')}]`)
}

function limitedNames(
  { resource }: AdmissionAttributes,
  limited: readonly LimitedResource[],
  usage: ResourceAmounts,
): Set<string> {
  const rules = limited.filter(({ apiGroup = '', resource: name }) => {
    return apiGroup === resource.group && name === resource.resource
  })
  const parts = rules.flatMap(({ matchContains = [] }) => matchContains)
  const used = [...usage].filter(([, amount]) => amount.sign() > 0).map(([name]) => name)
  return new Set(used.filter((name) => parts.some((part) => name.includes(part))))
}

function charged(quota: ResourceQuota, delta: ResourceAmounts, attributes: AdmissionAttributes): ResourceQuota {
  const hard = amountsOf(quota.status?.hard)
  const used = amountsOf(quota.status?.used)
  const requested = maskAmounts(delta, hard.keys())
  const sum = addAmounts(used, requested)
  // The status that a controller reports is accepted even if it exceeds a quota.
  const exceeded =
    attributes.subresource === 'status' ? [] : [...requested.keys()].filter((name) => exceeds(name, sum, hard))
  if (exceeded.length > 0) {
    const shown = (amounts: ResourceAmounts) => printAmounts(maskAmounts(amounts, exceeded))
    throw forbidden(
      attributes,
      `exceeded quota: ${quota.metadata?.name}, requested: ${shown(requested)}, used: ${shown(used)}, limited: ${shown(hard)}`,
    )
  }
  const changed = deepCopy(quota)
  changed.status = { ...changed.status, used: toResourceList(sum) }
  return changed
}

function exceeds(name: string, sum: ResourceAmounts, hard: ResourceAmounts): boolean {
  const [total, bound] = [sum.get(name), hard.get(name)]
  return total !== undefined && bound !== undefined && total.cmp(bound) > 0
}
