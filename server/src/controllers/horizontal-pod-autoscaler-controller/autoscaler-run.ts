import {
  HorizontalPodAutoscaler,
  type HorizontalPodAutoscalerConditionType,
  type HorizontalPodAutoscalerStatus,
} from 'apimachinery/api/autoscaling/v2'
import { deepCopy } from 'apimachinery/descriptor'
import { parseQuantity } from 'apimachinery/resource'
import { timeAt } from '../cluster-time.js'
import type { ControllerContext } from '../controller.js'
import type { AutoscalerSettings } from './autoscaler-settings.js'
import type { AutoscalerHistory } from './recommendations.js'
import type { Tolerances } from './use-ratio.js'

/** Status, reason and message of a condition. */
export type ConditionValue = readonly [status: 'True' | 'False', reason: string, message: string]

/** What an {@link AutoscalerRun} is made of. */
export interface AutoscalerRunParts {
  readonly context: ControllerContext
  readonly settings: AutoscalerSettings
  readonly autoscaler: HorizontalPodAutoscaler
  /** Of the autoscaler; its first recommendation is the count that is found. */
  readonly historyFrom: (currentReplicas: number) => AutoscalerHistory
}

/** One look at an autoscaler. */
export class AutoscalerRun {
  readonly autoscaler: HorizontalPodAutoscaler
  readonly context: ControllerContext
  readonly settings: AutoscalerSettings
  readonly historyFrom: (currentReplicas: number) => AutoscalerHistory
  /** Milliseconds since 1970. */
  readonly now: number

  constructor({ context, settings, autoscaler, historyFrom }: AutoscalerRunParts) {
    this.context = context
    this.settings = settings
    this.historyFrom = historyFrom
    this.now = context.clock.now()
    const status = deepCopy(autoscaler.status) ?? { desiredReplicas: 0 }
    this.autoscaler = new HorizontalPodAutoscaler({ ...autoscaler, status })
  }

  get status(): HorizontalPodAutoscalerStatus {
    this.autoscaler.status ??= { desiredReplicas: 0 }
    return this.autoscaler.status
  }

  set status(status: HorizontalPodAutoscalerStatus) {
    this.autoscaler.status = status
  }

  get minReplicas(): number {
    return this.autoscaler.spec.minReplicas ?? 1
  }

  /** How far use may be from its target. */
  get tolerances(): Tolerances {
    const { behavior } = this.autoscaler.spec
    const of = (own: string | undefined): number =>
      own === undefined ? this.settings.tolerance : parseQuantity(own).asApproximateFloat64()
    return { up: of(behavior?.scaleUp?.tolerance), down: of(behavior?.scaleDown?.tolerance) }
  }

  event(type: 'Normal' | 'Warning', reason: string, message: string): void {
    this.context.events.event(this.autoscaler, type, reason, message)
  }

  /** Sets a condition; its time changes with its status only. */
  setCondition(type: HorizontalPodAutoscalerConditionType, [status, reason, message]: ConditionValue): void {
    const conditions = [...(this.status.conditions ?? [])]
    const index = conditions.findIndex((each) => each.type === type)
    const old = conditions[index]
    const lastTransitionTime = old?.status === status ? old.lastTransitionTime : timeAt(this.now)
    const condition = { type, status, lastTransitionTime, reason, message }
    if (index < 0) conditions.push(condition)
    else conditions[index] = condition
    this.status.conditions = conditions
  }
}
