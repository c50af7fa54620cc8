import type { KubernetesObject } from 'apimachinery/runtime'

/** More about an added object. */
export interface AddFacts {
  /** The object was there when the handler began. */
  readonly isInInitialList: boolean
}

/** More about an update. */
export interface UpdateFacts {
  /** Nothing has changed: the handler asked to be told of all objects now and then. */
  readonly isResync: boolean
}

/** More about a deletion. */
export interface DeleteFacts {
  /** The deletion was not seen: `object` is the last state that was, and not that of the deletion. */
  readonly finalStateUnknown: boolean
}

/**
 * What is to be done when objects come, change and go. Objects are frozen. A handler that gives a promise is told of the next
 * event when that has settled; other handlers do not wait for it.
 */
export interface EventHandler<T extends KubernetesObject> {
  onAdd?(object: T, facts: AddFacts): unknown
  onUpdate?(oldObject: T, newObject: T, facts: UpdateFacts): unknown
  onDelete?(object: T, facts: DeleteFacts): unknown
  /** Objects that the handler is told of. One that begins to fit is an add, one that ceases to fit a delete. */
  filter?(object: T): boolean
}

/** How a handler is told. */
export interface HandlerOptions {
  /** Tell of all objects as updates each time so many milliseconds have passed; 1000 at least. Default: never. */
  readonly resyncPeriod?: number | undefined
  /** Is told of what the handler throws. Default: the `onError` of the informer. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** A handler at an informer. */
export interface HandlerRegistration {
  /** Whether the handler has been told of all that was there when the informer's store was filled first. */
  hasSynced(): boolean
  /** Resolves when {@link hasSynced} is true, or the handler was removed. */
  readonly synced: Promise<void>
  /** Whether the handler has been told of all that happened so far. */
  readonly idle: boolean
  /** Tells the handler nothing more. */
  remove(): void
}
