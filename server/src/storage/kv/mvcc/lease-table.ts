import type { Clock, Timer } from 'apimachinery/wait'
import { KVError } from '../kv-error.js'

/** A lease as it is kept. */
export interface LeaseRecord {
  readonly id: string
  /** Seconds. */
  readonly ttl: number
  /** When it ends, milliseconds since the epoch. */
  readonly expires: number
}

/** The leases of a store, and one timer for the next that ends. */
export class LeaseTable {
  readonly #clock: Clock
  readonly #expired: (id: string) => void
  readonly #leases = new Map<string, LeaseRecord>()
  /** Keys that were attached; some may have been attached to another lease since. */
  readonly #keys = new Map<string, Set<string>>()
  #last = 0
  #timer: Timer | undefined

  constructor(clock: Clock, expired: (id: string) => void) {
    this.#clock = clock
    this.#expired = expired
  }

  make(seconds: number): LeaseRecord {
    if (!(seconds > 0)) throw new KVError('InvalidArgument', 'etcdserver: lease TTL must be positive')
    const ttl = Math.ceil(seconds)
    return { id: String(++this.#last), ttl, expires: this.#clock.now() + ttl * 1000 }
  }

  add(lease: LeaseRecord): void {
    this.#last = Math.max(this.#last, Number(lease.id))
    this.#leases.set(lease.id, lease)
    this.schedule()
  }

  remove(id: string): void {
    this.#leases.delete(id)
    this.#keys.delete(id)
    this.schedule()
  }

  has(id: string): boolean {
    return this.#leases.has(id)
  }

  all(): readonly LeaseRecord[] {
    return [...this.#leases.values()]
  }

  attach(id: string, key: string): void {
    const keys = this.#keys.get(id)
    if (keys === undefined) this.#keys.set(id, new Set([key]))
    else keys.add(key)
  }

  /** Every lease with each of its keys. */
  *attached(): Generator<readonly [id: string, key: string]> {
    for (const [id, keys] of this.#keys) for (const key of keys) yield [id, key]
  }

  keysOf(id: string): Iterable<string> {
    return this.#keys.get(id) ?? []
  }

  /** Sets the timer for the lease that ends first; `retryIn` where the last try failed. */
  schedule(retryIn = 0): void {
    this.stop()
    let next = Number.POSITIVE_INFINITY
    for (const { expires } of this.#leases.values()) next = Math.min(next, expires)
    if (next === Number.POSITIVE_INFINITY) return
    this.#timer = this.#clock.setTimer(() => this.#expire(), Math.max(next - this.#clock.now(), retryIn))
  }

  stop(): void {
    this.#timer?.stop()
    this.#timer = undefined
  }

  #expire(): void {
    this.#timer = undefined
    const now = this.#clock.now()
    for (const { id, expires } of this.all()) if (expires <= now) this.#expired(id)
  }
}
