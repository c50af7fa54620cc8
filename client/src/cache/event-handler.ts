import type { KubernetesObject } from 'apimachinery/runtime'

/** More about an added object. */
export interface AddFacts {
  /** The object was there when the handler began. */
  readonly isInInitialList: boolean
}

/** More about an update. */
export interface UpdateFacts {
  /** The object has not changed: the handler gets all objects periodically (`resyncPeriod`). */
  readonly isResync: boolean
}

/** More about a deletion. */
export interface DeleteFacts {
  /** The deletion was not seen: `object` is the last state that was, and not that of the deletion. */
  readonly finalStateUnknown: boolean
}

/**
 * Functions for objects that are added, updated and deleted. Objects are frozen. If a function returns a promise, the
 * handler gets the next event when it has settled; other handlers do not wait for it.
 */
export interface EventHandler<T extends KubernetesObject> {
  onAdd?(object: T, facts: AddFacts): unknown
  onUpdate?(oldObject: T, newObject: T, facts: UpdateFacts): unknown
  onDelete?(object: T, facts: DeleteFacts): unknown
  /** Selects objects. An object that begins to match is an add, one that ceases to match a delete. */
  filter?(object: T): boolean
}

/** Options of a handler. */
export interface HandlerOptions {
  /** Interval in milliseconds at which the handler gets all objects as updates; at least 1000. Default: never. */
  readonly resyncPeriod?: number | undefined
  /** Called with errors of the handler. Default: the `onError` of the informer. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** A handler at an informer. */
export interface HandlerRegistration {
  /** Whether the handler got all objects of the informer's first list. */
  hasSynced(): boolean
  /** Resolves when {@link hasSynced} is true, or the handler was removed. */
  readonly synced: Promise<void>
  /** Whether the handler got all events so far. */
  readonly idle: boolean
  /** Removes the handler: it gets no more events. */
  remove(): void
}
