import type { KubernetesObject } from 'apimachinery/runtime'

/** The content of an event. */
export interface EventInit {
  /** Default `Normal`. */
  readonly type?: 'Normal' | 'Warning' | undefined
  /** Why, in one word for programs: `FailedCreate`. At most 128 characters. */
  readonly reason: string
  /** The action, in one word: `CreateJob`. At most 128 characters. Default: the reason. */
  readonly action?: string | undefined
  /** For people; what is longer than 1 kB is cut off. */
  readonly note: string
  /** Another object that has to do with it. */
  readonly related?: KubernetesObject | undefined
}

/** Records events. It never fails, and does not block. */
export interface EventRecorder {
  /** Records an event about an object. */
  event(regarding: KubernetesObject, event: EventInit): void
}
