import type { PodMetrics } from './metric-answer.js'

/** How use compares with its target. */
export interface UseRatio {
  /** Use by target: 1 on target. */
  readonly ratio: number
  /** The average use of a pod, in thousandths. */
  readonly average: bigint
  /** The use as a share of the requests, in percent; where the target is one. */
  readonly utilization?: number | undefined
}

/** How far the ratio may be from 1 before anything changes. */
export interface Tolerances {
  readonly up: number
  readonly down: number
}

export function isWithin({ up, down }: Tolerances, ratio: number): boolean {
  return 1 - down <= ratio && ratio <= 1 + up
}

/**
 * Compares the use of a resource with what pods request of it. Source: pkg/controller/podautoscaler/metrics of Kubernetes.
 *
 * @param target - percent of the requests. @throws Error where no pod of the metrics is known
 */
export function utilizationRatio(metrics: PodMetrics, requests: ReadonlyMap<string, bigint>, target: number): UseRatio {
  let [used, requested, count] = [0n, 0n, 0n]
  for (const [name, { value }] of metrics) {
    const request = requests.get(name)
    if (request === undefined) continue
    used += value
    requested += request
    count++
  }
  if (requested === 0n) throw new Error('no metrics returned matched known pods')
  const utilization = Number((used * 100n) / requested)
  return { ratio: utilization / target, average: used / count, utilization }
}

/** Compares the average of metrics with a target in thousandths. Source: pkg/controller/podautoscaler/metrics of Kubernetes. */
export function averageRatio(metrics: PodMetrics, target: bigint): UseRatio {
  let total = 0n
  for (const { value } of metrics.values()) total += value
  const average = total / BigInt(metrics.size)
  return { ratio: Number(average) / Number(target), average }
}
