import type { SharedInformer } from '@apimachinery/client/cache'
import type { HPAScalingRules, MetricStatus } from 'apimachinery/api/autoscaling/v2'
import type { Pod } from 'apimachinery/api/core/v1'
import { messageOf } from 'apimachinery/errors'
import { getNamespace } from 'apimachinery/runtime'
import { timeAt } from '../cluster-time.js'
import type { AutoscalerRun } from './autoscaler-run.js'
import { type MetricReplicas, metricReplicas } from './metric-replicas.js'
import { normalizedReplicas } from './normalized-replicas.js'
import { type AutoscalerHistory, note } from './recommendations.js'
import type { ReplicaCalculator } from './replica-calculator.js'
import type { AutoscalerSelectors } from './scaled-pods.js'
import { readScale, type TargetScale, writeReplicas } from './target-scale.js'

/** What autoscalers are reconciled with. */
export interface ReconcileParts {
  readonly calculator: ReplicaCalculator
  readonly selectors: AutoscalerSelectors
  readonly pods: SharedInformer<Pod>
}

/** Scales the target of an autoscaler as its metrics ask for, and sets its status. Source: pkg/controller/podautoscaler of Kubernetes. */
export async function reconcileAutoscaler(run: AutoscalerRun, parts: ReconcileParts): Promise<void> {
  const target = await targetOf(run)
  if (target === undefined) return
  const current = target.scale.spec?.replicas ?? 0
  const history = run.historyFrom(current)
  const decision = await decide(run, parts, { target, history, current })
  if (decision === undefined) return
  const { desired, reason, statuses } = decision
  if (desired === current) {
    setStatus(run, { current, desired: current, statuses })
    return
  }
  try {
    await writeReplicas(run.context, target, desired)
  } catch (error) {
    const message = messageOf(error)
    run.event('Warning', 'FailedRescale', `New size: ${desired}; reason: ${reason}; error: ${message}`)
    const about = `the HPA controller was unable to update the target scale: ${message}`
    run.setCondition('AbleToScale', ['False', 'FailedUpdateScale', about])
    setStatus(run, { current, statuses })
    return
  }
  const about = `the HPA controller was able to update the target scale to ${desired}`
  run.setCondition('AbleToScale', ['True', 'SucceededRescale', about])
  run.event('Normal', 'SuccessfulRescale', `New size: ${desired}; reason: ${reason}`)
  noteScaling(run, history, desired - current)
  run.status.conditions = run.status.conditions?.filter(({ type }) => type !== 'ScaledToZero')
  setStatus(run, { current, desired, statuses, lastScaleTime: timeAt(run.now) })
}

async function targetOf(run: AutoscalerRun): Promise<TargetScale | undefined> {
  const { autoscaler, context } = run
  try {
    const target = await readScale(context, getNamespace(autoscaler), autoscaler.spec.scaleTargetRef)
    const message = "the HPA controller was able to get the target's current scale"
    run.setCondition('AbleToScale', ['True', 'SucceededGetScale', message])
    return target
  } catch (error) {
    run.event('Warning', 'FailedGetScale', messageOf(error))
    const message = `the HPA controller was unable to get the target's current scale: ${messageOf(error)}`
    run.setCondition('AbleToScale', ['False', 'FailedGetScale', message])
    return undefined
  }
}

/** What is to be done about a target. */
interface Decision {
  readonly desired: number
  readonly reason: string
  readonly statuses?: MetricStatus[] | undefined
}

interface Found {
  readonly target: TargetScale
  readonly history: AutoscalerHistory
  readonly current: number
}

/** Decides by the bounds of an autoscaler, then by its metrics; undefined if they say nothing. */
async function decide(run: AutoscalerRun, parts: ReconcileParts, found: Found): Promise<Decision | undefined> {
  const { current } = found
  const { maxReplicas } = run.autoscaler.spec
  if (current === 0) {
    const message = 'scaling is disabled since the replica count of the target is zero'
    run.setCondition('ScalingActive', ['False', 'ScalingDisabled', message])
    run.status.conditions = run.status.conditions?.filter(({ type }) => type !== 'ScaledToZero')
    return { desired: 0, reason: '' }
  }
  if (current > maxReplicas) {
    return { desired: maxReplicas, reason: 'Current number of replicas above Spec.MaxReplicas' }
  }
  if (current < run.minReplicas) {
    return { desired: run.minReplicas, reason: 'Current number of replicas below Spec.MinReplicas' }
  }
  return decideByMetrics(run, parts, found)
}

async function decideByMetrics(run: AutoscalerRun, parts: ReconcileParts, found: Found): Promise<Decision | undefined> {
  const { target, history, current } = found
  let statuses: MetricStatus[] | undefined
  let problem: unknown
  try {
    const scaled = parts.selectors.podsOf(run, target.scale, parts.pods)
    const metrics = await metricReplicas(run, scaled, parts.calculator)
    statuses = metrics.statuses
    problem = metrics.problem
    if (metrics.replicas !== undefined) {
      if (problem !== undefined) run.context.onError(problem, 'horizontal-pod-autoscaler-controller')
      const desired = normalizedReplicas(run, metrics.replicas, { current, history })
      return { desired, reason: reasonOf(metrics, current), statuses }
    }
  } catch (error) {
    problem = error
  }
  setStatus(run, { current, statuses })
  run.event('Warning', 'FailedComputeMetricsReplicas', messageOf(problem))
  return undefined
}

function reasonOf({ replicas = 0, name }: MetricReplicas, current: number): string {
  if (replicas === current) return ''
  return replicas > current ? `${name} above target` : 'All metrics below target'
}

interface StatusInput {
  readonly current: number
  readonly desired?: number
  readonly statuses?: MetricStatus[] | undefined
  readonly lastScaleTime?: string
}

/** Replaces the status, except what is not given. */
function setStatus(run: AutoscalerRun, { current, desired, statuses, lastScaleTime }: StatusInput): void {
  const old = run.status
  run.status = {
    currentReplicas: current,
    desiredReplicas: desired ?? old.desiredReplicas,
    lastScaleTime: lastScaleTime ?? old.lastScaleTime,
    currentMetrics: statuses,
    conditions: old.conditions,
  }
}

/** Notes a change, for the rules that count those of their period. */
function noteScaling(run: AutoscalerRun, history: AutoscalerHistory, change: number): void {
  const { behavior } = run.autoscaler.spec
  if (behavior === undefined) return
  const rules = change > 0 ? behavior.scaleUp : behavior.scaleDown
  const oldest = run.now - longestPeriod(rules) * 1000
  const list = change > 0 ? history.ups : history.downs
  note(list, { value: Math.abs(change), at: run.now }, (at) => at < oldest)
}

function longestPeriod({ policies = [] }: HPAScalingRules = {}): number {
  return Math.max(0, ...policies.map(({ periodSeconds }) => periodSeconds))
}
