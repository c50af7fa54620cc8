import type { KindStrategy } from 'apimachinery/api/strategies'
import { MachineryError } from 'apimachinery/errors'
import { newDefaultTableConvertor, newTableConvertor, type PrintColumn, type TableConvertor } from 'apimachinery/meta'
import type { KindClass, KubernetesObject, ResourceInfo } from 'apimachinery/runtime'
import type { GroupVersionKind } from 'apimachinery/schema'
import { defaultStrategy } from './default-strategy.js'
import type { KindLifecycle } from './kind-lifecycle.js'
import { readResourcePath, resourcePath } from './resource-path.js'
import type { ResourceStorage } from './resource-storage.js'
import { type ScaleAccess, ScaleStore } from './scale-store.js'
import type { Storages } from './storages.js'
import type { Store } from './store.js'
import type { StoreHooks } from './store-options.js'
import { SubresourceStore } from './subresource-store.js'

/** How a kind is served, where its class does not say it. */
export interface ResourceOptions<T extends KubernetesObject = KubernetesObject> extends Partial<ResourceInfo> {
  /** Default: the scheme's validation, and a status that only its subresource writes. */
  readonly strategy?: KindStrategy<T> | undefined
  readonly hooks?: StoreHooks<T> | undefined
  /** Columns of tables beside the name; default: when an object was created. */
  readonly columns?: readonly PrintColumn[] | undefined
  readonly table?: TableConvertor | undefined
  /** The version that is stored; default: that of the class. */
  readonly storageVersion?: GroupVersionKind | undefined
  /** How it is stored; default JSON. */
  readonly format?: 'protobuf' | 'json' | undefined
  /** Key below `/registry/`, of which slashes at the ends do not count; default: the group and the resource. */
  readonly keyPrefix?: string | undefined
  /** Values of selectable fields, besides name and namespace. */
  selectableFields?(object: T): Readonly<Record<string, string>>
  readonly returnsDeletedObject?: boolean | undefined
  readonly deleteCollectionWorkers?: number | undefined
  readonly garbageCollection?: boolean | undefined
  /** Deprecated versions, by their names: answers carry a warning. */
  readonly lifecycles?: Readonly<Record<string, KindLifecycle>> | undefined
  /** Makes the subresource `scale`. */
  readonly scale?: ScaleAccess<T> | undefined
  /** More subresources, by name. */
  subresourceStorage?(store: Store<T>): Readonly<Record<string, ResourceStorage>>
}

/** A resource as data: its kind, and how that is served and stored. */
export interface ResourceDefinition<T extends KubernetesObject = KubernetesObject> {
  readonly type: KindClass<T>
  readonly resource: ResourceInfo
  readonly options: ResourceOptions<T>
}

/**
 * Describes a resource of a kind. `type` is the hub version: the form that strategy and hooks see.
 *
 * @throws MachineryError `InvalidValue` for a class that names no resource, unless `plural` and `scope` are given.
 */
export function defineResource<T extends KubernetesObject>(
  type: KindClass<T>,
  options: ResourceOptions<T> = {},
): ResourceDefinition<T> {
  const { plural = type.resource?.plural, scope = type.resource?.scope } = options
  if (plural === undefined || scope === undefined) {
    throw new MachineryError('InvalidValue', `${type.groupVersionKind} is no resource: plural and scope are needed`)
  }
  const { singular, shortNames, categories, subresources } = { ...type.resource, ...options }
  return {
    type,
    resource: {
      plural,
      scope,
      ...(singular !== undefined && { singular }),
      ...(shortNames !== undefined && { shortNames }),
      ...(categories !== undefined && { categories }),
      ...(subresources !== undefined && { subresources }),
    },
    options,
  }
}

/** Makes the storage objects of a resource and its subresources, by path: `pods`, `pods/status`. */
export function storageOf<T extends KubernetesObject>(
  definition: ResourceDefinition<T>,
  storages: Storages,
): Readonly<Record<string, ResourceStorage>> {
  const store = storeOf(definition, storages)
  const { plural } = definition.resource
  const paths: Record<string, ResourceStorage> = { [plural]: store }
  for (const [name, hooks] of Object.entries(store.options.strategy.subresources ?? {})) {
    paths[`${plural}/${name}`] = new SubresourceStore(store, hooks)
  }
  const { scale } = definition.options
  if (scale !== undefined) paths[`${plural}/scale`] = new ScaleStore(store, scale)
  for (const [name, storage] of Object.entries(definition.options.subresourceStorage?.(store) ?? {})) {
    paths[`${plural}/${name}`] = storage
  }
  return paths
}

/**
 * The storage object of a resource alone; it is closed with `storages`.
 * @throws MachineryError `InvalidValue` for a `keyPrefix` that is none, `NotRegistered` for a storage version that the scheme does not have.
 */
export function storeOf<T extends KubernetesObject>(definition: ResourceDefinition<T>, storages: Storages): Store<T> {
  const { type, options, resource } = definition
  const { storageVersion = type.groupVersionKind, format = 'json', columns, selectableFields } = options
  const mediaType = format === 'json' ? 'application/json' : 'application/vnd.kubernetes.protobuf'
  return storages.openStore({
    group: type.groupVersionKind.group,
    resource: resource.plural,
    path: pathOf(definition),
    codec: storages.codec({ hub: type, storageVersion, mediaType }),
    strategy: options.strategy ?? defaultStrategy(type, storages.scheme),
    selectableFields: selectableFields?.bind(options),
    table: options.table ?? (columns === undefined ? newDefaultTableConvertor() : newTableConvertor(columns)),
    singularName: resource.singular ?? type.groupVersionKind.kind.toLowerCase(),
    shortNames: resource.shortNames,
    categories: resource.categories,
    storageVersion,
    hooks: options.hooks,
    returnsDeletedObject: options.returnsDeletedObject,
    garbageCollection: options.garbageCollection,
    deleteCollectionWorkers: options.deleteCollectionWorkers,
  })
}

/** Where the objects of a resource are below the key prefix. @throws MachineryError `InvalidValue` for a `keyPrefix` that is none. */
export function pathOf<T extends KubernetesObject>({ type, resource, options }: ResourceDefinition<T>): string {
  const { group } = type.groupVersionKind
  const { keyPrefix } = options
  return keyPrefix === undefined
    ? resourcePath(group, resource.plural)
    : readResourcePath(keyPrefix, String(type.groupVersionKind))
}
