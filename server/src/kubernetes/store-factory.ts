import { enabledByDefault, type KindStrategy } from 'apimachinery/api/strategies'
import type { TableConvertor } from 'apimachinery/meta'
import type { Serializer } from 'apimachinery/runtime'
import {
  getLabels,
  getName,
  getNamespace,
  type KindClass,
  type KubernetesObject,
  type Scheme,
} from 'apimachinery/runtime'
import type { Clock } from 'apimachinery/wait'
import type { StorageOpenerOptions } from '../extensions/storage-opener.js'
import type { StorageMetrics } from '../metrics/storage-metrics.js'
import { objectKeys } from '../registry/object-keys.js'
import { type OtherStore, ResourceStores } from '../registry/resource-stores.js'
import { type StorageSerializers, serializerOf } from '../registry/storage-serializers.js'
import { Store } from '../registry/store.js'
import type { StoreHooks } from '../registry/store-options.js'
import { newWatchCache } from '../storage/cache/watch-cache.js'
import type { Encryption } from '../storage/encryption/encryption.js'
import type { KV } from '../storage/kv/kv.js'
import { newKVStorage } from '../storage/kv-storage.js'
import type { StorageCodec } from '../storage/lazy-object.js'
import { observedStorage } from '../storage/observed-storage.js'
import type { Storage } from '../storage/storage.js'
import type { Attributes } from '../storage/stored-object.js'
import { type StorageMediaType, type StorageSettings, storageMediaTypes } from './storage-settings.js'
import { storedLabels } from './stored-labels.js'

/** Labels of a namespace; none for one that is not known. */
export type NamespaceLabels = (namespace: string) => Readonly<Record<string, string>>

/** Input of stores. */
export interface StoreFactoryOptions {
  readonly kv: KV
  /** Where objects of some resources are instead. */
  readonly otherStores?: readonly OtherStore[]
  readonly scheme: Scheme
  /** The serializer of a media type. */
  readonly serializerFor: (mediaType: string) => Serializer
  readonly settings?: StorageSettings
  /** Default: as the release has it. */
  readonly featureEnabled?: (gate: string) => boolean
  readonly minorRelease?: number
  /** Whether containers may be privileged. Default: true. */
  readonly allowPrivileged?: boolean
  /** Time of leases, bookmarks and caches. */
  readonly clock?: Clock
  /** Encrypts what is stored; it is closed with the stores. */
  readonly encryption?: Encryption
  /** Milliseconds between compactions of the store; absent or 0: it compacts itself, as those in this process do. */
  readonly compactionInterval?: number
  /** Where stores and their caches are counted. */
  readonly metrics?: StorageMetrics
  /** Called for failed compactions. */
  readonly onError?: (error: unknown) => void
}

/** Replaces the codecs of stores, by their prefix. */
// biome-ignore lint/suspicious/noExplicitAny: codecs of different kinds stand in one table
export type StoreCodecs = Readonly<Record<string, (codec: StorageCodec<any>) => StorageCodec<any>>>

/** One resource to keep. */
export interface StoredResource<T extends KubernetesObject = KubernetesObject> {
  readonly group: string
  readonly resource: string
  /** Below the key prefix. */
  readonly prefix: string
  readonly strategy: KindStrategy<T>
  /** The class of the version that is stored. */
  readonly stored: KindClass
  readonly singularName?: string
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly returnsDeletedObject?: boolean
  readonly table?: TableConvertor
  readonly hooks?: StoreHooks<T>
  /** How objects are stored, where it is not the factory's format. */
  readonly format?: 'json'
  /** Replaces the codec. */
  readonly codec?: (codec: StorageCodec<T>) => StorageCodec<T>
}

/** Objects that are not served. */
export interface PlainResource<T extends KubernetesObject> {
  /** Below the key prefix. */
  readonly prefix: string
  /** The name of the resource in a configuration of encryption, in the core group. */
  readonly resource: string
  readonly type: KindClass<T>
}

/** Fields that a watch cache finds objects by. */
const indexedFields: Readonly<Record<string, readonly string[]>> = { pods: ['spec.nodeName'] }

/** Makes the stores of resources, each with a watch cache, and closes them together. */
export class StoreFactory {
  readonly #options: StoreFactoryOptions
  readonly #open: Pick<Storage, 'readiness' | 'close'>[] = []
  readonly #stores: ResourceStores
  #labelsOf: NamespaceLabels | undefined

  constructor(options: StoreFactoryOptions) {
    this.#options = options
    const { kv, otherStores = [], clock, compactionInterval: interval = 0, onError } = options
    this.#stores = new ResourceStores(kv, otherStores, {
      interval,
      ...(clock && { clock }),
      ...(onError && { onError }),
    })
  }

  /** How objects are kept here, for stores that others make. */
  get keeping(): Pick<
    StorageOpenerOptions,
    'transformerFor' | 'compactRevision' | 'metrics' | 'keyPrefix' | 'isCached'
  > {
    const { encryption, metrics, settings: { isCached } = {} } = this.#options
    const { compactor } = this.#stores.main
    return {
      keyPrefix: this.keyPrefix,
      ...(isCached && { isCached }),
      ...(encryption && { transformerFor: (group, resource) => encryption.transformerFor(group, resource) }),
      ...(metrics && { metrics }),
      ...(compactor && { compactRevision: () => compactor.compactRevision }),
    }
  }

  /** Before every key. */
  get keyPrefix(): string {
    return this.#options.settings?.keyPrefix ?? '/registry'
  }

  /** Gives rules access to the labels of namespaces, when these are available. */
  lookUpNamespaces(labelsOf: NamespaceLabels): void {
    this.#labelsOf = labelsOf
  }

  newStore<T extends KubernetesObject>(described: StoredResource<T>): Store<T> {
    const { group, resource, prefix, strategy, stored, singularName, shortNames, categories } = described
    const { featureEnabled = enabledByDefault, minorRelease, allowPrivileged, scheme, settings = {} } = this.#options
    const path = `${this.keyPrefix}/${prefix}`
    const serializers = described.format === 'json' ? this.#serializersFor('application/json') : this.#serializers
    const plain = storageCodec<T>({ scheme, ...serializers, hub: strategy.type, stored })
    const codec = described.codec?.(plain) ?? plain
    const storage = this.#newStorage(described, `${path}/`, codec)
    return new Store<T>({
      storage,
      strategy,
      resource: { group, resource },
      keys: objectKeys(path, strategy.namespaced),
      storageVersion: stored.groupVersionKind,
      returnsDeletedObject: described.returnsDeletedObject ?? false,
      singularName,
      shortNames,
      categories,
      table: described.table,
      ...(described.hooks === undefined ? {} : { hooks: described.hooks }),
      featureEnabled,
      namespaceLabels: (namespace) => this.#labelsOf?.(namespace),
      asStored: (object) => codec.decode(codec.encode(object)),
      ...(minorRelease === undefined ? {} : { minorRelease }),
      ...(allowPrivileged === undefined ? {} : { allowPrivileged }),
      ...(settings.garbageCollection !== undefined && { garbageCollection: settings.garbageCollection }),
      ...(settings.deleteCollectionWorkers !== undefined && {
        deleteCollectionWorkers: settings.deleteCollectionWorkers,
      }),
    })
  }

  /** Objects that only the server itself reads and writes, below `/registry/<prefix>/`. */
  newPlainStorage<T extends KubernetesObject>({ prefix, resource, type }: PlainResource<T>): Storage<T> {
    const { encryption, scheme, clock } = this.#options
    const { kv } = this.#stores.of('', resource)
    const codec = storageCodec<T>({ scheme, ...this.#serializers, hub: type, stored: type })
    const attributes = (): Attributes => ({ labels: {}, fields: {} })
    const timed = clock === undefined ? {} : { clock }
    const encrypted = encryption && { transformer: encryption.transformerFor('', resource) }
    const storage = newKVStorage<T>({
      kv,
      prefix: `${this.keyPrefix}/${prefix}/`,
      codec,
      attributes,
      ...encrypted,
      ...timed,
    })
    this.#open.push(storage)
    return storage
  }

  /** Why not every store can be read yet; `undefined` when all can. */
  readiness(): string | undefined {
    for (const storage of this.#open) {
      const reason = storage.readiness()
      if (reason !== undefined) return reason
    }
    return undefined
  }

  async close(): Promise<void> {
    await this.#stores.close()
    await Promise.all(this.#open.splice(0).map((storage) => storage.close()))
    this.#options.encryption?.close()
  }

  /** Of built-in kinds. */
  get #serializers(): StorageSerializers {
    return this.#serializersFor(this.#options.settings?.mediaType ?? 'application/vnd.kubernetes.protobuf')
  }

  /** Writes one format and reads all: it may have been another one when an object was stored. */
  #serializersFor(mediaType: StorageMediaType): StorageSerializers {
    const { serializerFor } = this.#options
    const others = storageMediaTypes.filter((other) => other !== mediaType)
    return { serializer: serializerFor(mediaType), readers: others.map(serializerFor) }
  }

  #newStorage<T extends KubernetesObject>(
    { group, resource, strategy }: StoredResource<T>,
    prefix: string,
    codec: StorageCodec<T>,
  ): Storage<T> {
    const { clock } = this.#options
    const { kv, compactor } = this.#stores.of(group, resource)
    const timed = clock === undefined ? {} : { clock }
    const { transformerFor } = this.keeping
    const encrypted = transformerFor === undefined ? {} : { transformer: transformerFor(group, resource) }
    const attributes = attributesOf(strategy)
    const { metrics, settings: { leaseReuseSeconds: reuseSeconds, isCached } = {} } = this.#options
    const leases = { reuseSeconds, onLease: metrics?.leased }
    const observer = metrics?.storage(group, resource)
    const counting = observer === undefined ? codec : observedCodec(codec, observer.decodeFailed)
    const plain = newKVStorage<T>({ kv, prefix, codec: counting, attributes, ...encrypted, ...timed, leases })
    const storage = observer === undefined ? plain : observedStorage(plain, observer)
    if (isCached?.(group, resource) === false) {
      this.#open.push(storage)
      return storage
    }
    const observed = metrics === undefined ? {} : { observer: metrics.cache(group, resource) }
    const indexed = indexedFields[resource]
    const fields = indexed === undefined ? {} : { indexedFields: indexed }
    const compacted = compactor && { compactRevision: () => compactor.compactRevision }
    const cache = newWatchCache<T>({ storage, prefix, ...fields, ...compacted, ...timed, ...observed })
    this.#open.push(cache)
    return cache
  }
}

/** How the objects of a kind become bytes. */
export interface StorageCodecOptions<T extends KubernetesObject> extends StorageSerializers {
  readonly scheme: Scheme
  readonly hub: KindClass<T>
  readonly stored: KindClass
}

/** A codec that reports objects that it cannot decode. */
function observedCodec<T extends KubernetesObject>(codec: StorageCodec<T>, failed: () => void): StorageCodec<T> {
  const { rebuilds, labels } = codec
  // One by one: what a class has is not copied with its members.
  return {
    decode(data) {
      try {
        return codec.decode(data)
      } catch (error) {
        failed()
        throw error
      }
    },
    encode: (object) => codec.encode(object),
    ...(rebuilds !== undefined && { rebuilds }),
    ...(labels !== undefined && { labels }),
    ...(codec.encodeAs !== undefined && {
      encodeAs: (object: T, format: string, encode: (object: T) => Uint8Array) =>
        codec.encodeAs?.(object, format, encode) ?? encode(object),
    }),
  }
}

/** Reads any version that was ever stored, and writes the storage version. */
export function storageCodec<T extends KubernetesObject>(options: StorageCodecOptions<T>): StorageCodec<T> {
  const { scheme, serializer, hub, stored } = options
  const labels = storedLabels(stored)
  return {
    ...(labels !== undefined && { labels }),
    decode(data) {
      const { object } = serializerOf(data, options).decode(data)
      scheme.default(object)
      // Also for objects of the hub version: some kinds have parts that protobuf does not hold.
      return scheme.convert(object, hub)
    },
    encode(object) {
      return serializer.encode(object instanceof stored ? object : scheme.convert(object, stored))
    },
  }
}

function attributesOf<T extends KubernetesObject>(strategy: KindStrategy<T>): (object: T) => Attributes {
  return (object) => {
    const fields: Record<string, string> = { 'metadata.name': getName(object) }
    if (strategy.namespaced) fields['metadata.namespace'] = getNamespace(object)
    return { labels: getLabels(object) ?? {}, fields: { ...fields, ...strategy.selectableFields?.(object) } }
  }
}
