import { LRUCache } from 'apimachinery/collections'
import type { Clock } from 'apimachinery/wait'

/** How many events of one object are written. */
export interface SpamFilterOptions {
  /** At once. Default 25. */
  readonly burst?: number | undefined
  /** A second, in the long run. Default 1/300. */
  readonly qps?: number | undefined
}

interface Bucket {
  tokens: number
  filledAt: number
}

const longestMemory = 4096

/** A bucket of tokens for each object, so that an object with repeated errors does not flood the server. */
export class SpamFilter {
  readonly #burst: number
  readonly #qps: number
  readonly #clock: Clock
  readonly #buckets = new LRUCache<string, Bucket>({ capacity: longestMemory })

  constructor({ burst = 25, qps = 1 / 300 }: SpamFilterOptions, clock: Clock) {
    this.#burst = burst
    this.#qps = qps
    this.#clock = clock
  }

  /** Takes a token of an object. @returns whether there was one */
  allows(object: string): boolean {
    const now = this.#clock.monotonic()
    const bucket = this.#buckets.get(object) ?? { tokens: this.#burst, filledAt: now }
    bucket.tokens = Math.min(this.#burst, bucket.tokens + ((now - bucket.filledAt) / 1000) * this.#qps)
    bucket.filledAt = now
    this.#buckets.set(object, bucket)
    if (bucket.tokens < 1) return false
    bucket.tokens--
    return true
  }
}
