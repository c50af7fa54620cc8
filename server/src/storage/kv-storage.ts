import type { KubernetesObject } from 'apimachinery/runtime'
import { type Clock, systemClock } from 'apimachinery/wait'
import { DecodedObjects } from './decoded-objects.js'
import type { KV } from './kv/kv.js'
import type { StorageCodec } from './lazy-object.js'
import { LeaseManager, type LeaseManagerOptions } from './lease-manager.js'
import { listPages } from './list-pages.js'
import { ObjectStore } from './object-store.js'
import { requireKey, requirePrefix } from './prepare-key.js'
import { parseListResourceVersion } from './resource-version.js'
import type { SharedObjects } from './shared-objects.js'
import type {
  CreateOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  Storage,
  StoredList,
  UpdateOptions,
  UpdateResult,
  WatchOptions,
} from './storage.js'
import { keyError, tooLargeResourceVersion } from './storage-error.js'
import { ObjectWatch } from './storage-watch.js'
import type { Attributes, StoredObject } from './stored-object.js'
import { overKV } from './translate-kv-error.js'
import { plainValues, type ValueTransformer } from './value-transformer.js'
import { ObjectWriter } from './write-objects.js'

/** The facts about a resource that a storage over a key-value store needs. */
export interface KVStorageOptions<T extends KubernetesObject = KubernetesObject> {
  /** Belongs to the caller: closing the storage leaves it open. */
  readonly kv: KV
  /** Every key begins with it, such as `/registry/pods/`. */
  readonly prefix: string
  /** Between the bytes of the storage version and objects of the hub version, without resource versions. */
  readonly codec: StorageCodec<T>
  /** Labels and selectable fields of an object. */
  readonly attributes: (object: T) => Attributes
  readonly transformer?: ValueTransformer | undefined
  /** Has what stores with the same content have decoded. */
  readonly shared?: SharedObjects<T> | undefined
  readonly clock?: Clock | undefined
  /** How objects with a time to live share leases. */
  readonly leases?: LeaseManagerOptions | undefined
}

/**
 * The storage of one resource in a key-value store, in Kubernetes' own layout.
 * Source: store.go of k8s.io/apiserver/pkg/storage/etcd3.
 */
export class KVStorage<T extends KubernetesObject> implements Storage<T> {
  readonly #store: ObjectStore<T>
  readonly #writer: ObjectWriter<T>

  constructor({
    kv,
    prefix,
    codec,
    attributes,
    transformer = plainValues,
    shared,
    clock = systemClock,
    leases,
  }: KVStorageOptions<T>) {
    const leaseManager = new LeaseManager(kv, clock, leases)
    const reader = { codec, attributes, decoded: new DecodedObjects(), shared }
    this.#store = new ObjectStore({ kv, prefix, transformer, leases: leaseManager, reader })
    this.#writer = new ObjectWriter(this.#store)
  }

  get progressSupported(): boolean {
    return this.#store.kv.progressSupported
  }

  async get(key: string, options: GetOptions = {}): Promise<StoredObject<T>> {
    requireKey(key, this.#store.prefix)
    const { kvs, revision } = await this.#range(key, options)
    const atLeast = parseListResourceVersion(options.resourceVersion)
    if (atLeast > revision) throw tooLargeResourceVersion(atLeast, revision)
    if (kvs[0] === undefined) throw keyError('KeyNotFound', key)
    return (await this.#store.read(kvs[0])).stored
  }

  async list(prefix: string, options: ListOptions): Promise<StoredList<T>> {
    return listPages(this.#store, this.#rangeKey(prefix, options), options)
  }

  async create(key: string, object: T, options?: CreateOptions): Promise<StoredObject<T>> {
    return this.#writer.create(requireKey(key, this.#store.prefix), object, options)
  }

  async guaranteedUpdate(key: string, options: UpdateOptions<T>): Promise<UpdateResult<T>> {
    return this.#writer.update(requireKey(key, this.#store.prefix), options)
  }

  async delete(key: string, options?: DeleteOptions<T>): Promise<StoredObject<T>> {
    return this.#writer.delete(requireKey(key, this.#store.prefix), options)
  }

  async watch(prefix: string, options: WatchOptions): Promise<ObjectWatch<T>> {
    return ObjectWatch.start(this.#store, this.#rangeKey(prefix, options), options)
  }

  async count(prefix: string): Promise<number> {
    const key = requirePrefix(prefix, this.#store.prefix)
    return (await overKV(key, () => this.#store.kv.range({ key, prefix: true, countOnly: true }))).count
  }

  async currentRevision(): Promise<number> {
    return (await this.#range(this.#store.prefix, {})).revision
  }

  async requestProgress(): Promise<void> {
    for (const watch of this.#store.progressing) watch.requestProgress()
  }

  readiness(): string | undefined {
    return undefined
  }

  async ready(): Promise<void> {}

  async close(): Promise<void> {
    // The key-value store belongs to the caller.
  }

  #rangeKey(prefix: string, { single }: ListOptions | WatchOptions): string {
    return single === true ? requireKey(prefix, this.#store.prefix) : requirePrefix(prefix, this.#store.prefix)
  }

  #range(key: string, { signal }: GetOptions) {
    return overKV(key, () => this.#store.kv.range({ key, signal }))
  }
}
