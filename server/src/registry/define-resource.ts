import type { KindStrategy } from 'apimachinery/api/strategies'
import { newDefaultTableConvertor, newTableConvertor, type PrintColumn, type TableConvertor } from 'apimachinery/meta'
import type { KindClass, KubernetesObject, ResourceInfo, Scheme } from 'apimachinery/runtime'
import type { GroupVersionKind } from 'apimachinery/schema'
import type { Clock } from 'apimachinery/wait'
import type { KV } from '../storage/kv/kv.js'
import { newKVStorage } from '../storage/kv-storage.js'
import type { StorageCodec } from '../storage/lazy-object.js'
import type { Storage } from '../storage/storage.js'
import type { Attributes } from '../storage/stored-object.js'
import type { ValueTransformer } from '../storage/value-transformer.js'
import { defaultStrategy } from './default-strategy.js'
import type { KindLifecycle } from './kind-lifecycle.js'
import { readMetadata } from './metadata-of.js'
import { objectKeys } from './object-keys.js'
import type { ResourceStorage } from './resource-storage.js'
import { type ScaleAccess, ScaleStore } from './scale-store.js'
import { storageCodec } from './storage-codec.js'
import { Store } from './store.js'
import type { StoreHooks } from './store-options.js'
import { SubresourceStore } from './subresource-store.js'

/** How a kind is served, where its class does not say it. */
export interface ResourceOptions<T extends KubernetesObject = KubernetesObject> extends Partial<ResourceInfo> {
  /** Default: the scheme's validation, and a status that only its subresource writes. */
  readonly strategy?: KindStrategy<T>
  readonly hooks?: StoreHooks<T>
  /** Columns of tables beside the name; default: when an object was created. */
  readonly columns?: readonly PrintColumn[]
  readonly table?: TableConvertor
  /** The version that is stored; default: that of the class. */
  readonly storageVersion?: GroupVersionKind
  /** How it is stored; default JSON. */
  readonly format?: 'protobuf' | 'json'
  /** Key below `/registry/`, of which slashes at the ends do not count; default: the group and the resource. */
  readonly keyPrefix?: string
  /** Values of selectable fields, besides name and namespace. */
  selectableFields?(object: T): Readonly<Record<string, string>>
  readonly returnsDeletedObject?: boolean
  readonly deleteCollectionWorkers?: number
  readonly garbageCollection?: boolean
  /** Deprecated versions, by their names: answers carry a warning. */
  readonly lifecycles?: Readonly<Record<string, KindLifecycle>>
  /** Makes the subresource `scale`. */
  readonly scale?: ScaleAccess<T>
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
 * @throws Error for a class that names no resource, unless `plural` and `scope` are given.
 */
export function defineResource<T extends KubernetesObject>(
  type: KindClass<T>,
  options: ResourceOptions<T> = {},
): ResourceDefinition<T> {
  const { plural = type.resource?.plural, scope = type.resource?.scope } = options
  if (plural === undefined || scope === undefined) {
    throw new Error(`${type.groupVersionKind} is no resource: plural and scope are needed`)
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

/** Shared settings of the storage objects of all resources of a server. */
export interface StorageEnvironment {
  readonly kv: KV
  readonly scheme: Scheme
  /** Default `/registry`. */
  readonly prefix?: string
  readonly clock?: Clock
  readonly transformer?: ValueTransformer
  readonly featureEnabled?: (gate: string) => boolean
  /** Wraps the storage of a resource, such as by a watch cache. `prefix` is that of its keys, with a slash at the end. */
  readonly wrapStorage?: <T extends KubernetesObject>(
    storage: Storage<T>,
    definition: ResourceDefinition<T>,
    prefix: string,
  ) => Storage<T>
}

/** Makes the storage objects of a resource and its subresources, by path: `pods`, `pods/status`. */
export function storageOf<T extends KubernetesObject>(
  definition: ResourceDefinition<T>,
  environment: StorageEnvironment,
): Readonly<Record<string, ResourceStorage>> {
  const store = storeOf(definition, environment)
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

/** The storage object of a resource alone. */
export function storeOf<T extends KubernetesObject>(
  definition: ResourceDefinition<T>,
  environment: StorageEnvironment,
): Store<T> {
  const { type, options, resource } = definition
  const { scheme, featureEnabled } = environment
  const { group } = type.groupVersionKind
  const strategy = options.strategy ?? defaultStrategy(type, scheme)
  const prefix = keyPrefixOf(definition, environment)
  const codec = codecOf(definition, environment)
  const table =
    options.table ?? (options.columns === undefined ? newDefaultTableConvertor() : newTableConvertor(options.columns))
  return new Store({
    strategy,
    table,
    storage: keyValueStorage(definition, environment, { prefix, strategy, codec }),
    asStored: (object) => codec.decode(codec.encode(object)),
    keys: objectKeys(prefix, strategy.namespaced),
    resource: { group, resource: resource.plural },
    singularName: resource.singular ?? type.groupVersionKind.kind.toLowerCase(),
    shortNames: resource.shortNames,
    categories: resource.categories,
    storageVersion: options.storageVersion ?? type.groupVersionKind,
    ...(options.hooks !== undefined && { hooks: options.hooks }),
    ...(options.returnsDeletedObject !== undefined && { returnsDeletedObject: options.returnsDeletedObject }),
    ...(options.garbageCollection !== undefined && { garbageCollection: options.garbageCollection }),
    ...(options.deleteCollectionWorkers !== undefined && { deleteCollectionWorkers: options.deleteCollectionWorkers }),
    ...(featureEnabled !== undefined && { featureEnabled }),
  })
}

/** What the keys of a resource begin with, without a slash at the end. Throws `Error` for a `keyPrefix` that is none. */
export function keyPrefixOf<T extends KubernetesObject>(
  { type, resource, options }: ResourceDefinition<T>,
  { prefix: root = '/registry' }: Pick<StorageEnvironment, 'prefix'>,
): string {
  const { group } = type.groupVersionKind
  const { keyPrefix = group === '' ? resource.plural : `${group}/${resource.plural}` } = options
  const key = keyPrefix.replace(/^\/+|\/+$/g, '')
  if (key === '' || key.split('/').some((part) => part === '' || part === '.' || part === '..')) {
    throw new Error(`${type.groupVersionKind}: keyPrefix ${JSON.stringify(keyPrefix)} is no key`)
  }
  return `${root}/${key}`
}

function codecOf<T extends KubernetesObject>(
  { type, options }: ResourceDefinition<T>,
  { scheme }: StorageEnvironment,
): StorageCodec<T> {
  const { storageVersion = type.groupVersionKind, format = 'json' } = options
  return storageCodec({ scheme, hub: type, storageVersion, format })
}

function keyValueStorage<T extends KubernetesObject>(
  definition: ResourceDefinition<T>,
  { kv, clock, transformer, wrapStorage }: StorageEnvironment,
  {
    prefix,
    strategy,
    codec,
  }: { readonly prefix: string; readonly strategy: KindStrategy<T>; readonly codec: StorageCodec<T> },
): Storage<T> {
  const { options } = definition
  const select = options.selectableFields ?? strategy.selectableFields?.bind(strategy)
  const storage = newKVStorage<T>({
    kv,
    prefix: `${prefix}/`,
    codec,
    attributes: (object) => attributesOf(object, strategy.namespaced, select),
    ...(clock !== undefined && { clock }),
    ...(transformer !== undefined && { transformer }),
  })
  return wrapStorage?.(storage, definition, `${prefix}/`) ?? storage
}

/** The attributes of an object for selectors. */
export function attributesOf<T extends KubernetesObject>(
  object: T,
  namespaced: boolean,
  select: ((object: T) => Readonly<Record<string, string>>) | undefined,
): Attributes {
  const { name = '', namespace = '', labels } = readMetadata(object)
  const fields = { 'metadata.name': name, ...(namespaced && { 'metadata.namespace': namespace }), ...select?.(object) }
  return { labels: labels ?? {}, fields }
}
