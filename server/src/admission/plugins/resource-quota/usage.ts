import type { ResourceQuota } from 'apimachinery/api/core/v1'
import { type Aggregate, asError, newAggregate } from 'apimachinery/errors'
import type { KubernetesObject } from 'apimachinery/runtime'
import { addAmounts, maskAmounts, type ResourceAmounts, zeroQuantity } from '../../resource-amounts.js'
import { type QuotaEvaluator, scopeSelectorsOf } from './evaluator.js'

/** The objects of a resource in a namespace. */
export type ListObjects = (evaluator: QuotaEvaluator, namespace: string) => Promise<Iterable<KubernetesObject>>

/**
 * Recounts the usage of a quota by the objects of a namespace.
 *
 * Source: `CalculateUsage` of k8s.io/apiserver/pkg/quota/v1. If objects cannot be listed, `error` has the reason and their
 * resources are omitted.
 */
export async function calculateUsage(
  quota: ResourceQuota,
  evaluators: readonly QuotaEvaluator[],
  list: ListObjects,
): Promise<{ readonly used: ResourceAmounts; readonly error?: Aggregate | undefined }> {
  const names = Object.keys(quota.spec?.hard ?? {})
  const selectors = scopeSelectorsOf(quota)
  const counted = new Set<string>()
  const errors: Error[] = []
  let used: ResourceAmounts = new Map()
  for (const evaluator of evaluators) {
    const own = evaluator.matchingResources(names)
    if (own.length === 0) continue
    try {
      let sum: ResourceAmounts = new Map(own.map((name) => [name, zeroQuantity]))
      for (const object of await list(evaluator, quota.metadata?.namespace ?? '')) {
        if (!selectors.every((selector) => evaluator.matchesScope(selector, object))) continue
        sum = addAmounts(sum, maskAmounts(evaluator.usage(object), own))
      }
      used = addAmounts(used, sum)
      for (const name of own) counted.add(name)
    } catch (error) {
      errors.push(asError(error))
    }
  }
  return { used: maskAmounts(used, counted), error: newAggregate(errors) }
}
