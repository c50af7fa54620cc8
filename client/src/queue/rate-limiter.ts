/** Decides when a failed item is retried. `client-go/util/workqueue.RateLimiter`. */
export interface RateLimiter<T> {
  /** Milliseconds until the item is added; counts as a failure of the item. */
  when(item: T): number
  /** The item succeeded, or is given up: its failures count no more. */
  forget(item: T): void
  /** How often the item failed since it was forgotten. */
  numRequeues(item: T): number
}
