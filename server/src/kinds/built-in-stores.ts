import type { KubernetesObject } from 'apimachinery/runtime'
import type { SizedResource } from '../flow-control/resource-sizes.js'
import type { ResourceStorage } from '../registry/resource-storage.js'
import { ScaleStore } from '../registry/scale-store.js'
import { sizedResource } from '../registry/sized-resource.js'
import type { Storages } from '../registry/storages.js'
import type { Store } from '../registry/store.js'
import type { NamespaceLabels, StoreHooks } from '../registry/store-options.js'
import { SubresourceStore } from '../registry/subresource-store.js'
import type { StorageCodec } from '../storage/lazy-object.js'
import { ObjectCache } from '../storage/object-cache.js'
import type { BuiltInGroup, BuiltInVersion } from './built-in-groups.js'
import type { BuiltInKinds, ServedKind } from './built-in-kinds.js'

/** The storage objects of a group version, by path: `pods`, `pods/status`. */
export type StorageByPath = Record<string, ResourceStorage>

/** Replaces the codecs of stores, by their prefix. */
// biome-ignore lint/suspicious/noExplicitAny: codecs of different kinds stand in one table
export type StoreCodecs = Readonly<Record<string, (codec: StorageCodec<any>) => StorageCodec<any>>>

/** Fields that a watch cache finds objects by. */
const indexedFields: Readonly<Record<string, readonly string[]>> = { pods: ['spec.nodeName'] }

/** How stores are made. */
export interface BuiltInStoreSettings {
  /** A store is made for the first who asks for it. Default: all at once. */
  readonly deferred?: boolean | undefined
  /** What stores decode is for all servers that have the same kinds. Default false. */
  readonly sharesObjects?: boolean | undefined
}

/** What groups and the server add to stores. */
export interface BuiltInStoreParts {
  /** Hooks of stores by their prefix. */
  readonly hooks?: Readonly<Record<string, StoreHooks<KubernetesObject>>> | undefined
  /** What codecs of stores are replaced with, by their prefix. */
  readonly codecs?: StoreCodecs | undefined
  /** Labels of namespaces, as far as they are known, for rules. */
  readonly namespaceLabels?: NamespaceLabels | undefined
}

/**
 * The stores of built-in resources. Resources that two groups serve (events) have one store, and so have all versions of a
 * resource.
 */
export class BuiltInStores {
  readonly #storages: Storages
  readonly #kinds: BuiltInKinds
  readonly #settings: BuiltInStoreSettings
  /** What can be made, by prefix. */
  readonly #loaded = new Map<string, LoadedKind>()
  readonly #byPrefix = new Map<string, Store>()

  /** `storages` opens the stores, and closes them. */
  constructor(storages: Storages, kinds: BuiltInKinds, settings: BuiltInStoreSettings = {}) {
    this.#storages = storages
    this.#kinds = kinds
    this.#settings = settings
  }

  /** The store of a resource that was loaded, by its prefix, such as `namespaces`. */
  get(prefix: string): Store | undefined {
    const known = this.#byPrefix.get(prefix)
    const loaded = this.#loaded.get(prefix)
    if (known !== undefined || loaded === undefined) return known
    const store = this.#open(loaded)
    this.#byPrefix.set(prefix, store)
    return store
  }

  /** Whether there is a store of a resource. */
  has(prefix: string): boolean {
    return this.#loaded.has(prefix)
  }

  /** The store of a resource that is known to be loaded. */
  at<T extends KubernetesObject>(prefix: string): Store<T> {
    const store = this.get(prefix)
    if (store === undefined) throw new Error(`no store of ${prefix}`)
    return store as unknown as Store<T>
  }

  /** The objects of a resource in memory. Its store must be loaded when the cache starts. */
  cache<T extends KubernetesObject>(prefix: string, onError: (error: unknown) => void): ObjectCache<T> {
    const store = () => this.at<T>(prefix)
    return new ObjectCache<T>({
      get storage() {
        return store().storage
      },
      get prefix() {
        return store().keys.collection('')
      },
      onError,
    })
  }

  /** What is stored, for metrics and estimates. */
  *counted(): Generator<SizedResource> {
    for (const [prefix, { group, served }] of this.#loaded) {
      yield sizedResource({ group, resource: served.facts.plural }, () => this.at(prefix))
    }
  }

  /** Loads the kinds of a version of a group. The answer makes its storage objects. */
  async load(group: BuiltInGroup, version: BuiltInVersion, parts: BuiltInStoreParts): Promise<() => StorageByPath> {
    const kinds = await this.#kinds.ofVersion(group, version)
    for (const served of kinds) {
      const { prefix } = served.kept
      if (!this.#loaded.has(prefix)) this.#loaded.set(prefix, { group: group.group, served, parts })
      // Their caches are read by the time of the first request.
      if (this.#settings.deferred !== true) this.at(prefix)
    }
    return () => this.#storageOf(kinds)
  }

  #storageOf(kinds: readonly ServedKind[]): StorageByPath {
    const storage: StorageByPath = {}
    for (const { facts, kept, scale, subresources } of kinds) {
      const { plural } = facts
      const store = this.at(kept.prefix)
      storage[plural] = store
      if (scale !== undefined) storage[`${plural}/scale`] = new ScaleStore(store, scale.access, scale.table)
      for (const { name, hooks, hasTable } of subresources) {
        storage[`${plural}/${name}`] = new SubresourceStore(store, hooks, { hasTable })
      }
    }
    return storage
  }

  #open({ group, served, parts: { hooks, codecs, namespaceLabels } }: LoadedKind): Store {
    const { declaration, facts, strategy, table, kept } = served
    const { plural, singular, shortNames, categories } = facts
    const { prefix, storageVersion } = kept
    const replaced = codecs?.[prefix]?.(kept.codec)
    return this.#storages.openStore({
      group,
      resource: plural,
      path: prefix,
      strategy,
      table,
      codec: replaced ?? kept.codec,
      // What another codec makes of the bytes may belong to its server.
      shared: replaced === undefined && this.#settings.sharesObjects === true ? kept.objects : undefined,
      storageVersion,
      singularName: singular,
      shortNames,
      categories,
      hooks: hooks?.[prefix],
      namespaceLabels,
      returnsDeletedObject: declaration.storage.returnsDeletedObject,
      indexedFields: indexedFields[plural],
    })
  }
}

/** A kind as its first version was loaded. */
interface LoadedKind {
  readonly group: string
  readonly served: ServedKind
  readonly parts: BuiltInStoreParts
}
