import type { AbortState } from '../../internal/abort-state.js'

/**
 * A revisioned key-value store after the model of etcd v3. Keys are strings without lone surrogates, in the order of their
 * UTF-8 bytes; values are bytes that must not be changed; every transaction that writes makes one new revision of the whole
 * store, a safe integer. The conformance suite in `@apimachinery/server/storage/kv/conformance` defines the requirements of
 * an implementation.
 *
 * Errors are `KVError`s; an aborted signal rejects with its reason.
 */
export interface KV {
  /** One key or all with a prefix, at one revision. Throws `Compacted`, `FutureRevision`. */
  range(options: RangeOptions): Promise<RangeResult>
  /** Does one list of operations or the other, at once. Throws `QuotaExceeded`, `RequestTooLarge`, `LeaseNotFound`. */
  txn(txn: Txn): Promise<TxnResult>
  /** Changes from a revision on, in order, without gaps. Errors are thrown by the iteration. */
  watch(options: KVWatchOptions): KVWatch
  /** Whether {@link KVWatch.requestProgress} does anything; a store may find out after it was opened. */
  readonly progressSupported: boolean
  /** Forgets what was before a revision. Throws `Compacted`, `FutureRevision`. */
  compact(revision: number): Promise<void>
  /** A lease with a time to live in seconds; its keys are deleted when it ends. */
  grantLease(seconds: number): Promise<Lease>
  /** Ends a lease and deletes its keys. Throws `LeaseNotFound`. */
  revokeLease(id: string): Promise<void>
  status(): Promise<KVStatus>
  /** Ends watches, timers and connections. */
  close(): Promise<void>
}

/** One key and its value. */
export interface KeyValue {
  readonly key: string
  readonly value: Uint8Array
  readonly createRevision: number
  readonly modRevision: number
  /** How often it was written since it was created, from 1. */
  readonly version: number
  /** Lease that ends it. */
  readonly lease?: string | undefined
}

export interface RangeOptions {
  readonly key: string
  /** All keys that start with `key`, not only that one. */
  readonly prefix?: boolean | undefined
  /** Only keys not before this one. */
  readonly from?: string | undefined
  readonly limit?: number | undefined
  /** The state as of this revision; absent or 0: the newest. */
  readonly revision?: number | undefined
  /** Without values. */
  readonly keysOnly?: boolean | undefined
  /** Only `count`. */
  readonly countOnly?: boolean | undefined
  readonly signal?: AbortState | undefined
}

export interface RangeResult {
  /** Newest revision of the store, independent of the revision that was read. */
  readonly revision: number
  readonly kvs: readonly KeyValue[]
  /** The number of keys in the range, independent of the limit. */
  readonly count: number
}

/** The condition of the `success` operations; `modRevision` 0 means that the key is absent. */
export interface Compare {
  readonly key: string
  readonly modRevision: number
}

export type Operation =
  | { readonly type: 'put'; readonly key: string; readonly value: Uint8Array; readonly lease?: string | undefined }
  | { readonly type: 'delete'; readonly key: string }
  | { readonly type: 'get'; readonly key: string }

export interface Txn {
  readonly compare: readonly Compare[]
  readonly success: readonly Operation[]
  readonly failure?: readonly Operation[] | undefined
  readonly signal?: AbortSignal | undefined
}

export interface TxnResult {
  readonly succeeded: boolean
  /** Revision of the store after it. */
  readonly revision: number
  /** For each operation that was done: what `get` found, what `delete` removed. */
  readonly responses: readonly (KeyValue | undefined)[]
}

export interface KVWatchOptions {
  readonly key: string
  readonly prefix?: boolean | undefined
  /** First revision wanted; absent or 0: what comes after now. */
  readonly fromRevision?: number | undefined
  /** The store was at the revision before `fromRevision`: where it is not so far any more, the watch ends with `Restored`. */
  readonly known?: boolean | undefined
}

/** One change of one key. */
export interface KVEvent {
  readonly type: 'put' | 'delete'
  /** The new state; for `delete` the key, with the revision of the deletion and no value. */
  readonly kv: KeyValue
  /** The state before, if there was one. */
  readonly previous?: KeyValue | undefined
}

/** Events of one or several whole revisions; none if only progress is reported. */
export interface KVWatchResponse {
  /** Everything up to this revision has been delivered with this response. */
  readonly revision: number
  readonly events: readonly KVEvent[]
}

/** A running watch. It can be iterated once; `cancel` ends the iteration. */
export interface KVWatch extends AsyncIterable<KVWatchResponse> {
  /** Is fulfilled when the store has begun to watch: with the revision after which changes come. */
  readonly started: Promise<number>
  /** Requests a response, possibly empty, with the progress of the watch. */
  requestProgress(): void
  cancel(): void
}

export interface Lease {
  readonly id: string
  /** Seconds that the store gave it. */
  readonly ttl: number
}

export interface KVStatus {
  /** Name and release of the store. */
  readonly version: string
  readonly revision: number
  /** Bytes it takes, where that is known. */
  readonly size?: number | undefined
}
