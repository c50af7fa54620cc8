import { timeToDate } from 'apimachinery/scalar'
import type { PodInfo } from '../state/pod-info.js'

/** When a pod started, in milliseconds; a pod that has not started yet is taken to start now. */
export function startTimeOf({ pod }: PodInfo, now: number): number {
  const { startTime } = pod.status ?? {}
  return startTime === undefined ? now : timeToDate(startTime).getTime()
}

/** Sorts pods, the most important first: those of higher priority, then those that have run for longer. Source: `MoreImportantPod` of pkg/scheduler/util. */
export function byImportance(pods: readonly PodInfo[], now: number): PodInfo[] {
  return [...pods].sort((a, b) => b.priority - a.priority || startTimeOf(a, now) - startTimeOf(b, now))
}
