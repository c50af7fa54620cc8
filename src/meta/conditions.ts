import { appendAll } from '../internal/append-all.js'
import { isZeroTime, timeFromDate } from '../scalar/time.js'
import { type PassiveClock, systemClock } from '../wait/clock.js'
import type { Condition } from './v1/types.gen.js'

/** A condition to set: what it leaves out is empty, or the time of the change. */
export type ConditionInit = Pick<Condition, 'type' | 'status'> & Partial<Condition>

/** Options of {@link setStatusCondition}. */
export interface ConditionOptions {
  /** Clock for transition times. Default: {@link systemClock}. */
  readonly clock?: PassiveClock | undefined
}

/**
 * Sets the condition of a type, in place. Its `lastTransitionTime` changes only when its status does, then to that of
 * `condition` or, when that has none, to now.
 *
 * @returns whether anything changed.
 */
export function setStatusCondition(
  conditions: Condition[],
  condition: ConditionInit,
  { clock = systemClock }: ConditionOptions = {},
): boolean {
  const { type, status, reason = '', message = '', observedGeneration = 0 } = condition
  const time = () =>
    isZeroTime(condition.lastTransitionTime) ? timeFromDate(new Date(clock.now())) : condition.lastTransitionTime
  const existing = findStatusCondition(conditions, type)
  if (existing === undefined) {
    conditions.push({ ...condition, reason, message, lastTransitionTime: time()! })
    return true
  }
  let changed = false
  if (existing.status !== status) {
    existing.status = status
    existing.lastTransitionTime = time()!
    changed = true
  }
  if ((existing.reason ?? '') !== reason) {
    existing.reason = reason
    changed = true
  }
  if ((existing.message ?? '') !== message) {
    existing.message = message
    changed = true
  }
  if ((existing.observedGeneration ?? 0) !== observedGeneration) {
    if (observedGeneration === 0) delete existing.observedGeneration
    else existing.observedGeneration = observedGeneration
    changed = true
  }
  return changed
}

/** Removes the conditions of a type, in place. @returns whether there were any. */
export function removeStatusCondition(conditions: Condition[], type: string): boolean {
  const kept = conditions.filter((condition) => condition?.type !== type)
  const removed = kept.length !== conditions.length
  if (removed) {
    conditions.length = 0
    appendAll(conditions, kept)
  }
  return removed
}

/** The condition of a type. */
export function findStatusCondition(conditions: readonly Condition[] | undefined, type: string): Condition | undefined {
  return conditions?.find((condition) => condition?.type === type)
}

/** Reports whether the condition of a type is there and `True`. */
export function isStatusConditionTrue(conditions: readonly Condition[] | undefined, type: string): boolean {
  return isStatusConditionPresentAndEqual(conditions, type, 'True')
}

/** Reports whether the condition of a type is there and `False`. */
export function isStatusConditionFalse(conditions: readonly Condition[] | undefined, type: string): boolean {
  return isStatusConditionPresentAndEqual(conditions, type, 'False')
}

/** Reports whether the condition of a type is there and has this status. */
export function isStatusConditionPresentAndEqual(
  conditions: readonly Condition[] | undefined,
  type: string,
  status: Condition['status'],
): boolean {
  return findStatusCondition(conditions, type)?.status === status
}
