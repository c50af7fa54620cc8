import type { KubernetesObject } from 'apimachinery/runtime'
import type { AbortState } from '../internal/abort-state.js'
import type { Attributes, StoredObject } from './stored-object.js'

/**
 * The storage of one resource: revisioned objects under keys, in the words of Kubernetes. Everything above (registry,
 * watch cache, endpoints) uses this interface; the watch cache implements it as well.
 *
 * Errors are `StorageError`s with a code; the registry translates them into `StatusError`s.
 * Source: `storage.Interface` of k8s.io/apiserver/pkg/storage.
 */
export interface Storage<T extends KubernetesObject = KubernetesObject> {
  /** One object. Throws `KeyNotFound`, `TooLargeResourceVersion`, `Corrupt`. */
  get(key: string, options?: GetOptions): Promise<StoredObject<T>>
  /** The objects whose keys start with `prefix`, in the order of their keys, over one snapshot. */
  list(prefix: string, options: ListOptions): Promise<StoredList<T>>
  /** Stores a new object, and gives it back with its resource version. Throws `KeyExists`. `object` has no resource version. */
  create(key: string, object: T, options?: CreateOptions): Promise<StoredObject<T>>
  /**
   * Reads, calls `tryUpdate` for the new object, and writes it; starts again if another client changed the object
   * meanwhile.
   */
  guaranteedUpdate(key: string, options: UpdateOptions<T>): Promise<UpdateResult<T>>
  /** Deletes an object and gives the last state of it, with the revision of the deletion. Throws `KeyNotFound`, `InvalidObject` (preconditions). */
  delete(key: string, options?: DeleteOptions<T>): Promise<StoredObject<T>>
  /** Changes after a resource version, or what is there and then the changes. */
  watch(prefix: string, options: WatchOptions): Promise<StorageWatch<T>>
  /** How many objects there are below a prefix; may be slightly old. */
  count(prefix: string): Promise<number>
  /** The newest revision of the whole store. */
  currentRevision(): Promise<number>
  /** Whether {@link Storage.requestProgress} does anything; without it caches cannot serve consistent reads. */
  readonly progressSupported: boolean
  /** Requests progress of the watches with `progress`. */
  requestProgress(): Promise<void>
  /** `undefined` when requests can be served, else why not. */
  readiness(): string | undefined
  /** Resolves when requests can be served, the storage is closed, or the caller's signal is aborted. */
  ready(signal?: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** Called with the time of the store for the requests of one caller. */
export interface StorageLatencies {
  storage(milliseconds: number): void
}

/** Which version of the data a read wants. Source: the table of `resourceVersion` and `resourceVersionMatch` in the API concepts. */
export interface VersionOptions {
  /** `''` the newest, `'0'` any, else at least or exactly that one. */
  readonly resourceVersion?: string | undefined
  readonly resourceVersionMatch?: '' | 'NotOlderThan' | 'Exact' | undefined
  readonly signal?: AbortState | undefined
  readonly latencies?: StorageLatencies | undefined
}

export interface GetOptions extends VersionOptions {}

/** Selects objects by their attributes; `matches` is called for each candidate. */
export interface SelectionPredicate {
  /** True where every object is selected: `remainingItemCount` and counts are then exact. */
  readonly empty: boolean
  /** True where labels have no part in it. */
  readonly matches: (attributes: Attributes) => boolean
  /** Exact values that the fields must have, for indexes such as `spec.nodeName`. */
  readonly requiredFields?: Readonly<Record<string, string>> | undefined
}

export interface ListOptions extends VersionOptions {
  readonly predicate: SelectionPredicate
  readonly limit?: number | undefined
  /** Token of an earlier list. */
  readonly continueToken?: string | undefined
  /** Only the object whose key is `prefix` itself (a name was selected). */
  readonly single?: boolean | undefined
}

export interface StoredList<T extends KubernetesObject = KubernetesObject> {
  readonly items: readonly StoredObject<T>[]
  readonly revision: number
  readonly continueToken?: string | undefined
  readonly remainingItemCount?: number | undefined
}

export interface CreateOptions {
  /** Time to live in seconds. */
  readonly ttl?: number | undefined
  readonly signal?: AbortSignal | undefined
  readonly latencies?: StorageLatencies | undefined
}

/** Preconditions of a write. */
export interface Preconditions {
  readonly uid?: string | undefined
  readonly resourceVersion?: string | undefined
}

export interface UpdateOptions<T extends KubernetesObject> {
  /** Calls `tryUpdate` with `undefined` for a missing object, instead of throwing `KeyNotFound`. */
  readonly ignoreNotFound?: boolean | undefined
  readonly preconditions?: Preconditions | undefined
  /** A probably current state, such as the cache's: used for the first try, and read again when it was stale. */
  readonly suggestion?: StoredObject<T> | undefined
  /** The new object for the current one. It must not change `current.object`. What it throws ends the update. */
  readonly tryUpdate: (current: StoredObject<T> | undefined) => Promise<UpdateAttempt<T>>
  readonly signal?: AbortSignal | undefined
  readonly latencies?: StorageLatencies | undefined
}

export interface UpdateAttempt<T extends KubernetesObject> {
  readonly object: T
  /** Time to live in seconds; absent: unchanged. */
  readonly ttl?: number | undefined
}

export interface UpdateResult<T extends KubernetesObject> {
  readonly stored: StoredObject<T>
  /** False where the bytes were the same, and nothing was written. */
  readonly changed: boolean
}

export interface DeleteOptions<T extends KubernetesObject> {
  readonly preconditions?: Preconditions | undefined
  /** Throws where the object must not be deleted; called again for a newer state. */
  readonly validate?: ((current: T) => Promise<void>) | undefined
  readonly suggestion?: StoredObject<T> | undefined
  readonly signal?: AbortSignal | undefined
  readonly latencies?: StorageLatencies | undefined
}

export interface WatchOptions extends VersionOptions {
  readonly predicate: SelectionPredicate
  /** First what is there as ADDED, then a bookmark with the annotation `k8s.io/initial-events-end`, then changes. */
  readonly sendInitialEvents?: boolean | undefined
  /** Bookmarks in between. */
  readonly allowBookmarks?: boolean | undefined
  /** A bookmark for each progress report of the store; for caches over this storage. */
  readonly progress?: boolean | undefined
  /** When the caller will end the watch, so that a bookmark can be sent before; milliseconds since the epoch. */
  readonly deadline?: number | undefined
  /** Only the object whose key is `prefix` itself. */
  readonly single?: boolean | undefined
}

/** One change as a watcher with its predicate sees it. */
export type StorageEvent<T extends KubernetesObject = KubernetesObject> =
  | {
      readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
      /** For DELETED the last state that the watcher could see, with the revision of the event. Shared by all watchers. */
      readonly stored: StoredObject<T>
    }
  | { readonly type: 'BOOKMARK'; readonly revision: number; readonly initialEventsEnd: boolean }
  | { readonly type: 'ERROR'; readonly error: unknown }

/**
 * A running watch. Iterating gives batches: all events that are there already, so that a writer can send them at once. The
 * iteration ends after an ERROR, when `stop` is called or the signal is aborted, and when the watcher was too slow.
 */
export interface StorageWatch<T extends KubernetesObject = KubernetesObject>
  extends AsyncIterable<readonly StorageEvent<T>[]> {
  stop(): void
}
