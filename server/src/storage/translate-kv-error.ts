import { isKVError } from './kv/kv-error.js'
import { isStorageError, keyError, StorageError } from './storage-error.js'

/** The meaning of a key-value store's error for a reader or writer of one key. */
export function translateKVError(error: unknown, key: string): unknown {
  if (isStorageError(error) || !isKVError(error)) return error
  switch (error.code) {
    case 'Compacted':
      return new StorageError('ResourceExpired', error.message, { key, cause: error })
    case 'DeadlineExceeded':
      return keyError('Timeout', key, { detail: error.message, cause: error })
    case 'InvalidArgument':
    case 'RequestTooLarge':
    case 'Corrupt':
      return new StorageError('Internal', error.message, { key, cause: error })
    default:
      return new StorageError('Unavailable', error.message, { key, cause: error })
  }
}

/** Runs a call of the key-value store and translates what it throws. */
export async function overKV<R>(key: string, call: () => Promise<R>): Promise<R> {
  try {
    return await call()
  } catch (error) {
    throw translateKVError(error, key)
  }
}
