import type { EffectiveRelease } from 'apimachinery/api/releases'
import { type KindStrategy, strategiesOfGroup } from 'apimachinery/api/strategies'
import { builtInTableConvertor } from 'apimachinery/api/tables'
import type { TableConvertor } from 'apimachinery/meta'
import type { KubernetesObject, ResourceInfo } from 'apimachinery/runtime'
import { GroupVersionKind } from 'apimachinery/schema'
import type { SizedResource } from '../flow-control/resource-sizes.js'
import type { ResourceStorage } from '../registry/resource-storage.js'
import { replicasScale, ScaleStore } from '../registry/scale-store.js'
import { sizedResource } from '../registry/sized-resource.js'
import type { Storages } from '../registry/storages.js'
import type { Store } from '../registry/store.js'
import type { NamespaceLabels, StoreHooks } from '../registry/store-options.js'
import { SubresourceStore } from '../registry/subresource-store.js'
import type { StorageCodec } from '../storage/lazy-object.js'
import { ObjectCache } from '../storage/object-cache.js'
import type { BuiltInGroup, BuiltInKind, BuiltInVersion } from './built-in-groups.js'
import { storageVersionOf } from './storage-version.js'
import { storedLabels } from './stored-labels.js'

/** The storage objects of a group version, by path: `pods`, `pods/status`. */
export type StorageByPath = Record<string, ResourceStorage>

/** Replaces the codecs of stores, by their prefix. */
// biome-ignore lint/suspicious/noExplicitAny: codecs of different kinds stand in one table
export type StoreCodecs = Readonly<Record<string, (codec: StorageCodec<any>) => StorageCodec<any>>>

/** Fields that a watch cache finds objects by. */
const indexedFields: Readonly<Record<string, readonly string[]>> = { pods: ['spec.nodeName'] }

/** What a kind brings along. */
interface KindParts {
  readonly strategy: KindStrategy
  readonly table: TableConvertor
  readonly facts: ResourceInfo
}

/** Versions that workloads once had: entries of managed fields may still name them. */
const scalableVersions = ['apps/v1beta1', 'apps/v1beta2', 'extensions/v1beta1']

/** Groups of modules of their own, whose `StatusREST` has no `ConvertToTable`. Nor have other subresources than `status`. */
const withoutStatusTables: ReadonlySet<string> = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io'])

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
  readonly #effective: Required<EffectiveRelease>
  readonly #byPrefix = new Map<string, Store>()

  /** `storages` opens the stores, and closes them. The release decides in which versions objects are stored. */
  constructor(storages: Storages, effective: Required<EffectiveRelease>) {
    this.#storages = storages
    this.#effective = effective
  }

  /** The store of a resource that was loaded, by its prefix, such as `namespaces`. */
  get(prefix: string): Store | undefined {
    return this.#byPrefix.get(prefix)
  }

  /** The store of a resource that is known to be loaded. */
  at<T extends KubernetesObject>(prefix: string): Store<T> {
    const store = this.#byPrefix.get(prefix)
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
    for (const store of this.#byPrefix.values()) yield sizedResource(store)
  }

  /** The storage objects of a version of a group. Loads the strategies of the group. */
  async ofVersion(
    group: BuiltInGroup,
    { version, resources }: BuiltInVersion,
    parts: BuiltInStoreParts,
  ): Promise<StorageByPath> {
    const { release } = this.#effective
    const strategies = await strategiesOfGroup(group.group)
    const storage: StorageByPath = {}
    for (const kind of group.kinds) {
      if (!(kind.storage.versions?.includes(version) ?? true)) continue
      const found = strategies.find(({ type }) => type.groupVersionKind.kind === kind.kind)
      const facts = found?.type.resource
      if (found === undefined || facts === undefined)
        throw new Error(`${kind.kind} of ${group.group}/${version} is stored, but has no strategy or resource`)
      if (resources?.has(facts.plural) === false) continue
      // The class that the scheme has in the place of the library's.
      const strategy = { ...found, type: this.#storages.scheme.classFor(found.type.groupVersionKind) ?? found.type }
      const table = await builtInTableConvertor({ group: group.group, kind: kind.kind, release })
      const store = this.#storeOf(group, kind, { ...parts, strategy, table, facts })
      const { plural } = facts
      storage[plural] = store
      if (facts.subresources?.includes('scale')) {
        const scaleTable = await builtInTableConvertor({ group: 'autoscaling', kind: 'Scale' })
        const versions = [...scalableVersions, group.group === '' ? version : `${group.group}/${version}`]
        storage[`${plural}/scale`] = new ScaleStore(store, replicasScale(versions), scaleTable)
      }
      for (const [name, hooks] of Object.entries(strategy.subresources ?? {})) {
        // What later releases have beside it.
        if (facts.subresources?.includes(name) && !strategy.type.resource?.subresources?.includes(name)) continue
        const hasTable = name === 'status' && !withoutStatusTables.has(group.group)
        storage[`${plural}/${name}`] = new SubresourceStore(store, hooks, { hasTable })
      }
    }
    return storage
  }

  #storeOf(group: BuiltInGroup, { kind, storage }: BuiltInKind, parts: KindParts & BuiltInStoreParts): Store {
    const { plural, singular, shortNames, categories } = parts.facts
    const prefix = storage.prefix ?? plural
    const known = this.#byPrefix.get(prefix)
    if (known !== undefined) return known
    const storages = this.#storages
    const { strategy, table, hooks, codecs, namespaceLabels } = parts
    // Events of both groups are stored as those of the core group.
    const storedGroup = kind === 'Event' ? '' : group.group
    const stored = { group: storedGroup, kind, resource: plural }
    const version = group.storageVersion ?? storageVersionOf(storages.scheme, this.#effective, stored)
    const storageVersion = new GroupVersionKind(storedGroup, version, kind)
    const mediaType = group.storageFormat === 'json' ? 'application/json' : undefined
    const codec = storages.codec({
      hub: strategy.type,
      storageVersion,
      mediaType,
      labels: storedLabels(storageVersion),
    })
    const store = storages.openStore({
      group: group.group,
      resource: plural,
      path: prefix,
      strategy,
      table,
      codec: codecs?.[prefix]?.(codec) ?? codec,
      storageVersion,
      singularName: singular,
      shortNames,
      categories,
      hooks: hooks?.[prefix],
      namespaceLabels,
      returnsDeletedObject: storage.returnsDeletedObject,
      indexedFields: indexedFields[plural],
    })
    this.#byPrefix.set(prefix, store)
    return store
  }
}
