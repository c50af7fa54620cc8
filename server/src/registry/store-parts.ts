import type { StrategyContext } from 'apimachinery/api/strategies'
import type { NameGenerator } from 'apimachinery/meta'
import type { KindClass, KubernetesObject } from 'apimachinery/runtime'
import type { RequestContext } from '../request/request-context.js'
import type { Storage } from '../storage/storage.js'
import type { StoredObject } from '../storage/stored-object.js'
import type { StorageOperation } from './interpret-storage-error.js'
import type { ObjectKeys } from './object-keys.js'
import type { StoreHooks, StoreOptions } from './store-options.js'

/** Options of a store with what is filled in where they say nothing. */
export interface CompleteStoreOptions<T extends KubernetesObject> extends StoreOptions<T> {
  readonly names: NameGenerator
  readonly newUID: () => string
  readonly garbageCollection: boolean
}

/** The user and the object of an operation, for errors. */
export interface OperationTarget {
  readonly context: RequestContext
  readonly name: string
}

/** The parts of a store that its operations use. */
export interface StoreParts<T extends KubernetesObject> {
  readonly type: KindClass<T>
  readonly options: CompleteStoreOptions<T>
  readonly storage: Storage<T>
  readonly hooks: StoreHooks<T>
  readonly keys: ObjectKeys
  readonly deleteReturnsObject: boolean
  /** The context of a request for the strategy. */
  strategyContext(context: RequestContext): StrategyContext
  /** The resource that errors name: that of the request, where the request is for one. */
  resourceIn(context: RequestContext): { readonly group: string; readonly resource: string }
  /** An object as readers see it. */
  shown(stored: StoredObject<T>): StoredObject<T>
  /** Runs an operation of the storage, and gives what it throws a `Status`. */
  translated<R>(operation: StorageOperation, asked: OperationTarget, run: () => Promise<R>): Promise<R>
}
