import type { Pod, PodCondition } from 'apimachinery/api/core/v1'
import { timeFromDate } from 'apimachinery/scalar'

/** Sets a condition of a pod; the time of its last transition moves only where its status changes. */
export function setPodCondition(pod: Pod, condition: PodCondition, now: Date): void {
  pod.status ??= {}
  const conditions = [...(pod.status.conditions ?? [])]
  const index = conditions.findIndex(({ type }) => type === condition.type)
  const old = conditions[index]
  const time = old?.status === condition.status ? old.lastTransitionTime : undefined
  const next = { ...condition, lastTransitionTime: time ?? timeFromDate(now) }
  if (index < 0) conditions.push(next)
  else conditions[index] = next
  pod.status.conditions = conditions
}

/** Whether a pod says that it is ready. */
export function isPodReady({ status }: Pod): boolean {
  return status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') ?? false
}
