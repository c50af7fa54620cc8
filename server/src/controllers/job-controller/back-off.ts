import type { Pod } from 'apimachinery/api/core/v1'
import { podFinishTime } from './pod-finish-time.js'

/** Failures of the pods of a job since the last success. */
export interface BackOff {
  readonly failures: number
  /** Milliseconds since 1970. */
  readonly lastFailure?: number | undefined
}

/** Pods whose end is not counted yet. */
export interface NewlyFinished {
  readonly succeeded: readonly Pod[]
  readonly failed: readonly Pod[]
}

/** Milliseconds: the pause after the first failure, and the longest one. */
const [firstPause, longestPause] = [10_000, 600_000]

const none: BackOff = { failures: 0 }

/** The pause before the next pod of a job, after the pods that have ended. Source: pkg/controller/job of Kubernetes. */
export function nextBackOff(old: BackOff | undefined, { succeeded, failed }: NewlyFinished): BackOff {
  if (succeeded.length === 0 && failed.length === 0) return old ?? none
  const failures = failed.map(podFinishTime)
  if (succeeded.length === 0) {
    return { failures: (old?.failures ?? 0) + failures.length, lastFailure: Math.max(...failures) }
  }
  const success = Math.max(...succeeded.map(podFinishTime))
  const after = failures.filter((moment) => moment > success)
  return after.length === 0 ? none : { failures: after.length, lastFailure: Math.max(...after) }
}

/** Milliseconds at a moment until the next pod may be created. */
export function remainingPause({ failures, lastFailure }: BackOff, now: number): number {
  if (failures === 0 || lastFailure === undefined) return 0
  const pause = Math.min(longestPause, firstPause * 2 ** Math.min(failures - 1, 10))
  return Math.max(0, pause - (now - lastFailure))
}
