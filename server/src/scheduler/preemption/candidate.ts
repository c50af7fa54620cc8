import type { PodInfo } from '../state/pod-info.js'
import { startTimeOf } from './pod-importance.js'

/** A node that gets room when these pods are removed, the most important first. */
export interface Candidate {
  readonly node: string
  readonly victims: readonly PodInfo[]
  /** How many of them violate a disruption budget. */
  readonly violations: number
}

/** Makes all priorities positive, so that more pods with the same priority cost more. */
const offset = 2 ** 31

/**
 * The candidate that does the least harm: the fewest violations of budgets, the least important victim at the top, the
 * smallest sum of priorities, the fewest victims, the latest start.
 *
 * Source: `pickOneNodeForPreemption` of pkg/scheduler/framework/preemption.
 */
export function leastHarmful(candidates: readonly Candidate[], now: number): Candidate | undefined {
  const costs: readonly ((candidate: Candidate) => number)[] = [
    ({ violations }) => violations,
    ({ victims }) => victims[0]?.priority ?? 0,
    ({ victims }) => victims.reduce((sum, { priority }) => sum + priority + offset, 0),
    ({ victims }) => victims.length,
    ({ victims }) => -earliestStart(victims, now),
  ]
  let best = candidates
  for (const cost of costs) {
    if (best.length < 2) break
    const all = best.map(cost)
    const least = Math.min(...all)
    best = best.filter((_, i) => all[i] === least)
  }
  return best[0]
}

/** Of the victims with the highest priority. */
function earliestStart(victims: readonly PodInfo[], now: number): number {
  const highest = Math.max(...victims.map(({ priority }) => priority))
  return Math.min(...victims.filter(({ priority }) => priority === highest).map((pod) => startTimeOf(pod, now)))
}
