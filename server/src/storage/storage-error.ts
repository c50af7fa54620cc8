/** Errors of a storage. Source: `StorageError` of k8s.io/apiserver/pkg/storage/errors.go. */
export type StorageErrorCode =
  | 'KeyNotFound'
  | 'KeyExists'
  | 'ResourceVersionConflict'
  | 'InvalidObject'
  | 'Unreachable'
  | 'Timeout'
  | 'Corrupt'
  | 'TooLargeResourceVersion'
  | 'ResourceExpired'
  | 'InvalidContinueToken'
  /** A resource version that is no number; 500 for get and watch. */
  | 'InvalidResourceVersion'
  /** Options that do not go together, or a resource version of a list that is no number; 400 with the message as it is. */
  | 'BadRequest'
  /** Stored data cannot be read or written correctly; 500 with the message unchanged. */
  | 'Internal'
  /** Retry later: the cache is not ready. */
  | 'TooManyRequests'
  | 'Unavailable'

/** Facts of a {@link StorageError}. */
export interface StorageErrorOptions {
  readonly key?: string | undefined
  readonly resourceVersion?: number | undefined
  /** Seconds after which a client may try again. */
  readonly retryAfter?: number | undefined
  /** Token to go on with after `ResourceExpired`. */
  readonly continueToken?: string | undefined
  readonly cause?: unknown
}

/** An error of the storage layer, which has keys but no kinds; the registry converts it to a `Status`. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly key: string | undefined
  readonly resourceVersion: number | undefined
  readonly retryAfter: number | undefined
  readonly continueToken: string | undefined

  constructor(
    readonly code: StorageErrorCode,
    message: string,
    options: StorageErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.key = options.key
    this.resourceVersion = options.resourceVersion
    this.retryAfter = options.retryAfter
    this.continueToken = options.continueToken
  }
}

const numbers = {
  KeyNotFound: ['key not found', 1],
  KeyExists: ['key exists', 2],
  ResourceVersionConflict: ['resource version conflicts', 3],
  InvalidObject: ['invalid object', 4],
  Unreachable: ['server unreachable', 5],
  Timeout: ['request timeout', 6],
  Corrupt: ['corrupt object', 7],
} as const

/** An error about one key with the text of Go's `StorageError`, of which `detail` is the last part. */
export function keyError(
  code: keyof typeof numbers,
  key: string,
  { detail = '<nil>', ...options }: StorageErrorOptions & { readonly detail?: string | undefined } = {},
): StorageError {
  const [title, number] = numbers[code]
  const { resourceVersion = 0 } = options
  const message = `StorageError: ${title}, Code: ${number}, Key: ${key}, ResourceVersion: ${resourceVersion}, AdditionalErrorMsg: ${detail}`
  return new StorageError(code, message, { ...options, key })
}

/** A version that the store has not reached. */
export function tooLargeResourceVersion(wanted: number, current: number, retryAfter = 0): StorageError {
  const message = `Too large resource version: ${wanted}, current: ${current}`
  return new StorageError('TooLargeResourceVersion', message, { resourceVersion: current, retryAfter })
}

/** Reports whether an error is a {@link StorageError}, of a code if one is named. */
export function isStorageError(error: unknown, code?: StorageErrorCode): error is StorageError {
  return error instanceof StorageError && (code === undefined || error.code === code)
}
