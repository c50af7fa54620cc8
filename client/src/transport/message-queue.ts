/** Queues messages until they are read. One consumer; the error that ended it is thrown once. */
export class MessageQueue<T> implements AsyncIterableIterator<T, undefined> {
  #messages: T[] = []
  #next = 0
  #waiting: { resolve(result: IteratorResult<T, undefined>): void; reject(error: unknown): void } | undefined
  #ended = false
  #error: unknown
  readonly #taken: ((message: T) => void) | undefined

  /** `taken` is called for every message that a consumer read. */
  constructor(taken?: (message: T) => void) {
    this.#taken = taken
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  push(message: T): void {
    if (this.#ended) return
    const waiting = this.#waiting
    if (waiting === undefined) {
      this.#messages.push(message)
      return
    }
    this.#waiting = undefined
    this.#taken?.(message)
    waiting.resolve({ value: message, done: false })
  }

  /** Nothing comes any more; what is there can still be taken, then `error` is thrown, if any. */
  end(error?: unknown): void {
    if (this.#ended) return
    this.#ended = true
    this.#error = error
    const waiting = this.#waiting
    this.#waiting = undefined
    if (waiting !== undefined) this.#finish().then(waiting.resolve, waiting.reject)
  }

  next(): Promise<IteratorResult<T, undefined>> {
    if (this.#next < this.#messages.length) {
      const value = this.#messages[this.#next++] as T
      if (this.#next > 64) {
        this.#messages = this.#messages.slice(this.#next)
        this.#next = 0
      }
      this.#taken?.(value)
      return Promise.resolve({ value, done: false })
    }
    if (this.#ended) return this.#finish()
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
    })
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.end()
    this.#messages = []
    this.#next = 0
    return { value: undefined, done: true }
  }

  async #finish(): Promise<IteratorResult<T, undefined>> {
    const error = this.#error
    this.#error = undefined
    if (error !== undefined) throw error
    return { value: undefined, done: true }
  }
}
