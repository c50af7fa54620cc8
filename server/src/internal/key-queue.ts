import { ItemExponentialFailureRateLimiter, WorkQueue, type WorkQueueOptions } from '@apimachinery/client/queue'
import { type Clock, systemClock } from 'apimachinery/wait'

/** The name of a queue in metrics, and who makes them. */
export type KeyQueueObserver = Required<Pick<WorkQueueOptions<string>, 'name' | 'metricsProvider'>>

/** Makes the observer of a queue, by upstream's name of it. */
export type QueueObservers = (name: string) => KeyQueueObserver

/** How a {@link KeyQueue} works. */
export interface KeyQueueOptions {
  /** Brings what a key names into its wanted state; gives the milliseconds after which it wants to be called again. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most have nothing to say
  readonly sync: (key: string) => Promise<number | undefined | void>
  /** Called with errors of `sync`; the key is retried with growing delays. */
  readonly onError: (error: unknown) => void
  readonly clock?: Clock | undefined
  /** Keys that are worked on at once; default 1. */
  readonly workers?: number | undefined
  /** Milliseconds before a key is tried again for the first time, and the most; default 5 and 30,000. */
  readonly backoff?: readonly [first: number, longest: number] | undefined
  readonly observer?: KeyQueueObserver | undefined
}

/** Keys that wait to be worked on, and who works on them: the client's queue with workers. No key is worked on twice at once. */
export class KeyQueue {
  readonly #options: KeyQueueOptions
  readonly #queue: WorkQueue<string>
  #workers: readonly Promise<void>[] = []

  constructor(options: KeyQueueOptions) {
    this.#options = options
    const { clock = systemClock, observer, backoff: [first, longest] = [5, 30_000] } = options
    const rateLimiter = new ItemExponentialFailureRateLimiter<unknown>(first, longest)
    this.#queue = new WorkQueue({ clock, rateLimiter, ...observer })
  }

  start(): void {
    this.#workers = Array.from({ length: this.#options.workers ?? 1 }, () => this.#work())
  }

  add(key: string): void {
    this.#queue.add(key)
  }

  /** Adds a key after some milliseconds, or earlier when it waits for an earlier time already. */
  addAfter(key: string, milliseconds: number): void {
    this.#queue.addAfter(key, milliseconds)
  }

  /** Drops what waits, and resolves when what is worked on has ended. */
  async stop(): Promise<void> {
    this.#queue.shutDown()
    await Promise.all(this.#workers)
  }

  async #work(): Promise<void> {
    for (let work = await this.#queue.get(); work !== undefined; work = await this.#queue.get()) {
      if (!this.#queue.shuttingDown) await this.#run(work.item)
      this.#queue.done(work.item)
    }
  }

  async #run(key: string): Promise<void> {
    try {
      const again = await this.#options.sync(key)
      this.#queue.forget(key)
      if (typeof again === 'number') this.#queue.addAfter(key, again)
    } catch (error) {
      if (this.#queue.shuttingDown) return
      this.#options.onError(error)
      this.#queue.addRateLimited(key)
    }
  }
}
