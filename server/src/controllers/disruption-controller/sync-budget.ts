import type { SharedInformer } from '@apimachinery/client/cache'
import type { Pod } from 'apimachinery/api/core/v1'
import { PodDisruptionBudget } from 'apimachinery/api/policy/v1'
import { isConflict, messageOf } from 'apimachinery/errors'
import { labelSelectorAsSelector } from 'apimachinery/labels'
import { type ConditionInit, findStatusCondition, setStatusCondition } from 'apimachinery/meta'
import { getGeneration, getNamespace } from 'apimachinery/runtime'
import type { ControllerContext } from '../controller.js'
import { selectorText } from '../selector-text.js'
import { type DisruptedPods, disruptedPods, healthyPods } from './disrupted-pods.js'
import { type ExpectedPods, expectedPods } from './expected-pods.js'
import type { ControllerScales } from './scale-of-controller.js'

type BudgetStatus = NonNullable<PodDisruptionBudget['status']>

/** What {@link BudgetSync} works with. */
export interface BudgetSyncParts {
  readonly context: ControllerContext
  readonly budgets: SharedInformer<PodDisruptionBudget>
  readonly pods: SharedInformer<Pod>
  readonly scales: ControllerScales
}

/** Counts the pods of budgets and writes how many may be disrupted. Source: pkg/controller/disruption of Kubernetes. */
export class BudgetSync {
  readonly #parts: BudgetSyncParts

  constructor(parts: BudgetSyncParts) {
    this.#parts = parts
  }

  /** @returns the milliseconds of the cluster's time after which the budget is to be looked at again. */
  async sync(key: string): Promise<number | undefined> {
    const budget = this.#parts.budgets.lister.getByKey(key)
    if (budget === undefined) return undefined
    try {
      return await this.#sync(budget)
    } catch (error) {
      if (isConflict(error)) throw error
      await this.#failSafe(budget, messageOf(error))
      return undefined
    }
  }

  async #sync(budget: PodDisruptionBudget): Promise<number | undefined> {
    const { context } = this.#parts
    const pods = this.#podsOf(budget)
    const demand = await this.#demandOf(budget, pods)
    const disrupted = disruptedPods(context, budget, pods)
    const currentHealthy = healthyPods(pods, disrupted.pods)
    const possible = Math.max(0, currentHealthy - demand.desiredHealthy)
    const generation = Number(getGeneration(budget))
    const status = {
      currentHealthy,
      desiredHealthy: demand.desiredHealthy,
      expectedPods: demand.expected,
      disruptionsAllowed: demand.expected > 0 ? possible : 0,
      ...(generation > 0 && { observedGeneration: generation }),
    }
    if (!isUpToDate(budget, status, disrupted)) {
      const conditions = [...(budget.status?.conditions ?? [])].map((each) => ({ ...each }))
      setStatusCondition(conditions, allowedCondition(status), context)
      await this.#write(budget, { ...status, disruptedPods: { ...disrupted.pods }, conditions })
    }
    return disrupted.again
  }

  #podsOf(budget: PodDisruptionBudget): Pod[] {
    const { context, pods } = this.#parts
    try {
      return pods.lister.namespace(getNamespace(budget)).list(labelSelectorAsSelector(budget.spec?.selector))
    } catch (error) {
      context.events.event(budget, 'Warning', 'NoPods', `Failed to get pods: ${messageOf(error)}`)
      throw error
    }
  }

  async #demandOf(budget: PodDisruptionBudget, pods: readonly Pod[]): Promise<ExpectedPods> {
    const { events } = this.#parts.context
    if (pods.length === 0) events.event(budget, 'Normal', 'NoPods', 'No matching pods found')
    try {
      const demand = await expectedPods(budget, pods, this.#parts.scales)
      if (demand.unmanaged) events.event(budget, 'Warning', 'UnmanagedPods', unmanagedMessage(budget))
      return demand
    } catch (error) {
      const message = `Failed to calculate the number of expected pods: ${messageOf(error)}`
      events.event(budget, 'Warning', 'CalculateExpectedPodCountFailed', message)
      throw error
    }
  }

  /** Nothing may be disrupted while it is unknown what there is. */
  async #failSafe(budget: PodDisruptionBudget, message: string): Promise<void> {
    const status = budget.status ?? {}
    const conditions = [...(status.conditions ?? [])].map((each) => ({ ...each }))
    const { observedGeneration = 0 } = status
    const condition = { type: 'DisruptionAllowed', status: 'False', reason: 'SyncFailed', message, observedGeneration }
    setStatusCondition(conditions, condition, this.#parts.context)
    await this.#write(budget, { ...emptyStatus, ...status, disruptionsAllowed: 0, conditions })
  }

  async #write(budget: PodDisruptionBudget, status: BudgetStatus): Promise<void> {
    await this.#parts.context.client.updateStatus(new PodDisruptionBudget({ ...budget, status }))
  }
}

const emptyStatus = { currentHealthy: 0, desiredHealthy: 0, expectedPods: 0, disruptionsAllowed: 0 }

function allowedCondition({ disruptionsAllowed = 0, observedGeneration = 0 }: BudgetStatus): ConditionInit {
  const isAllowed = disruptionsAllowed > 0
  const reason = isAllowed ? 'SufficientPods' : 'InsufficientPods'
  return { type: 'DisruptionAllowed', status: isAllowed ? 'True' : 'False', reason, observedGeneration }
}

function isUpToDate(budget: PodDisruptionBudget, status: BudgetStatus, { pods }: DisruptedPods): boolean {
  const old = budget.status
  const counts = ['currentHealthy', 'desiredHealthy', 'expectedPods', 'disruptionsAllowed'] as const
  if (old === undefined || counts.some((field) => (old[field] ?? 0) !== status[field])) return false
  if (Object.keys(old.disruptedPods ?? {}).length !== Object.keys(pods).length) return false
  if (Number(old.observedGeneration ?? 0) !== Number(getGeneration(budget))) return false
  const condition = findStatusCondition(old.conditions, 'DisruptionAllowed')
  const wanted = allowedCondition(status)
  return condition?.status === wanted.status && condition.reason === wanted.reason
}

function unmanagedMessage({ spec }: PodDisruptionBudget): string {
  return (
    `Pods selected by this PodDisruptionBudget (selector: ${selectorText(spec?.selector)}) were found to be unmanaged. ` +
    'As a result, the status of the PDB cannot be calculated correctly, which may result in undefined behavior. ' +
    'To account for these pods please set ".spec.minAvailable" field of the PDB to an integer value.'
  )
}
