import type { HPAScalingRules } from 'apimachinery/api/autoscaling/v2'
import { note } from './recommendations.js'
import type { Past } from './scaling-limits.js'

/** The highest recommendation of a window, in milliseconds, for an autoscaler without rules. Source: pkg/controller/podautoscaler of Kubernetes. */
export function highestRecommendation(desired: number, { history, now }: Past, window: number): number {
  const isOld = (at: number): boolean => at < now - window
  const recent = history.recommendations.filter(({ at }) => !isOld(at))
  const highest = Math.max(desired, ...recent.map(({ value }) => value))
  note(history.recommendations, { value: desired, at: now }, isOld)
  return highest
}

/** What {@link stabilized} compares. */
export interface StabilizedRules extends Past {
  readonly current: number
  readonly up: HPAScalingRules
  readonly down: HPAScalingRules
}

/**
 * The current count, moved no further than all recommendations of the window for up, or for down, ask for. Source:
 * pkg/controller/podautoscaler of Kubernetes.
 */
export function stabilized(desired: number, { history, now, current, up, down }: StabilizedRules): number {
  const upCutoff = now - (up.stabilizationWindowSeconds ?? 0) * 1000
  const downCutoff = now - (down.stabilizationWindowSeconds ?? 0) * 1000
  const since = (cutoff: number): number[] =>
    history.recommendations.filter(({ at }) => at > cutoff).map(({ value }) => value)
  const lowest = Math.min(desired, ...since(upCutoff))
  const highest = Math.max(desired, ...since(downCutoff))
  note(history.recommendations, { value: desired, at: now }, (at) => at < upCutoff && at < downCutoff)
  return Math.min(Math.max(current, lowest), highest)
}
