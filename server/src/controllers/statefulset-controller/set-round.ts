import type { StatefulSet, StatefulSetStatus } from 'apimachinery/api/apps/v1'
import type { Pod } from 'apimachinery/api/core/v1'
import type { SetPodControl } from './set-pod-control.js'

/** A set as it is looked at once. */
export interface SetRound {
  readonly set: StatefulSet
  /** The set as pods are written, with the template of the new revision. */
  readonly updateSet: StatefulSet
  readonly updateRevision: string
  readonly control: SetPodControl
  /** One pod after another, each when the one before is available. */
  readonly ordered: boolean
  /** Pods by their number, those that do not exist as they will be created. */
  readonly replicas: readonly Pod[]
  /** Pods that are too many, the largest number first. */
  readonly condemned: readonly Pod[]
  readonly firstUnavailable: Pod | undefined
  /** Several pods may be replaced at once, as the strategy says. */
  readonly mayBeUnavailable: boolean
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** What a look at a set has found, and why it was not finished. */
export interface RoundResult {
  readonly status: StatefulSetStatus
  readonly failure?: { readonly error: unknown } | undefined
}
