import type { StrategyContext } from 'apimachinery/api/strategies'
import type { KindClass, KubernetesObject } from 'apimachinery/runtime'
import type { RequestContext } from '../request/request-context.js'
import type { Storage } from '../storage/storage.js'
import type { StoredObject } from '../storage/stored-object.js'
import type { StorageOperation } from './interpret-storage-error.js'
import type { ObjectKeys } from './object-keys.js'
import type { StoreHooks, StoreOptions } from './store-options.js'

/** Options of a store with what is filled in where they say nothing. */
export type CompleteStoreOptions<T extends KubernetesObject> = StoreOptions<T> &
  Required<Pick<StoreOptions<T>, 'names' | 'newUID' | 'garbageCollection'>>

/** Who asks for what: errors tell it. */
export interface Asked {
  readonly context: RequestContext
  readonly name: string
}

/** What the operations of a store need of it. */
export interface StoreParts<T extends KubernetesObject> {
  readonly type: KindClass<T>
  readonly options: CompleteStoreOptions<T>
  readonly storage: Storage<T>
  readonly hooks: StoreHooks<T>
  readonly keys: ObjectKeys
  readonly deleteReturnsObject: boolean
  /** What the strategy may know of a request. */
  strategyContext(context: RequestContext): StrategyContext
  /** The resource that errors name: that of the request, where the request is for one. */
  resourceIn(context: RequestContext): { readonly group: string; readonly resource: string }
  /** An object as readers see it. */
  shown(stored: StoredObject<T>): StoredObject<T>
  /** Runs an operation of the storage, and gives what it throws a `Status`. */
  translated<R>(operation: StorageOperation, asked: Asked, run: () => Promise<R>): Promise<R>
}
