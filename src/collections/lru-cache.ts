/** How an {@link LRUCache} is limited. */
export interface LRUCacheOptions<K, V> {
  /** The most entries, or the most that they may weigh together. The newest is kept whatever it weighs. */
  readonly capacity: number
  /** Weight of an entry. Default: 1. */
  readonly weigh?: ((value: V, key: K) => number) | undefined
  /** Called with each entry that makes room; not for those that are replaced, deleted or cleared. */
  readonly onEvicted?: ((value: V, key: K) => void) | undefined
}

interface Entry<V> {
  readonly value: V
  readonly weight: number
  /** Since it was last spared. */
  used: boolean
}

/** A map of limited size, in which what was not used for long makes room. `k8s.io/utils/lru`. */
export class LRUCache<K, V> {
  readonly #options: LRUCacheOptions<K, V>
  /** Oldest first. A reading only marks its entry, as it must cost no more than that of a map: who is marked is spared once. */
  readonly #entries = new Map<K, Entry<V>>()
  #weight = 0

  constructor(options: LRUCacheOptions<K, V>) {
    this.#options = options
  }

  get size(): number {
    return this.#entries.size
  }

  /** The value of a key, which counts as used now. */
  get(key: K): V | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    entry.used = true
    return entry.value
  }

  /** Gives a key a value; what was used the longest time ago makes room. */
  set(key: K, value: V): void {
    this.delete(key)
    const weight = this.#options.weigh?.(value, key) ?? 1
    const entry = { value, weight, used: true }
    this.#entries.set(key, entry)
    this.#weight += weight
    while (this.#weight > this.#options.capacity && this.#entries.size > 1) this.#evict(key)
    entry.used = false
  }

  /** Forgets a key. @returns whether it was there */
  delete(key: K): boolean {
    this.#weight -= this.#entries.get(key)?.weight ?? 0
    return this.#entries.delete(key)
  }

  /** Forgets everything. */
  clear(): void {
    this.#entries.clear()
    this.#weight = 0
  }

  /** The values, in no order. */
  *values(): Generator<V> {
    for (const { value } of this.#entries.values()) yield value
  }

  #evict(newest: K): void {
    // Entries that are put behind are visited again, without their mark.
    for (const [key, entry] of this.#entries) {
      if (!entry.used && key !== newest) {
        this.delete(key)
        this.#options.onEvicted?.(entry.value, key)
        return
      }
      entry.used = false
      this.#entries.delete(key)
      this.#entries.set(key, entry)
    }
  }
}
