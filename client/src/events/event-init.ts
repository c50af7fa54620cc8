import type { KubernetesObject } from 'apimachinery/runtime'

/** What happened to an object. */
export interface EventInit {
  /** Default `Normal`. */
  readonly type?: 'Normal' | 'Warning' | undefined
  /** Why, in one word for programs: `FailedCreate`. At most 128 characters. */
  readonly reason: string
  /** What was done or tried, in one word: `CreateJob`. At most 128 characters. Default: the reason. */
  readonly action?: string | undefined
  /** For people; what is longer than 1 kB is cut off. */
  readonly note: string
  /** Another object that has to do with it. */
  readonly related?: KubernetesObject | undefined
}

/** Writes events. It never fails, and nobody waits for it. */
export interface EventRecorder {
  /** Tells what happened to an object. */
  event(regarding: KubernetesObject, event: EventInit): void
}
