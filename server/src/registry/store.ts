import { isNamespaced, type ResetFields, resetFieldsIn, type StrategyContext } from 'apimachinery/api/strategies'
import { type FieldSetFilter, fieldSetOf, newExcludeFilterSetMap } from 'apimachinery/managedfields'
import type { TableConvertor } from 'apimachinery/meta'
import type { KindClass, KubernetesObject } from 'apimachinery/runtime'
import type { GroupVersionKind } from 'apimachinery/schema'
import { lazy } from '../internal/lazy.js'
import type { RequestContext } from '../request/request-context.js'
import type { Storage, StorageWatch, VersionOptions } from '../storage/storage.js'
import { createObject } from './create-object.js'
import { decorated, decoratedWatch } from './decorated.js'
import { deleteCollection } from './delete-collection.js'
import { deleteObject } from './delete-object.js'
import type { Encodable } from './encodable.js'
import type { ObjectKeys } from './object-keys.js'
import type {
  CreateRequest,
  DeleteRequest,
  DeleteResponse,
  GetRequest,
  ListRequest,
  ObjectList,
  ResourceStorage,
  UpdateRequest,
  UpdateResponse,
  WatchRequest,
} from './resource-storage.js'
import { selectionOf } from './selection.js'
import {
  effectiveSettings,
  namedResource,
  type StoreParts,
  storageFailure,
  strategyContext,
} from './store-operation.js'
import type { StoreHooks, StoreOptions, StoreSettings } from './store-options.js'
import { updateObject } from './update-object.js'

/**
 * The storage object of a resource that is kept in a {@link Storage}: everything that Kubernetes does around writing an
 * object, with the strategy of its kind.
 *
 * Source: `Store` of k8s.io/apiserver/pkg/registry/generic/registry.
 */
export class Store<T extends KubernetesObject = KubernetesObject> implements ResourceStorage<T> {
  readonly type: KindClass<T>
  readonly namespaced: boolean
  readonly singularName: string | undefined
  readonly shortNames: readonly string[] | undefined
  readonly categories: readonly string[] | undefined
  readonly storageVersion: GroupVersionKind | undefined
  readonly #resetFields: () => ReadonlyMap<string, FieldSetFilter> | undefined
  readonly table: TableConvertor | undefined
  readonly deleteReturnsObject: boolean
  readonly options: StoreParts<T>

  constructor(options: StoreOptions<T>) {
    const { strategy } = options
    this.type = strategy.type
    this.namespaced = isNamespaced(strategy)
    this.singularName = options.singularName
    this.shortNames = options.shortNames
    this.categories = options.categories
    this.storageVersion = options.storageVersion
    this.table = options.table
    this.deleteReturnsObject = options.returnsDeletedObject ?? false
    this.#resetFields = lazy(() => filtersOf(strategy.resetFields, options))
    this.options = { ...options, hooks: options.hooks ?? {} }
  }

  get resetFields(): ReadonlyMap<string, FieldSetFilter> | undefined {
    return this.#resetFields()
  }

  get storage(): Storage<T> {
    return this.options.storage
  }

  get hooks(): StoreHooks<T> {
    return this.options.hooks
  }

  get keys(): ObjectKeys {
    return this.options.keys
  }

  async get(context: RequestContext, name: string, { resourceVersion }: GetRequest): Promise<Encodable<T>> {
    const { latencies } = context
    const key = this.keys.object(context.namespace, name)
    try {
      const signal = context.abortState ?? context.signal
      return decorated(await this.storage.get(key, { resourceVersion, signal, latencies }), this.hooks)
    } catch (error) {
      throw storageFailure({ store: this.options, context }, 'get', { error, name })
    }
  }

  async list(context: RequestContext, request: ListRequest): Promise<ObjectList<T>> {
    const { signal, latencies } = context
    const { predicate, namespace, name } = selectionOf(request, context.namespace)
    const single = name === undefined ? undefined : this.#keyOf(namespace, name)
    const prefix = single ?? this.keys.collection(namespace)
    try {
      const list = await this.storage.list(prefix, {
        ...versionOptions(request),
        predicate,
        signal,
        latencies,
        limit: request.limit,
        continueToken: request.continue || undefined,
        single: single !== undefined,
      })
      const { decorate } = this.hooks
      return {
        items: decorate === undefined ? list.items : list.items.map((item) => decorated(item, this.hooks)),
        resourceVersion: String(list.revision),
        continueToken: list.continueToken,
        remainingItemCount: list.remainingItemCount,
      }
    } catch (error) {
      throw storageFailure({ store: this.options, context }, 'list', { error, name: '' })
    }
  }

  async watch(context: RequestContext, request: WatchRequest): Promise<StorageWatch<T>> {
    const { predicate, namespace, name } = selectionOf({ ...request, continue: undefined }, context.namespace)
    const single = name === undefined ? undefined : this.#keyOf(namespace, name)
    const prefix = single ?? this.keys.collection(namespace)
    try {
      const watch = await this.storage.watch(prefix, {
        ...versionOptions(request),
        predicate,
        signal: context.signal,
        sendInitialEvents: initialEvents(request, this.storage.progressSupported),
        allowBookmarks: request.allowWatchBookmarks,
        deadline: request.deadline,
        single: single !== undefined,
      })
      return decoratedWatch(watch, this.hooks)
    } catch (error) {
      throw storageFailure({ store: this.options, context }, 'watch', { error, name: name ?? '' })
    }
  }

  create(context: RequestContext, object: T, request: CreateRequest<T>): Promise<Encodable<T>> {
    return createObject({ store: this.options, context, object, ...request })
  }

  update(context: RequestContext, name: string, request: UpdateRequest<T>): Promise<UpdateResponse<T>> {
    return updateObject({ store: this.options, context, name, request, hooks: this.options.strategy })
  }

  delete(context: RequestContext, name: string, request: DeleteRequest<T>): Promise<DeleteResponse> {
    return deleteObject({ store: this.options, context, name, ...request })
  }

  deleteCollection(context: RequestContext, request: DeleteRequest<T>, list: ListRequest): Promise<ObjectList<T>> {
    const { deleteCollectionWorkers: workers = 1 } = this.options
    return deleteCollection(this, context, { request, list, workers })
  }

  /** The context of a request for the strategy. */
  strategyContext(context: RequestContext): StrategyContext {
    return strategyContext(this.options, context)
  }

  /** The resource that it was made for. */
  get groupResource(): { readonly group: string; readonly resource: string } {
    return this.options.resource
  }

  /** The resource that errors name: that of the request, where the request is for one. */
  resourceIn(context: RequestContext): { readonly group: string; readonly resource: string } {
    return namedResource(this.options, context)
  }

  #keyOf(namespace: string, name: string): string | undefined {
    try {
      return this.keys.object(namespace, name)
    } catch {
      // A name without its namespace is looked for everywhere.
      return undefined
    }
  }
}

/** The fields that a way of writing resets, for the field manager. */
export function filtersOf(
  fields: ResetFields | undefined,
  settings: StoreSettings,
): ReadonlyMap<string, FieldSetFilter> | undefined {
  const paths = resetFieldsIn(fields, effectiveSettings(settings))
  if (paths === undefined) return undefined
  const sets = Object.entries(paths).map(([version, fields]) => [version, fieldSetOf(...fields)] as const)
  return newExcludeFilterSetMap(Object.fromEntries(sets))
}

/**
 * A store that does not report its progress (old releases of etcd) cannot tell when a cache is up to date. A watch without
 * explicitly requested initial events then begins with the content of the cache, as before watch lists.
 */
function initialEvents(
  { sendInitialEvents, initialEventsByDefault = false }: WatchRequest,
  progressSupported: boolean,
): boolean | undefined {
  return initialEventsByDefault && !progressSupported ? undefined : sendInitialEvents
}

function versionOptions({ resourceVersion, resourceVersionMatch }: ListRequest): VersionOptions {
  return { resourceVersion, resourceVersionMatch: resourceVersionMatch as VersionOptions['resourceVersionMatch'] }
}
