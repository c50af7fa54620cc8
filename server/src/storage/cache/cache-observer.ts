/** Observes a watch cache. */
export interface CacheObserver {
  /** Everything was read; the capacity for events. */
  initialized(capacity: number): void
  /** A change came from the store, and went on to the watchers. */
  received(revision: number): void
  /** The store reported its progress. */
  progressed(): void
  /** A read waited until the cache was new enough. */
  waited(seconds: number): void
  /** A read that has to be consistent: `fallback` where the storage answered in place of the cache. */
  consistentRead(success: boolean, fallback: boolean): void
  /** A list was answered; `index` names the field that objects were found by, or is empty. */
  listed(index: string, fetched: number, returned: number): void
  /** The number of earlier changes that a watch received. */
  initialEvents(count: number): void
  /** A watcher that was too slow was cut off. */
  terminated(): void
}
