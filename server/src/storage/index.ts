export { Compactor, type CompactorOptions } from './compactor.js'
export { type ContinueToken, decodeContinue, encodeContinue } from './continue-token.js'
export { KVStorage, type KVStorageOptions } from './kv-storage.js'
export type { StorageCodec } from './lazy-object.js'
export type {
  CreateOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  Preconditions,
  SelectionPredicate,
  Storage,
  StorageEvent,
  StorageWatch,
  StoredList,
  UpdateAttempt,
  UpdateOptions,
  UpdateResult,
  VersionOptions,
  WatchOptions,
} from './storage.js'
export { isStorageError, StorageError, type StorageErrorCode, type StorageErrorOptions } from './storage-error.js'
export type { Attributes, StoredObject } from './stored-object.js'
export { plainValues, type TransformedValue, type ValueTransformer } from './value-transformer.js'
