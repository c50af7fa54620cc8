import type { PodDisruptionBudget } from 'apimachinery/api/policy/v1'
import { labelSelectorAsSelector } from 'apimachinery/labels'
import type { PodInfo } from '../state/pod-info.js'

/** Pods by whether their removal violates a budget. */
export interface BudgetGroups {
  readonly violating: readonly PodInfo[]
  readonly others: readonly PodInfo[]
}

/**
 * Divides pods, which keep their order: each takes from the budgets that select it, and violates one that has nothing left.
 *
 * Source: `filterPodsWithPDBViolation` of plugins/defaultpreemption.
 */
export function groupByBudget(pods: readonly PodInfo[], budgets: readonly PodDisruptionBudget[]): BudgetGroups {
  const parsed = budgets.map(({ metadata, spec, status }) => ({
    namespace: metadata?.namespace,
    selector: labelSelectorAsSelector(spec?.selector),
    disrupted: status?.disruptedPods ?? {},
    allowed: status?.disruptionsAllowed ?? 0,
  }))
  const violating: PodInfo[] = []
  const others: PodInfo[] = []
  for (const pod of pods) {
    let violates = false
    if (Object.keys(pod.labels).length > 0)
      for (const budget of parsed) {
        if (budget.namespace !== pod.namespace || budget.selector.isEmpty()) continue
        if (!budget.selector.matches(pod.labels) || pod.name in budget.disrupted) continue
        budget.allowed--
        if (budget.allowed < 0) violates = true
      }
    ;(violates ? violating : others).push(pod)
  }
  return { violating, others }
}
