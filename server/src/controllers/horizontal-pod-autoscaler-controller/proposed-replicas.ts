import type { PodMetric, PodMetrics } from './metric-answer.js'
import type { PodGroups } from './pod-groups.js'
import { isWithin, type Tolerances, type UseRatio } from './use-ratio.js'

/** From what a number of replicas is proposed. */
export interface Proposal {
  readonly currentReplicas: number
  readonly tolerances: Tolerances
  readonly groups: PodGroups
  readonly ratioOf: (metrics: PodMetrics) => UseRatio
  /** What a pod without metric is taken to use when the others use less than their target. */
  readonly fullUse: (pod: string) => bigint
}

/** Proposes replicas for the use of pods. Source: pkg/controller/podautoscaler of Kubernetes. */
export function proposedReplicas(measured: PodMetrics, proposal: Proposal): UseRatio & { readonly replicas: number } {
  const { currentReplicas, tolerances, groups, ratioOf } = proposal
  const metrics = withoutPods(measured, [...groups.ignored, ...groups.unready])
  if (metrics.size === 0) throw new Error('did not receive metrics for targeted pods (pods might be unready)')
  const use = ratioOf(metrics)
  const assumed = assumedMetrics(use.ratio, proposal)
  if (assumed === undefined) {
    if (isWithin(tolerances, use.ratio)) return { ...use, replicas: currentReplicas }
    return { ...use, replicas: Math.ceil(use.ratio * groups.ready) }
  }
  for (const [name, metric] of assumed) metrics.set(name, metric)
  const { ratio } = ratioOf(metrics)
  const replicas = Math.ceil(ratio * metrics.size)
  const turns = (use.ratio < 1 && ratio > 1) || (use.ratio > 1 && ratio < 1)
  const contradicts = (ratio < 1 && replicas > currentReplicas) || (ratio > 1 && replicas < currentReplicas)
  const stays = isWithin(tolerances, ratio) || turns || contradicts
  return { ...use, replicas: stays ? currentReplicas : replicas }
}

/** Metrics of pods that have none that counts; undefined where all pods have one, or where those without cannot matter. */
function assumedMetrics(ratio: number, { groups, fullUse }: Proposal): Map<string, PodMetric> | undefined {
  const { missing, unready } = groups
  const growsWithUnready = unready.length > 0 && ratio > 1
  if (!growsWithUnready && missing.length === 0) return undefined
  const assumed = new Map<string, PodMetric>()
  const assume = (name: string, value: bigint) => assumed.set(name, { value, timestamp: 0, window: 0 })
  if (ratio < 1) for (const name of missing) assume(name, fullUse(name))
  if (ratio > 1) for (const name of missing) assume(name, 0n)
  if (growsWithUnready) for (const name of unready) assume(name, 0n)
  return assumed
}

function withoutPods(metrics: PodMetrics, names: readonly string[]): PodMetrics {
  const left = new Map(metrics)
  for (const name of names) left.delete(name)
  return left
}
