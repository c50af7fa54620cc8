/** Errors of a key-value store. */
export type KVErrorCode =
  /** The revision is older than the oldest one kept. */
  | 'Compacted'
  /** The revision is newer than the store's. */
  | 'FutureRevision'
  /** The store was restored from an older copy: what was seen of it may not be there any more. */
  | 'Restored'
  | 'NoLeader'
  /** The store is full: it can be read, and keys can be deleted. */
  | 'QuotaExceeded'
  /** A value or a transaction is larger than the store takes. */
  | 'RequestTooLarge'
  /** The store cannot be reached, or could not write; trying again may help. */
  | 'Unavailable'
  /** The outcome of the operation is unknown. */
  | 'DeadlineExceeded'
  | 'LeaseNotFound'
  | 'InvalidArgument'
  /** User, password or certificate are wrong, or may not do this. */
  | 'PermissionDenied'
  /** Another process holds the file. */
  | 'Locked'
  /** The stored data cannot be read. */
  | 'Corrupt'
  /** The store was closed. */
  | 'Closed'

/** Facts of a {@link KVError}. */
export interface KVErrorOptions {
  /** For `Compacted`: the oldest revision that can be read. */
  readonly compactRevision?: number | undefined
  readonly cause?: unknown
}

/** Messages of etcd, which are the same for every store. Source: go.etcd.io/etcd/api/v3/v3rpc/rpctypes. */
export const kvMessages: Readonly<Record<KVErrorCode, string>> = {
  Compacted: 'etcdserver: mvcc: required revision has been compacted',
  FutureRevision: 'etcdserver: mvcc: required revision is a future revision',
  Restored: 'the store was restored from an older copy',
  NoLeader: 'etcdserver: no leader',
  QuotaExceeded: 'etcdserver: mvcc: database space exceeded',
  RequestTooLarge: 'etcdserver: request is too large',
  Unavailable: 'etcdserver: not available',
  DeadlineExceeded: 'context deadline exceeded',
  LeaseNotFound: 'etcdserver: requested lease not found',
  InvalidArgument: 'etcdserver: invalid argument',
  PermissionDenied: 'etcdserver: permission denied',
  Locked: 'the file is in use by another process',
  Corrupt: 'etcdserver: corrupt data',
  Closed: 'the store is closed',
}

/** An error of a key-value store. */
export class KVError extends Error {
  override readonly name = 'KVError'
  readonly compactRevision: number | undefined

  constructor(
    readonly code: KVErrorCode,
    message: string = kvMessages[code],
    options: KVErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.compactRevision = options.compactRevision
  }
}

/** Reports whether an error is a {@link KVError}, of a code if one is named. */
export function isKVError(error: unknown, code?: KVErrorCode): error is KVError {
  return error instanceof KVError && (code === undefined || error.code === code)
}
