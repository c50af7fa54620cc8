import type { Clock } from 'apimachinery/wait'
import type { KV } from './kv/kv.js'

/** When leases are shared. */
export interface LeaseManagerOptions {
  /** Seconds by which the ends of objects may differ that share a lease; 60 by default. */
  readonly reuseSeconds?: number | undefined
  /** Objects that may share a lease; 1,000 by default. */
  readonly mostObjects?: number | undefined
  /** Called with the number of objects of a lease when the next one begins. */
  readonly onLease?: ((objects: number) => void) | undefined
}

/**
 * Leases for objects with a time to live, each used for many of them: those whose ends lie within 5 % of their time, a
 * minute at most, and 1,000 at most. Source: lease_manager.go of k8s.io/apiserver/pkg/storage/etcd3.
 */
export class LeaseManager {
  readonly #kv: KV
  readonly #clock: Clock
  readonly #reuseSeconds: number
  readonly #mostObjects: number
  #last: { readonly id: Promise<string>; readonly expires: number } | undefined
  #attached = 0
  readonly #onLease: ((objects: number) => void) | undefined

  constructor(kv: KV, clock: Clock, { reuseSeconds = 60, mostObjects = 1000, onLease }: LeaseManagerOptions = {}) {
    this.#onLease = onLease
    this.#kv = kv
    this.#clock = clock
    this.#reuseSeconds = reuseSeconds
    this.#mostObjects = mostObjects
  }

  /** A lease that ends after `ttl` seconds, or a little later. */
  async lease(ttl: number): Promise<string> {
    const now = this.#clock.now()
    const extra = Math.min(Math.floor(0.05 * ttl), this.#reuseSeconds)
    this.#attached++
    const last = this.#last
    if (last !== undefined && this.#attached <= this.#mostObjects) {
      const valid = now + ttl * 1000 < last.expires
      // Milliseconds are coarser than Go's clock: the same instant is no reason for another lease.
      const sufficient = now + (ttl + extra) * 1000 >= last.expires
      if (valid && sufficient) return last.id
    }
    const granted = { id: this.#kv.grantLease(ttl + extra).then(({ id }) => id), expires: now + (ttl + extra) * 1000 }
    this.#last = granted
    if (last !== undefined) this.#onLease?.(this.#attached - 1)
    this.#attached = 1
    granted.id.catch(() => {
      if (this.#last === granted) this.#last = undefined
    })
    return granted.id
  }
}
