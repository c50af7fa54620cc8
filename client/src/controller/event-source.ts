import type { ReconcileKey } from './reconcile-request.js'

/** Adds keys to the queue of a controller. */
export type Enqueue = (
  key: ReconcileKey,
  options?: { readonly priority?: number | undefined; readonly after?: number | undefined },
) => void

/** Where a controller learns that there is something to do. */
export interface EventSource {
  /** For messages. */
  readonly name: string
  /** Begins to enqueue; `signal` ends it. Resolves when what is there now is enqueued. @throws when that cannot be */
  start(enqueue: Enqueue, signal: AbortSignal): Promise<void>
  /** Whether everything that happened so far is enqueued. */
  readonly idle: boolean
  /** Why {@link EventSource.start} has not resolved yet, if that is known. */
  readonly problem?: string | undefined
}

/** Priority of what is enqueued because it is there, and not because it changed. */
export const lowPriority = -100
