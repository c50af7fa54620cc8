import { Compactor, type CompactorOptions } from '../storage/compactor.js'
import type { KV } from '../storage/kv/kv.js'

/** A store beside the main one, and the resources whose objects are there. Each store counts revisions for itself. */
export interface OtherStore {
  readonly kv: KV
  readonly resources: readonly { readonly group: string; readonly resource: string }[]
}

/** A store, and who compacts it. */
export interface CompactedStore {
  readonly kv: KV
  /** Absent where the store compacts itself. */
  readonly compactor: Compactor | undefined
}

/** Finds the store of a resource. Source: `SetEtcdLocation` of k8s.io/apiserver/pkg/server/storage. */
export class ResourceStores {
  readonly main: CompactedStore
  readonly #byResource = new Map<string, CompactedStore>()
  readonly #all: CompactedStore[] = []

  /** `interval`: milliseconds between compactions, 0 or absent for none. */
  constructor(kv: KV, others: readonly OtherStore[], { interval = 0, clock, onError }: Omit<CompactorOptions, 'kv'>) {
    const add = (store: KV): CompactedStore => {
      const compactor = interval > 0 ? new Compactor({ kv: store, interval, clock, onError }) : undefined
      const added = { kv: store, compactor }
      this.#all.push(added)
      return added
    }
    this.main = add(kv)
    for (const other of others) {
      const store = add(other.kv)
      for (const { group, resource } of other.resources) this.#byResource.set(`${group}/${resource}`, store)
    }
  }

  /** Events of both groups are those of the core group. */
  of(group: string, resource: string): CompactedStore {
    const named = resource === 'events' ? '/events' : `${group}/${resource}`
    return this.#byResource.get(named) ?? this.main
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map(({ compactor }) => compactor?.close()))
  }
}
