import type { Client } from '@apimachinery/client'
import type { Pod } from 'apimachinery/api/core/v1'
import { PodDisruptionBudget } from 'apimachinery/api/policy/v1'
import { isConflict, newForbidden, newTimeoutError, newTooManyRequests, StatusError } from 'apimachinery/errors'
import { type LabelSelector, labelSelectorAsSelector } from 'apimachinery/labels'
import { setStatusCondition } from 'apimachinery/meta'
import { timeFromDate } from 'apimachinery/scalar'
import type { Clock } from 'apimachinery/wait'
import { readMetadata } from '../../../registry/read-metadata.js'

const refusal = "Cannot evict pod as it would violate the pod's disruption budget."
const largestMap = 2000
const attempts = 20
const pauseMilliseconds = 500

/** One pod that is to be evicted, counted against its budget. */
export interface Disruption {
  readonly client: Client
  readonly clock: Clock
  readonly pod: Pod
  readonly dryRun: boolean
}

/** The budgets that select a pod. One that selects nothing selects no pod. */
export async function budgetsOf(client: Client, pod: Pod): Promise<readonly PodDisruptionBudget[]> {
  const { namespace = '', labels = {} } = readMetadata(pod)
  const { items } = await client.resource(PodDisruptionBudget).namespace(namespace).list()
  return (items ?? []).filter(({ spec }) => {
    try {
      const selector = labelSelectorAsSelector(spec?.selector as LabelSelector | undefined)
      return !selector.isEmpty() && selector.matches(labels)
    } catch {
      return false
    }
  })
}

/** Counts a disruption against a budget. @throws StatusError 429 where it allows none. */
export async function countDisruption(budget: PodDisruptionBudget, disruption: Disruption): Promise<void> {
  const { client, clock } = disruption
  const { name = '', namespace = '' } = readMetadata(budget)
  let current = budget
  for (let attempt = 1; ; attempt++) {
    try {
      return await checkAndDecrement(current, disruption)
    } catch (error) {
      if (!isConflict(error)) throw error
      if (attempt === attempts) {
        throw newTimeoutError(`couldn't update PodDisruptionBudget ${JSON.stringify(name)} due to conflicts`, 10)
      }
    }
    await new Promise<void>((resolve) => clock.setTimer(resolve, pauseMilliseconds))
    current = await client.resource(PodDisruptionBudget).namespace(namespace).get(name)
  }
}

async function checkAndDecrement(
  budget: PodDisruptionBudget,
  { client, clock, pod, dryRun }: Disruption,
): Promise<void> {
  const { name = '', namespace = '', generation = 0 } = readMetadata(budget)
  const status: NonNullable<PodDisruptionBudget['status']> = { ...budget.status }
  const allowed = status.disruptionsAllowed ?? 0
  if ((status.observedGeneration ?? 0) < generation) throw stillProcessed(name)
  const forbid = (text: string): Error =>
    newForbidden({ group: 'policy', resource: 'poddisruptionbudget' }, name, new Error(text))
  if (allowed < 0) throw forbid('pdb disruptions allowed is negative')
  if (Object.keys(status.disruptedPods ?? {}).length > largestMap) {
    throw forbid('DisruptedPods map too big - too many evictions not confirmed by PDB controller')
  }
  if (allowed === 0) {
    const has = `needs ${status.desiredHealthy ?? 0} healthy pods and has ${status.currentHealthy ?? 0} currently`
    throw tooMany(`The disruption budget ${name} ${has}`, 0)
  }
  status.disruptionsAllowed = allowed - 1
  const now = new Date(clock.now())
  if (status.disruptionsAllowed === 0) {
    const conditions = [...(status.conditions ?? [])]
    setStatusCondition(conditions, {
      type: 'DisruptionAllowed',
      status: 'False',
      reason: 'InsufficientPods',
      message: '',
      observedGeneration: status.observedGeneration,
      lastTransitionTime: timeFromDate(now),
    })
    status.conditions = conditions
  }
  if (dryRun) return
  status.disruptedPods = { ...status.disruptedPods, [readMetadata(pod).name ?? '']: timeFromDate(now) }
  const changed = new PodDisruptionBudget({ metadata: budget.metadata, spec: budget.spec, status })
  await client.resource(PodDisruptionBudget).namespace(namespace).updateStatus(changed)
}

/** The controller of budgets has not seen the last change yet. */
export function stillProcessed(name: string): StatusError {
  return tooMany(`The disruption budget ${name} is still being processed by the server.`, 10)
}

function tooMany(message: string, seconds: number): StatusError {
  const { status } = newTooManyRequests(refusal, seconds)
  const causes = [...(status.details?.causes ?? []), { reason: 'DisruptionBudget', message }]
  return new StatusError({ ...status, details: { ...status.details, causes } })
}
