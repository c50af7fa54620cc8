import type { Pod } from 'apimachinery/api/core/v1'
import { getName } from 'apimachinery/runtime'
import { momentOf } from '../cluster-time.js'
import { isDeleting } from '../controller.js'
import { podReadyCondition } from '../pod-control/pod-state.js'
import type { AutoscalerSettings } from './autoscaler-settings.js'
import type { PodMetric, PodMetrics } from './metric-answer.js'

/** Pods by what their metrics say. */
export interface PodGroups {
  /** How many pods have a metric that counts. */
  readonly ready: number
  readonly unready: readonly string[]
  /** Pods without metric. */
  readonly missing: readonly string[]
  /** Pods that are deleted or have failed. */
  readonly ignored: readonly string[]
}

/** How pods are grouped. */
export interface GroupOptions {
  readonly resource?: string | undefined
  readonly settings: AutoscalerSettings
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Groups pods by whether their metrics count. Source: pkg/controller/podautoscaler of Kubernetes. */
export function groupPods(pods: readonly Pod[], metrics: PodMetrics, options: GroupOptions): PodGroups {
  const [unready, missing, ignored]: [string[], string[], string[]] = [[], [], []]
  let ready = 0
  for (const pod of pods) {
    const name = getName(pod)
    const metric = metrics.get(name)
    if (isDeleting(pod) || pod.status?.phase === 'Failed') ignored.push(name)
    else if (pod.status?.phase === 'Pending') unready.push(name)
    else if (metric === undefined) missing.push(name)
    else if (options.resource === 'cpu' && isUnready(pod, metric, options)) unready.push(name)
    else ready++
  }
  return { ready, unready, missing, ignored }
}

/** Whether the CPU use of a pod may be that of its start. */
function isUnready(pod: Pod, metric: PodMetric, { settings, now }: GroupOptions): boolean {
  const condition = podReadyCondition(pod)
  const start = momentOf(pod.status?.startTime)
  if (condition === undefined || start === undefined) return true
  const since = momentOf(condition.lastTransitionTime) ?? 0
  const isFalse = condition.status === 'False'
  if (start + settings.cpuInitializationPeriod > now) return isFalse || metric.timestamp < since + metric.window
  return isFalse && start + settings.initialReadinessDelay > since
}
