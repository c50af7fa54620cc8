import { Channel } from 'apimachinery/collections'

/** Queues messages until they are read. One consumer; the error that ended it is thrown once. */
export class MessageQueue<T> implements AsyncIterableIterator<T, undefined> {
  #messages = new Channel<T>(Number.POSITIVE_INFINITY)
  readonly #taken: ((message: T) => void) | undefined
  #error: unknown

  /** `taken` is called for every message that a consumer read. */
  constructor(taken?: (message: T) => void) {
    this.#taken = taken
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  push(message: T): void {
    this.#messages.trySend(message)
  }

  /** Nothing comes any more; what is there can still be taken, then `error` is thrown, if any. */
  end(error?: unknown): void {
    if (this.#messages.closed) return
    this.#error = error
    this.#messages.close()
  }

  async next(): Promise<IteratorResult<T, undefined>> {
    const next = await this.#messages.receive()
    if (next.done !== true) this.#taken?.(next.value)
    else if (this.#error !== undefined) {
      const error = this.#error
      this.#error = undefined
      throw error
    }
    return next
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.end()
    // What is left is for nobody.
    this.#messages = new Channel()
    this.#messages.close()
    return { value: undefined, done: true }
  }
}
