import type { HPAScalingPolicy, HPAScalingRules } from 'apimachinery/api/autoscaling/v2'
import { type AutoscalerHistory, changeWithin } from './recommendations.js'

/** Between which numbers a count is to be. */
export interface ReplicaBounds {
  readonly current: number
  readonly min: number
  readonly max: number
}

/** A count within the limits, and what limits it. */
export interface LimitedReplicas {
  readonly replicas: number
  readonly reason: string
  readonly message: string
}

/** The moment, and what was done before it. */
export interface Past {
  readonly history: AutoscalerHistory
  /** Milliseconds since 1970. */
  readonly now: number
}

const tooFew = ['TooFewReplicas', 'the desired replica count is less than the minimum replica count'] as const
const tooMany = ['TooManyReplicas', 'the desired replica count is more than the maximum replica count'] as const
const tooFast = ['ScaleUpLimit', 'the desired replica count is increasing faster than the maximum scale rate'] as const
const downTooFast = [
  'ScaleDownLimit',
  'the desired replica count is decreasing faster than the maximum scale rate',
] as const
const inRange = ['DesiredWithinRange', 'the desired count is within the acceptable range'] as const

/** Limits the replicas of an autoscaler without rules: at most twice as many, and four may always be. Source: pkg/controller/podautoscaler of Kubernetes. */
export function limitedByDefault(desired: number, { current, min, max }: ReplicaBounds): LimitedReplicas {
  const fastest = Math.max(2 * current, 4)
  if (desired < min) return limited(min, tooFew)
  if (desired > Math.min(max, fastest)) return max > fastest ? limited(fastest, tooFast) : limited(max, tooMany)
  return limited(desired, inRange)
}

/** Limits the replicas by the rules of an autoscaler. Source: pkg/controller/podautoscaler of Kubernetes. */
export function limitedByRules(
  desired: number,
  bounds: ReplicaBounds,
  { up, down, ...past }: Past & { readonly up: HPAScalingRules; readonly down: HPAScalingRules },
): LimitedReplicas {
  const { current, min, max } = bounds
  if (desired > current) {
    const fastest = Math.max(current, upLimit(current, up, past))
    if (desired > Math.min(max, fastest)) return max > fastest ? limited(fastest, tooFast) : limited(max, tooMany)
  } else if (desired < current) {
    const slowest = Math.min(current, downLimit(current, down, past))
    if (desired < Math.max(min, slowest)) return min < slowest ? limited(slowest, downTooFast) : limited(min, tooFew)
  }
  return limited(desired, inRange)
}

function limited(replicas: number, [reason, message]: readonly [string, string]): LimitedReplicas {
  return { replicas, reason, message }
}

/** How many replicas the rules allow at the most. */
function upLimit(current: number, { selectPolicy, policies = [] }: HPAScalingRules, past: Past): number {
  if (selectPolicy === 'Disabled') return current
  const proposals = policies.map((policy) => {
    const start = startOf(current, policy, past)
    return policy.type === 'Pods' ? start + policy.value : Math.ceil(start * (1 + policy.value / 100))
  })
  return selectPolicy === 'Min' ? Math.min(2 ** 31 - 1, ...proposals) : Math.max(-(2 ** 31), ...proposals)
}

/** How many replicas the rules allow at the least. */
function downLimit(current: number, { selectPolicy, policies = [] }: HPAScalingRules, past: Past): number {
  if (selectPolicy === 'Disabled') return current
  const proposals = policies.map((policy) => {
    const start = startOf(current, policy, past)
    return policy.type === 'Pods' ? start - policy.value : Math.trunc(start * (1 - policy.value / 100))
  })
  return selectPolicy === 'Min' ? Math.max(-(2 ** 31), ...proposals) : Math.min(2 ** 31 - 1, ...proposals)
}

/** How many replicas there were when the period of a policy began. */
function startOf(current: number, { periodSeconds }: HPAScalingPolicy, { history, now }: Past): number {
  return current - changeWithin(history.ups, periodSeconds, now) + changeWithin(history.downs, periodSeconds, now)
}
