import { enabledByDefault, type FieldSetPaths, type StrategyContext } from 'apimachinery/api/strategies'
import { type FieldSetFilter, fieldSetOf, newExcludeFilterSetMap } from 'apimachinery/managedfields'
import { newSimpleNameGenerator, type TableConvertor } from 'apimachinery/meta'
import type { KindClass, KubernetesObject } from 'apimachinery/runtime'
import type { GroupVersionKind } from 'apimachinery/schema'
import type { RequestContext } from '../request/request-context.js'
import { emulatedVersion } from '../request/version-info.js'
import type { Storage, StorageWatch, VersionOptions } from '../storage/storage.js'
import type { StoredObject } from '../storage/stored-object.js'
import { createObject } from './create-object.js'
import { decorated, decoratedWatch } from './decorated.js'
import { deleteCollection } from './delete-collection.js'
import { deleteObject } from './delete-object.js'
import type { Encodable } from './encodable.js'
import { interpretStorageError, type StorageOperation } from './interpret-storage-error.js'
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
import type { StoreHooks, StoreOptions } from './store-options.js'
import type { CompleteStoreOptions, OperationTarget, StoreParts } from './store-parts.js'
import { updateObject } from './update-object.js'

/** The minor release of Kubernetes whose words errors are in. */
const ownRelease = /* @__PURE__ */ Number(emulatedVersion.minor)

/**
 * The storage object of a resource that is kept in a {@link Storage}: everything that Kubernetes does around writing an
 * object, with the strategy of its kind.
 *
 * Source: `Store` of k8s.io/apiserver/pkg/registry/generic/registry.
 */
export class Store<T extends KubernetesObject = KubernetesObject> implements ResourceStorage<T>, StoreParts<T> {
  readonly type: KindClass<T>
  readonly namespaced: boolean
  readonly singularName: string | undefined
  readonly shortNames: readonly string[] | undefined
  readonly categories: readonly string[] | undefined
  readonly storageVersion: GroupVersionKind | undefined
  readonly resetFields: ReadonlyMap<string, FieldSetFilter> | undefined
  readonly table: TableConvertor | undefined
  readonly deleteReturnsObject: boolean
  readonly options: CompleteStoreOptions<T>

  constructor(options: StoreOptions<T>) {
    const { strategy } = options
    this.type = strategy.type
    this.namespaced = strategy.namespaced
    this.singularName = options.singularName
    this.shortNames = options.shortNames
    this.categories = options.categories
    this.storageVersion = options.storageVersion
    this.table = options.table
    this.deleteReturnsObject = options.returnsDeletedObject ?? false
    this.resetFields = filtersOf(strategy.resetFields)
    this.options = {
      ...options,
      names: options.names ?? newSimpleNameGenerator(),
      newUID: options.newUID ?? (() => globalThis.crypto.randomUUID()),
      garbageCollection: options.garbageCollection ?? true,
    }
  }

  get storage(): Storage<T> {
    return this.options.storage
  }

  get hooks(): StoreHooks<T> {
    return this.options.hooks ?? {}
  }

  get keys(): ObjectKeys {
    return this.options.keys
  }

  async get(context: RequestContext, name: string, { resourceVersion }: GetRequest): Promise<Encodable<T>> {
    const key = this.keys.object(context.namespace, name)
    const stored = await this.translated('get', { context, name }, () =>
      this.storage.get(key, {
        ...versionOptions({ resourceVersion }),
        signal: context.abortState ?? context.signal,
        latencies: context.latencies,
      }),
    )
    return this.shown(stored)
  }

  async list(context: RequestContext, request: ListRequest): Promise<ObjectList<T>> {
    const { predicate, namespace, name } = selectionOf(request, context.namespace)
    const single = name === undefined ? undefined : this.#keyOf(namespace, name)
    const list = await this.translated('list', { context, name: '' }, () =>
      this.storage.list(single ?? this.keys.collection(namespace), {
        ...versionOptions(request),
        predicate,
        signal: context.signal,
        latencies: context.latencies,
        ...(request.limit !== undefined && { limit: request.limit }),
        ...(request.continue && { continueToken: request.continue }),
        ...(single !== undefined && { single: true }),
      }),
    )
    const items = this.hooks.decorate === undefined ? list.items : list.items.map((item) => this.shown(item))
    return {
      items,
      resourceVersion: String(list.revision),
      continueToken: list.continueToken,
      remainingItemCount: list.remainingItemCount,
    }
  }

  async watch(context: RequestContext, request: WatchRequest): Promise<StorageWatch<T>> {
    const { predicate, namespace, name } = selectionOf({ ...request, continue: undefined }, context.namespace)
    const single = name === undefined ? undefined : this.#keyOf(namespace, name)
    const watch = await this.translated('watch', { context, name: name ?? '' }, () =>
      this.storage.watch(single ?? this.keys.collection(namespace), {
        ...versionOptions(request),
        predicate,
        signal: context.signal,
        ...initialEvents(request, this.storage.progressSupported),
        ...(request.allowWatchBookmarks !== undefined && { allowBookmarks: request.allowWatchBookmarks }),
        ...(request.deadline !== undefined && { deadline: request.deadline }),
        ...(single !== undefined && { single: true }),
      }),
    )
    return this.hooks.decorate === undefined ? watch : decoratedWatch(watch, (stored) => this.shown(stored))
  }

  create(context: RequestContext, object: T, request: CreateRequest<T>): Promise<Encodable<T>> {
    return createObject(this, context, { object, request })
  }

  update(context: RequestContext, name: string, request: UpdateRequest<T>): Promise<UpdateResponse<T>> {
    return updateObject(this, context, { name, request, hooks: this.options.strategy })
  }

  delete(context: RequestContext, name: string, request: DeleteRequest<T>): Promise<DeleteResponse> {
    return deleteObject(this, context, { name, request })
  }

  deleteCollection(context: RequestContext, request: DeleteRequest<T>, list: ListRequest): Promise<ObjectList<T>> {
    return deleteCollection(this, context, { request, list, workers: this.options.deleteCollectionWorkers ?? 1 })
  }

  /** The context of a request for the strategy. */
  strategyContext(context: RequestContext): StrategyContext {
    const { namespace, apiVersion, user, clock } = context
    const labels = this.namespaced ? this.options.namespaceLabels?.(namespace) : undefined
    return {
      apiVersion,
      featureEnabled: this.options.featureEnabled ?? enabledByDefault,
      now: () => new Date(clock.now()),
      warn: (text) => context.warnings?.addWarning('', text),
      minorRelease: this.options.minorRelease ?? ownRelease,
      ...(this.options.allowPrivileged !== undefined && { allowPrivileged: this.options.allowPrivileged }),
      ...(this.namespaced && { namespace }),
      ...(labels !== undefined && { namespaceLabels: labels }),
      ...(user !== undefined && { user }),
    }
  }

  /** The resource that it was made for. */
  get groupResource(): { readonly group: string; readonly resource: string } {
    return this.options.resource
  }

  /** The resource that errors name: that of the request, where the request is for one. */
  resourceIn({ info }: RequestContext): { readonly group: string; readonly resource: string } {
    return info.resource === '' ? this.options.resource : { group: info.apiGroup, resource: info.resource }
  }

  /** An object as readers see it. */
  shown(stored: StoredObject<T>): StoredObject<T> {
    const { decorate } = this.hooks
    return decorate === undefined ? stored : decorated(stored, (object) => decorate.call(this.hooks, object))
  }

  /** Runs an operation of the storage, and gives what it throws a `Status`. */
  async translated<R>(
    operation: StorageOperation,
    { context, name }: OperationTarget,
    run: () => Promise<R>,
  ): Promise<R> {
    try {
      return await run()
    } catch (error) {
      throw interpretStorageError(error, operation, { resource: this.resourceIn(context), name })
    }
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
export function filtersOf(paths: FieldSetPaths | undefined): ReadonlyMap<string, FieldSetFilter> | undefined {
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
): { sendInitialEvents?: boolean } {
  if (sendInitialEvents === undefined || (initialEventsByDefault && !progressSupported)) return {}
  return { sendInitialEvents }
}

function versionOptions({ resourceVersion, resourceVersionMatch }: ListRequest): VersionOptions {
  return {
    ...(resourceVersion !== undefined && { resourceVersion }),
    ...(resourceVersionMatch && {
      resourceVersionMatch: resourceVersionMatch as NonNullable<VersionOptions['resourceVersionMatch']>,
    }),
  }
}
