import { type KindStrategy, strategiesOfGroup } from 'apimachinery/api/strategies'
import { builtInTableConvertor } from 'apimachinery/api/tables'
import type { TableConvertor } from 'apimachinery/meta'
import type { KindClass, KubernetesObject, Scheme } from 'apimachinery/runtime'
import { GroupVersionKind } from 'apimachinery/schema'
import type { ResourceStorage } from '../registry/resource-storage.js'
import { replicasScale, ScaleStore } from '../registry/scale-store.js'
import type { Store } from '../registry/store.js'
import type { StoreHooks } from '../registry/store-options.js'
import { SubresourceStore } from '../registry/subresource-store.js'
import { dataSize } from '../storage/lazy-object.js'
import type { SelectionPredicate, Storage } from '../storage/storage.js'
import type { BuiltInGroup, BuiltInResource } from './built-in-group.js'
import type { SizedResource } from './flowcontrol/resource-sizes.js'
import type { StoreCodecs, StoreFactory } from './store-factory.js'

/** The storage objects of a group version, by path: `pods`, `pods/status`. */
export type StorageByPath = Record<string, ResourceStorage>

/** What a kind brings along. */
interface KindParts {
  readonly strategy: KindStrategy
  readonly table: TableConvertor
}

/** Versions that workloads once had: entries of managed fields may still name them. */
const scalableVersions = ['apps/v1beta1', 'apps/v1beta2', 'extensions/v1beta1']

/** Groups of modules of their own, whose `StatusREST` has no `ConvertToTable`. Nor have other subresources than `status`. */
const withoutStatusTables: ReadonlySet<string> = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io'])

/** Input of the stores of built-in groups. */
export interface BuiltInStoresOptions {
  readonly scheme: Scheme
  readonly factory: StoreFactory
  /** Hooks of stores by their prefix. */
  readonly hooks?: Readonly<Record<string, StoreHooks<KubernetesObject>>>
  /** What codecs of stores are replaced with, by their prefix. */
  readonly codecs?: StoreCodecs
}

/**
 * The stores of built-in resources. Resources that two groups serve (events) have one store, and so have all versions of a
 * resource.
 */
export class BuiltInStores {
  readonly #options: BuiltInStoresOptions
  readonly #byPrefix = new Map<string, Store>()

  constructor(options: BuiltInStoresOptions) {
    this.#options = options
  }

  /** The store of a resource that was made before, such as `namespaces`. */
  get(prefix: string): Store | undefined {
    return this.#byPrefix.get(prefix)
  }

  /** What is stored, for metrics and estimates. */
  *counted(): Generator<SizedResource> {
    for (const { storage, keys, groupResource } of this.#byPrefix.values()) {
      const { group, resource } = groupResource
      const prefix = keys.collection('')
      const count = (): Promise<number> => storage.count(prefix)
      yield { group, resource, count, averageBytes: () => averageBytes(storage, prefix) }
    }
  }

  /** The storage objects of a version of a group. Loads the strategies of the group. */
  async ofVersion(group: BuiltInGroup, version: string): Promise<StorageByPath> {
    const strategies = await strategiesOfGroup(group.group)
    const storage: StorageByPath = {}
    for (const resource of group.resources) {
      if (!(resource.versions?.includes(version) ?? true)) continue
      const found = strategies.find(({ type }) => type.groupVersionKind.kind === resource.kind)
      if (found === undefined) continue
      // The class that the scheme has in the place of the library's.
      const strategy = { ...found, type: this.#options.scheme.classFor(found.type.groupVersionKind) ?? found.type }
      const table = await builtInTableConvertor({ group: group.group, kind: resource.kind })
      const store = this.#storeOf(group, resource, { strategy, table })
      storage[resource.resource] = store
      if (resource.scale === true) {
        const scaleTable = await builtInTableConvertor({ group: 'autoscaling', kind: 'Scale' })
        const versions = [...scalableVersions, group.group === '' ? version : `${group.group}/${version}`]
        storage[`${resource.resource}/scale`] = new ScaleStore(store, replicasScale(versions), scaleTable)
      }
      for (const [name, hooks] of Object.entries(strategy.subresources ?? {})) {
        const hasTable = name === 'status' && !withoutStatusTables.has(group.group)
        storage[`${resource.resource}/${name}`] = new SubresourceStore(store, hooks, { hasTable })
      }
    }
    return storage
  }

  #storeOf(group: BuiltInGroup, resource: BuiltInResource, { strategy, table }: KindParts): Store {
    const prefix = resource.storagePrefix ?? resource.resource
    const known = this.#byPrefix.get(prefix)
    if (known !== undefined) return known
    const { shortNames, categories } = resource
    const hooks = this.#options.hooks?.[prefix]
    const codec = this.#options.codecs?.[prefix]
    const store = this.#options.factory.newStore({
      group: group.group,
      resource: resource.resource,
      prefix,
      strategy,
      table,
      stored: this.#storedClass(group, resource),
      singularName: resource.kind.toLowerCase(),
      ...(shortNames === undefined ? {} : { shortNames }),
      ...(categories === undefined ? {} : { categories }),
      ...(hooks === undefined ? {} : { hooks }),
      ...(codec === undefined ? {} : { codec }),
      returnsDeletedObject: resource.returnsDeletedObject ?? false,
      ...(group.storageFormat === undefined ? {} : { format: group.storageFormat }),
    })
    this.#byPrefix.set(prefix, store)
    return store
  }

  #storedClass(group: BuiltInGroup, resource: BuiltInResource): KindClass {
    const version = resource.storageVersion ?? group.storageVersion
    // Events of both groups are stored as those of the core group.
    const gvk = new GroupVersionKind(resource.kind === 'Event' ? '' : group.group, version, resource.kind)
    const type = this.#options.scheme.classFor(gvk)
    if (type === undefined) throw new Error(`no kind ${gvk.toString()} is registered`)
    return type
  }
}

const everything: SelectionPredicate = { empty: true, matches: () => true }

/** Mean stored bytes of the first few objects. A list from version 0 would be of all: a limit does not count there. */
async function averageBytes(storage: Storage, prefix: string): Promise<number> {
  const { items } = await storage.list(prefix, { predicate: everything, limit: 10 })
  const bytes = items.reduce((sum, stored) => sum + (dataSize(stored) || JSON.stringify(stored.object).length), 0)
  return items.length === 0 ? 0 : Math.ceil(bytes / items.length)
}
