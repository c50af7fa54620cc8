import type { Clock, Timer } from 'apimachinery/wait'
import type { AbortState } from '../../internal/abort-state.js'
import { keyError, tooLargeResourceVersion } from '../storage-error.js'

/** How long a read waits until the cache has a version. Source: `blockTimeout` of k8s.io/apiserver/pkg/storage/cacher. */
const longestWait = 3000
/** How often progress is requested while reads wait. */
const progressPeriod = 100
const retryAfter = 1

interface Waiter {
  readonly revision: number
  readonly done: (error?: unknown) => void
}

/** Callbacks of waiting reads. */
export interface FreshnessHandlers {
  requestProgress(): Promise<void>
  /** A read has waited so long. */
  waited(seconds: number): void
}

/** Reads that wait until the cache has reached a version. */
export class Freshness {
  readonly #clock: Clock
  readonly #handlers: FreshnessHandlers
  readonly #waiters = new Set<Waiter>()
  #revision = 0
  #timer: Timer | undefined

  constructor(clock: Clock, handlers: FreshnessHandlers) {
    this.#clock = clock
    this.#handlers = handlers
  }

  get revision(): number {
    return this.#revision
  }

  /** The cache has reached a version. */
  reached(revision: number): void {
    this.#revision = revision
    if (this.#waiters.size === 0) return
    for (const waiter of this.#waiters) if (waiter.revision <= revision) waiter.done()
  }

  /** The cache follows its store: what was requested before may have reached nobody. */
  followed(): void {
    if (this.#waiters.size > 0) this.#request()
  }

  /** Waits for a version. Throws `TooLargeResourceVersion` after three seconds. */
  async wait(revision: number, signal: AbortState | undefined): Promise<void> {
    if (revision <= this.#revision) return
    signal?.throwIfAborted()
    const start = this.#clock.now()
    await new Promise<void>((resolve, reject) => {
      const timeout = this.#clock.setTimer(
        () => waiter.done(tooLargeResourceVersion(revision, this.#revision, retryAfter)),
        longestWait,
      )
      const aborted = () => waiter.done(signal!.reason)
      const waiter: Waiter = {
        revision,
        done: (error) => {
          timeout.stop()
          this.#handlers.waited((this.#clock.now() - start) / 1000)
          signal?.removeEventListener('abort', aborted)
          this.#waiters.delete(waiter)
          if (this.#waiters.size === 0) this.#stopRequests()
          if (error === undefined) resolve()
          else reject(error)
        },
      }
      signal?.addEventListener('abort', aborted)
      this.#waiters.add(waiter)
      if (this.#timer === undefined) this.#ask()
    })
  }

  close(): void {
    for (const waiter of this.#waiters) waiter.done(keyError('Timeout', '', { detail: 'the cache was closed' }))
    this.#stopRequests()
  }

  #ask(): void {
    this.#timer = this.#clock.setTimer(() => this.#ask(), progressPeriod)
    this.#request()
  }

  #request(): void {
    // If the request fails, the next one will be answered.
    this.#handlers.requestProgress().catch(() => undefined)
  }

  #stopRequests(): void {
    this.#timer?.stop()
    this.#timer = undefined
  }
}
