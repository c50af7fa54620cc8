import { Endpoints } from 'apimachinery/api/core/v1'
import type { Storage } from '../../storage/storage.js'
import { isStorageError } from '../../storage/storage-error.js'

/** Seconds until a server that says nothing any more is forgotten. */
const ttl = 15

/**
 * The running servers: each maintains a key with its address, which expires when the server ends.
 *
 * Source: `Leases` of pkg/controlplane/reconcilers of Kubernetes.
 */
export class MasterLeases {
  readonly #storage: Storage<Endpoints>
  readonly #prefix: string

  /** `storage`: that of the keys below `<keyPrefix>/masterleases/`. */
  constructor(storage: Storage<Endpoints>, keyPrefix = '/registry') {
    this.#storage = storage
    this.#prefix = `${keyPrefix}/masterleases/`
  }

  /** Keeps an address for another while. */
  async renew(address: string): Promise<void> {
    await this.#storage.guaranteedUpdate(this.#prefix + address, {
      ignoreNotFound: true,
      tryUpdate: async (current) => {
        // The key gets a new lease only where something is written.
        const generation = (current?.object.metadata?.generation ?? 0) + 1
        const object = new Endpoints({ metadata: { generation }, subsets: [{ addresses: [{ ip: address }] }] })
        return { object, ttl }
      },
    })
  }

  /** Addresses of all servers that are alive, as the store has them now. */
  async list(): Promise<readonly string[]> {
    const everything = { empty: true, matches: () => true }
    const { items } = await this.#storage.list(this.#prefix, { predicate: everything, resourceVersion: '' })
    return items.flatMap(({ object }) => object.subsets?.[0]?.addresses?.[0]?.ip ?? [])
  }

  /** The server is about to end. */
  async remove(address: string): Promise<void> {
    try {
      await this.#storage.delete(this.#prefix + address)
    } catch (error) {
      if (!isStorageError(error, 'KeyNotFound')) throw error
    }
  }
}
