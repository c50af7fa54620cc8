import type { AutoscalerRun } from './autoscaler-run.js'
import type { AutoscalerHistory } from './recommendations.js'
import { type LimitedReplicas, limitedByDefault, limitedByRules } from './scaling-limits.js'
import { highestRecommendation, stabilized } from './stabilization.js'

/** Brings what metrics ask for into the limits of an autoscaler; sets the conditions AbleToScale and ScalingLimited. Source: pkg/controller/podautoscaler of Kubernetes. */
export function normalizedReplicas(
  run: AutoscalerRun,
  desired: number,
  { current, history }: { readonly current: number; readonly history: AutoscalerHistory },
): number {
  const { behavior, maxReplicas: max } = run.autoscaler.spec
  const past = { history, now: run.now }
  const bounds = { current, min: run.minReplicas, max }
  if (behavior === undefined) {
    const highest = highestRecommendation(desired, past, run.settings.downscaleStabilization)
    noteStabilization(run, highest !== desired, false)
    return noteLimit(run, highest, limitedByDefault(highest, bounds))
  }
  const { scaleUp: up = {}, scaleDown = {} } = behavior
  const window = scaleDown.stabilizationWindowSeconds ?? run.settings.downscaleStabilization / 1000
  const rules = { up, down: { ...scaleDown, stabilizationWindowSeconds: window } }
  const stable = stabilized(desired, { ...past, ...rules, current })
  noteStabilization(run, stable !== desired, desired >= current)
  return noteLimit(run, stable, limitedByRules(stable, bounds, { ...past, ...rules }))
}

function noteStabilization(run: AutoscalerRun, isStabilized: boolean, isUp: boolean): void {
  if (!isStabilized) {
    run.setCondition('AbleToScale', ['True', 'ReadyForNewScale', 'recommended size matches current size'])
    return
  }
  const [reason, than, which] = isUp
    ? ['ScaleUpStabilized', 'lower', 'lowest']
    : ['ScaleDownStabilized', 'higher', 'highest']
  const message = `recent recommendations were ${than} than current one, applying the ${which} recent recommendation`
  run.setCondition('AbleToScale', ['True', reason!, message])
}

function noteLimit(run: AutoscalerRun, wanted: number, { replicas, reason, message }: LimitedReplicas): number {
  run.setCondition('ScalingLimited', [replicas === wanted ? 'False' : 'True', reason, message])
  return replicas
}
