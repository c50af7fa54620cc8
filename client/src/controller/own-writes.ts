import type { KubernetesObject } from 'apimachinery/runtime'
import type { ObjectCache } from '../cache/object-cache.js'
import { factsOf } from '../cache/object-facts.js'
import type { Client } from '../client/client.js'

/** A write, and what the server answered. */
export interface OwnWrite {
  readonly group: string
  readonly resource: string
  readonly object: KubernetesObject
  readonly resourceVersion: string
}

/** How long is waited for own writes. */
export interface OwnWritesOptions {
  /** Milliseconds in all, for one run. */
  readonly timeout: number
}

const writing = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Remembers the writes of the last run for each key, and delays the next run until the cache has them: a controller that
 * reads its own writes from a stale cache creates objects twice.
 */
export class OwnWrites {
  readonly #cache: ObjectCache
  readonly #options: OwnWritesOptions
  /** By key, the last write to each object. */
  readonly #writes = new Map<string, Map<string, OwnWrite>>()

  constructor(cache: ObjectCache, options: OwnWritesOptions) {
    this.#cache = cache
    this.#options = options
  }

  /** A client whose writes are remembered for a key. */
  client(client: Client, key: string): Client {
    return client.observedBy((object, { method }, { group, resource, subresource }) => {
      if (!writing.has(method) || (subresource !== '' && subresource !== 'status')) return
      const { resourceVersion = '', namespace = '', name = '' } = factsOf(object)
      if (resourceVersion === '' || name === '') return
      let writes = this.#writes.get(key)
      if (writes === undefined) {
        writes = new Map()
        this.#writes.set(key, writes)
      }
      writes.set(`${group}/${resource}/${namespace}/${name}`, { group, resource, object, resourceVersion })
    })
  }

  /**
   * Waits until the cache has seen what was written for a key. `behind` when the cache has lost its server meanwhile: looking at
   * it would be a mistake. `unseen` when it has not, and the write still did not come: it is none that the cache selects.
   */
  async wait(key: string, run: { readonly signal: AbortSignal }): Promise<'seen' | 'behind' | 'unseen'> {
    const writes = this.#writes.get(key)
    if (writes === undefined) return 'seen'
    const { factory } = this.#cache
    const { signal } = run
    const waits = [...writes.values()].flatMap((write) => factory.waitsFor(write, { ...this.#options, signal }))
    const seen = (await Promise.all(waits)).every((each) => each)
    if (!seen && factory.informers().some((informer) => informer.state().some(({ phase }) => phase !== 'watching'))) {
      return 'behind'
    }
    this.#writes.delete(key)
    return seen ? 'seen' : 'unseen'
  }
}
