import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import type { Clock, PassiveClock } from 'apimachinery/wait'
import type { QueueObservers } from '../../internal/key-queue.js'
import type { ObjectCache } from '../../storage/object-cache.js'

/** Shared state of the controllers of definitions. */
export interface ControllerContext {
  readonly definitions: ObjectCache<CustomResourceDefinition>
  /**
   * Writes the status of a definition, and gives what was written; `undefined` where the definition has gone or changed in the
   * meantime: its next change brings it back.
   */
  readonly updateStatus: (definition: CustomResourceDefinition) => Promise<CustomResourceDefinition | undefined>
  /** Resolves when the group versions of a definition are known to the aggregator; absent without one. */
  readonly registered?: ((definition: CustomResourceDefinition) => Promise<void>) | undefined
  /** The time that is written into conditions. */
  readonly clock: PassiveClock
  /** For delays. */
  readonly pace: Clock
  readonly onError: (error: unknown) => void
  readonly queues?: QueueObservers | undefined
}
