import type { Release } from 'apimachinery/api/releases'
import { isNamespaced } from 'apimachinery/api/strategies'
import type { KindClass, KubernetesObject, Scheme } from 'apimachinery/runtime'
import { CodecFactory, type SerializerInfo } from 'apimachinery/runtime/serializer'
import type { Clock } from 'apimachinery/wait'
import type { StorageMetrics } from '../metrics/storage-metrics.js'
import { WatchCache } from '../storage/cache/watch-cache.js'
import { ConvertingStorage, type StoredConversion } from '../storage/converting-storage.js'
import { DeferredStorage } from '../storage/deferred-storage.js'
import type { Encryption } from '../storage/encryption/encryption.js'
import type { KV } from '../storage/kv/kv.js'
import { KVStorage } from '../storage/kv-storage.js'
import type { StorageCodec } from '../storage/lazy-object.js'
import { ObservedStorage, observedCodec } from '../storage/observed-storage.js'
import type { SharedObjects } from '../storage/shared-objects.js'
import type { Storage } from '../storage/storage.js'
import type { Attributes } from '../storage/stored-object.js'
import { attributesOf } from './attributes-of.js'
import { objectKeys } from './object-keys.js'
import { resourcePath } from './resource-path.js'
import { type OtherStore, ResourceStores } from './resource-stores.js'
import { type StorageCodecOptions, storageCodec } from './storage-codec.js'
import { defaultStorageMediaType, type StorageMediaType, storageSerializers } from './storage-serializers.js'
import { Store } from './store.js'
import type { StoreOptions, StoreSettings } from './store-options.js'

/** How a server keeps all of its resources. */
export interface StorageEnvironment extends Omit<StoreSettings, 'namespaceLabels'> {
  /** Belongs to the caller. */
  readonly kv: KV
  /** Where objects of some resources are instead. */
  readonly otherStores?: readonly OtherStore[] | undefined
  readonly scheme: Scheme
  /** Those of the scheme that objects are written by, if they are made already. */
  readonly serializers?: readonly SerializerInfo[] | undefined
  /** Before every key; default `/registry`. */
  readonly keyPrefix?: string | undefined
  /** What objects are written as where nothing else is said; default protobuf. They are read in any format. */
  readonly mediaType?: StorageMediaType | undefined
  /** Encrypts what is stored; it is closed with the storages. */
  readonly encryption?: Pick<Encryption, 'transformerFor' | 'close'> | undefined
  /** Where storages and their caches are counted. */
  readonly metrics?: Pick<StorageMetrics, 'storage' | 'cache' | 'leased'> | undefined
  /** Which resources have a watch cache; all where absent. */
  readonly isCached?: ((group: string, resource: string) => boolean) | undefined
  /** Seconds by which the ends of objects may differ that share a lease; default 60. */
  readonly leaseReuseSeconds?: number | undefined
  /** Storages are opened by their first request: for stores in memory, which need no time to be read. Default false. */
  readonly deferred?: boolean | undefined
  /** Milliseconds between compactions of the stores; absent or 0: they compact themselves, as those in this process do. */
  readonly compactionInterval?: number | undefined
  /** Time of leases, bookmarks and caches. */
  readonly clock?: Clock | undefined
  /** Called for failed compactions. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** How the objects of one resource are kept, as data. */
export interface KeptResource<T extends KubernetesObject = KubernetesObject> {
  /** The names in a configuration of encryption, in metrics, and of caches. */
  readonly group: string
  readonly resource: string
  /** Below the key prefix, without slashes at its ends; default: the group and the resource. */
  readonly path?: string | undefined
  readonly codec: StorageCodec<T>
  /** Labels and selectable fields of objects as readers see them. */
  readonly attributes: (object: T) => Attributes
  /** Between what the codec reads and what readers see, where that takes time or may fail. */
  readonly conversion?: StoredConversion<T> | undefined
  /** Has what stores with the same content have decoded. */
  readonly shared?: SharedObjects<T> | undefined
  /** Fields that a watch cache finds objects by. */
  readonly indexedFields?: readonly string[] | undefined
  /** `false`: without a watch cache, whatever the environment says. */
  readonly cached?: false | undefined
  /** In the main store, whatever the environment says. */
  readonly inMainStore?: true | undefined
}

/** How one resource is kept and served, as data. */
export interface StoreDescription<T extends KubernetesObject = KubernetesObject>
  extends Omit<KeptResource<T>, 'attributes'>,
    Omit<StoreOptions<T>, 'storage' | 'resource' | 'keys' | 'asStored' | keyof StoreSettings>,
    Pick<StoreSettings, 'garbageCollection' | 'deleteCollectionWorkers' | 'namespaceLabels'> {
  /** Values of selectable fields besides name and namespace; default: those of the strategy. */
  readonly selectableFields?: ((object: T) => Readonly<Record<string, string>>) | undefined
}

/** Objects that only the server itself reads and writes. */
export interface InternalResource<T extends KubernetesObject> {
  /** Below the key prefix. */
  readonly path: string
  /** The name in a configuration of encryption, in the core group. */
  readonly resource: string
  readonly type: KindClass<T>
}

/** The version and format in which the objects of a resource are written. */
export type StoredForm<T extends KubernetesObject> = Omit<StorageCodecOptions<T>, 'scheme' | 'serializers'> & {
  readonly mediaType?: StorageMediaType | undefined
}

/**
 * Opens the storages of the resources of a server, all in the same way: codec, encryption, observation, conversion, watch
 * cache; and closes them together.
 */
export class Storages {
  readonly keyPrefix: string
  readonly #environment: StorageEnvironment
  readonly #stores: ResourceStores
  readonly #open = new Set<Pick<Storage, 'close'>>()
  #infos: readonly SerializerInfo[] | undefined

  constructor(environment: StorageEnvironment) {
    const { kv, otherStores = [], compactionInterval: interval, clock, onError } = environment
    this.#environment = environment
    this.#infos = environment.serializers
    this.keyPrefix = environment.keyPrefix ?? '/registry'
    this.#stores = new ResourceStores(kv, otherStores, { interval, clock, onError })
  }

  get scheme(): Scheme {
    return this.#environment.scheme
  }

  /** The release whose rules the kinds follow; the newest where none was given. */
  get release(): Release | undefined {
    return this.#environment.release
  }

  /** Reads every version of a kind that the scheme has, in every format. @throws MachineryError for a version that it has not. */
  codec<T extends KubernetesObject>({ mediaType, ...form }: StoredForm<T>): StorageCodec<T> {
    const { scheme, mediaType: usual = defaultStorageMediaType } = this.#environment
    this.#infos ??= new CodecFactory(scheme, { mode: 'canonical', integers: 'bigint' }).supportedMediaTypes()
    return storageCodec({ ...form, scheme, serializers: storageSerializers(this.#infos, mediaType ?? usual) })
  }

  /** The storage of a resource. Whoever closes it before the others calls {@link closeStorage}. */
  open<T extends KubernetesObject>(kept: KeptResource<T>): Storage<T> {
    const open = (): Storage<T> => this.#opened(kept)
    const storage = this.#environment.deferred === true ? new DeferredStorage(open) : open()
    this.#open.add(storage)
    return storage
  }

  #opened<T extends KubernetesObject>(kept: KeptResource<T>): Storage<T> {
    const { group, resource, attributes, conversion, shared, indexedFields } = kept
    const { encryption, metrics, isCached, leaseReuseSeconds: reuseSeconds, clock } = this.#environment
    const { kv, compactor } = kept.inMainStore ? this.#stores.main : this.#stores.of(group, resource)
    const prefix = `${this.#keysOf(kept)}/`
    const observer = metrics?.storage(group, resource)
    const codec = observer === undefined ? kept.codec : observedCodec(kept.codec, observer)
    const transformer = encryption?.transformerFor(group, resource)
    const leases = { reuseSeconds, onLease: metrics?.leased }
    let storage: Storage<T> = new KVStorage<T>({ kv, prefix, codec, attributes, transformer, shared, clock, leases })
    if (observer !== undefined) storage = new ObservedStorage(storage, observer)
    if (conversion !== undefined) storage = new ConvertingStorage(storage, { ...conversion, attributes })
    if (kept.cached !== false && isCached?.(group, resource) !== false) {
      storage = new WatchCache<T>({
        storage,
        prefix,
        indexedFields,
        // What a webhook makes of an object may be another thing the next time.
        sharesReads: conversion === undefined,
        compactRevision: compactor && (() => compactor.compactRevision),
        clock,
        observer: metrics?.cache(group, resource),
      })
    }
    return storage
  }

  /** The storage object of a resource, over its storage. */
  openStore<T extends KubernetesObject>(described: StoreDescription<T>): Store<T> {
    const { group, resource, strategy, codec, conversion } = described
    const { featureEnabled, release, allowPrivileged, ...usual } = this.#environment
    const namespaced = isNamespaced(strategy)
    const select = described.selectableFields ?? strategy.selectableFields?.bind(strategy)
    return new Store<T>({
      ...described,
      featureEnabled,
      release,
      scheme: this.scheme,
      allowPrivileged,
      garbageCollection: described.garbageCollection ?? usual.garbageCollection,
      deleteCollectionWorkers: described.deleteCollectionWorkers ?? usual.deleteCollectionWorkers,
      storage: this.open({ ...described, attributes: (object) => attributesOf(object, namespaced, select) }),
      resource: { group, resource },
      keys: objectKeys(this.#keysOf(described), namespaced),
      asStored: (object) => rewritten(object, codec, conversion),
    })
  }

  /** The storage of objects that are not served: without selectors, and without a watch cache. */
  openInternal<T extends KubernetesObject>({ path, resource, type }: InternalResource<T>): Storage<T> {
    const codec = this.codec({ hub: type, storageVersion: type.groupVersionKind })
    const attributes = (): Attributes => ({ labels: {}, fields: {} })
    return this.open({ group: '', resource, path, codec, attributes, cached: false })
  }

  /** Closes one storage, whose watches then end, and leaves the others open. */
  async closeStorage<T extends KubernetesObject>(storage: Storage<T>): Promise<void> {
    this.#open.delete(storage)
    await storage.close()
  }

  /** Closes all storages, the encryption and the compactors; the stores themselves belong to the caller. */
  async close(): Promise<void> {
    const open = [...this.#open]
    this.#open.clear()
    await this.#stores.close()
    await Promise.all(open.map((storage) => storage.close()))
    this.#environment.encryption?.close()
  }

  #keysOf({
    group,
    resource,
    path = resourcePath(group, resource),
  }: Pick<KeptResource, 'group' | 'resource' | 'path'>) {
    return `${this.keyPrefix}/${path}`
  }
}

/** The object as it would be read after it was written; gets a copy. */
function rewritten<T extends KubernetesObject>(
  object: T,
  codec: StorageCodec<T>,
  conversion: StoredConversion<T> | undefined,
): T | Promise<T> {
  if (conversion === undefined) return codec.decode(codec.encode(object))
  return (async () => {
    const stored = codec.decode(codec.encode(await conversion.toStore(object)))
    return (await conversion.toReaders([stored]))[0]!
  })()
}
