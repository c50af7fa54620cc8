import { Fifo } from 'apimachinery/collections'
import { type Clock, systemClock } from 'apimachinery/wait'
import { defaultControllerRateLimiter } from './default-rate-limiters.js'
import { DelayedItems } from './delayed-items.js'
import { QueueMetrics, type QueueMetricsProvider } from './queue-metrics.js'
import type { RateLimiter } from './rate-limiter.js'
import { type ReadyItem, ReadyItems } from './ready-items.js'

/** How a {@link WorkQueue} works. */
export interface WorkQueueOptions<T> {
  /** Name in metrics; without it there are none. */
  readonly name?: string | undefined
  /** The identity of items. Default: the item itself, which suits strings and numbers. */
  readonly keyOf?: ((item: T) => unknown) | undefined
  /** For {@link WorkQueue.addRateLimited}; it gets the result of `keyOf`. Default: that of client-go's controllers. */
  readonly rateLimiter?: RateLimiter<unknown> | undefined
  /** Groups take turns among items of one priority, so that a group of many does not hold up the others. */
  readonly fairBy?: ((item: T) => string) | undefined
  readonly metricsProvider?: QueueMetricsProvider | undefined
  readonly clock?: Clock | undefined
}

/** How an item is added. */
export interface AddOptions {
  /** Items of higher priority leave first. Default 0. An item that waits already takes the higher of both. */
  readonly priority?: number | undefined
  /** Delay in milliseconds. Default: none. */
  readonly after?: number | undefined
  /** Not before the rate limiter allows it. */
  readonly rateLimited?: boolean | undefined
}

/** An item that a worker processes; the worker calls {@link WorkQueue.done} at the end. */
export interface Work<T> {
  readonly item: T
  readonly priority: number
}

/** The state of a queue. */
export interface QueueState {
  /** Items that wait for a worker. */
  readonly length: number
  /** Items that workers process. */
  readonly processing: number
  /** Items that wait for their time. */
  readonly delayed: number
}

/**
 * The queue between the events and the workers of a controller. An item that is added several times before a worker takes it is
 * worked on once; one that is added while it is worked on comes again when the worker is done; no item is with two workers at
 * once. `client-go/util/workqueue`.
 */
export class WorkQueue<T> {
  readonly #clock: Clock
  readonly #keyOf: (item: T) => unknown
  readonly #rateLimiter: RateLimiter<unknown>
  readonly #metrics: QueueMetrics<unknown> | undefined
  readonly #ready: ReadyItems<T>
  readonly #delayed: DelayedItems<unknown, T>
  /** Items that have to be worked on, with workers or not. */
  readonly #dirty = new Map<unknown, ReadyItem<T>>()
  readonly #processing = new Set<unknown>()
  readonly #workers = new Fifo<Waiter<T>>()
  readonly #idle = new Set<() => void>()
  #length = 0
  #shuttingDown = false
  #draining = false

  constructor(options: WorkQueueOptions<T> = {}) {
    const { clock = systemClock, name, metricsProvider } = options
    this.#clock = clock
    this.#keyOf = options.keyOf ?? ((item) => item)
    this.#rateLimiter = options.rateLimiter ?? defaultControllerRateLimiter(clock)
    this.#ready = new ReadyItems(options.fairBy)
    this.#delayed = new DelayedItems(clock, (item, priority) => this.#add(item, priority))
    if (name !== undefined && metricsProvider !== undefined) {
      this.#metrics = new QueueMetrics(name, metricsProvider, this.#clock)
    }
  }

  /** Items that wait for a worker. */
  get length(): number {
    return this.#length
  }

  /** The state of the queue. */
  get state(): QueueState {
    return { length: this.#length, processing: this.#processing.size, delayed: this.#delayed.length }
  }

  /** Milliseconds until the next delayed item; undefined when none waits. */
  get untilNextDelayed(): number | undefined {
    return this.#delayed.untilNext
  }

  /** Milliseconds until a delayed item is due; undefined when it does not wait for its time. */
  untilDelayed(item: T): number | undefined {
    return this.#delayed.untilDue(this.#keyOf(item))
  }

  /** Whether {@link shutDown} or {@link shutDownWithDrain} was called. */
  get shuttingDown(): boolean {
    return this.#shuttingDown
  }

  /** Adds an item; does nothing once the queue shuts down. */
  add(item: T, { priority = 0, after = 0, rateLimited = false }: AddOptions = {}): void {
    if (this.#shuttingDown) return
    const delay = rateLimited ? Math.max(after, this.#rateLimiter.when(this.#keyOf(item))) : after
    if (rateLimited || delay > 0) this.#metrics?.retry()
    if (delay > 0) this.#delayed.add(this.#keyOf(item), item, { delay, priority })
    else this.#add(item, priority)
  }

  /** Adds an item when some milliseconds have passed. */
  addAfter(item: T, milliseconds: number, priority = 0): void {
    this.add(item, { after: milliseconds, priority })
  }

  /** Adds an item when the rate limiter allows it; counts as a failure of the item. */
  addRateLimited(item: T, priority = 0): void {
    this.add(item, { rateLimited: true, priority })
  }

  /** The item succeeded, or is abandoned: the rate limiter starts over. */
  forget(item: T): void {
    this.#rateLimiter.forget(this.#keyOf(item))
  }

  /** How often the item failed since it was forgotten. */
  numRequeues(item: T): number {
    return this.#rateLimiter.numRequeues(this.#keyOf(item))
  }

  /** The next item, when there is one; undefined when the queue has shut down and nothing is left, or `signal` is aborted. */
  get(signal?: AbortSignal): Promise<Work<T> | undefined> {
    if (signal?.aborted === true) return Promise.resolve(undefined)
    const work = this.#take()
    if (work !== undefined || this.#shuttingDown) return Promise.resolve(work)
    return new Promise((resolve) => this.#workers.push(new Waiter(resolve, signal)))
  }

  /** A worker is done with an item: it may be given to another one. Has to be called once for each item that was got. */
  done(item: T): void {
    const key = this.#keyOf(item)
    if (!this.#processing.delete(key)) return
    this.#metrics?.done(key)
    const again = this.#dirty.get(key)
    if (again !== undefined) this.#enqueue(again)
    if (this.#processing.size === 0) this.#notifyIdle()
  }

  /** Takes no more items. Workers get what is there, then `undefined`. What waits for its time is given up. */
  shutDown(): void {
    this.#shuttingDown = true
    this.#draining = false
    this.#delayed.clear()
    for (let waiter = this.#workers.shift(); waiter !== undefined; waiter = this.#workers.shift()) {
      waiter.give(undefined)
    }
    this.#notifyIdle()
  }

  /** {@link shutDown}, and waits until workers are done with all that was there; a later {@link shutDown} ends the wait. */
  async shutDownWithDrain(): Promise<void> {
    this.shutDown()
    this.#draining = true
    while (this.#draining && (this.#length > 0 || this.#processing.size > 0)) {
      await new Promise<void>((resolve) => this.#idle.add(resolve))
    }
  }

  #notifyIdle(): void {
    for (const resolve of this.#idle) resolve()
    this.#idle.clear()
  }

  #add(item: T, priority: number): void {
    if (this.#shuttingDown) return
    const key = this.#keyOf(item)
    const waiting = this.#dirty.get(key)
    if (waiting !== undefined) {
      if (priority <= waiting.priority) return
      if (this.#processing.has(key)) waiting.priority = priority
      else this.#ready.raise(waiting, priority)
      return
    }
    const ready = { item, priority, taken: false }
    this.#dirty.set(key, ready)
    this.#metrics?.add(key)
    if (!this.#processing.has(key)) this.#enqueue(ready)
  }

  #enqueue(ready: ReadyItem<T>): void {
    this.#ready.push(ready)
    this.#length++
    this.#metrics?.depth(this.#length)
    this.#serve()
  }

  /** Passes items to waiting workers. */
  #serve(): void {
    while (this.#length > 0) {
      const waiter = this.#workers.shift()
      if (waiter === undefined) return
      if (waiter.gone) continue
      waiter.give(this.#take())
    }
  }

  #take(): Work<T> | undefined {
    const ready = this.#ready.shift()
    if (ready === undefined) return undefined
    const { item, priority } = ready
    const key = this.#keyOf(item)
    this.#length--
    this.#dirty.delete(key)
    this.#processing.add(key)
    this.#metrics?.get(key)
    this.#metrics?.depth(this.#length)
    return { item, priority }
  }
}

/** A worker that waits for an item. */
class Waiter<T> {
  readonly #resolve: (work: Work<T> | undefined) => void
  readonly #signal: AbortSignal | undefined
  readonly #abort = (): void => this.give(undefined)
  gone = false

  constructor(resolve: (work: Work<T> | undefined) => void, signal: AbortSignal | undefined) {
    this.#resolve = resolve
    this.#signal = signal
    signal?.addEventListener('abort', this.#abort, { once: true })
  }

  give(work: Work<T> | undefined): void {
    this.gone = true
    this.#signal?.removeEventListener('abort', this.#abort)
    this.#resolve(work)
  }
}
