/** Callbacks of a {@link SourceIterator}. */
export interface SourceIteratorHooks {
  /** Nothing more will come. Called once. */
  onEnd?(): void
  /** A loop was left early. */
  onLeave?(): void
}

const ended = { value: undefined, done: true } as const

/** Reads a source that can be closed from outside, even while it waits for something that may never come. */
export class SourceIterator<T> implements AsyncIterableIterator<T> {
  readonly #source: AsyncIterator<T>
  readonly #hooks: SourceIteratorHooks
  #closed = false
  readonly #waiting = new Set<(result: IteratorResult<T, undefined>) => void>()

  constructor(source: AsyncIterable<T>, hooks: SourceIteratorHooks = {}) {
    this.#source = source[Symbol.asyncIterator]()
    this.#hooks = hooks
  }

  get closed(): boolean {
    return this.#closed
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<IteratorResult<T, undefined>> {
    if (this.#closed) return Promise.resolve(ended)
    return new Promise((resolve, reject) => {
      this.#waiting.add(resolve)
      this.#source.next().then(
        (result) => {
          this.#waiting.delete(resolve)
          if (result.done === true) this.#end()
          resolve(result.done === true ? ended : result)
        },
        (error: unknown) => {
          this.#waiting.delete(resolve)
          this.#end()
          reject(error)
        },
      )
    })
  }

  return(): Promise<IteratorResult<T, undefined>> {
    this.close()
    this.#hooks.onLeave?.()
    return Promise.resolve(ended)
  }

  /** Ends the iteration at once and notifies the source. */
  close(): void {
    if (this.#closed) return
    this.#end()
    for (const resolve of this.#waiting) resolve(ended)
    this.#waiting.clear()
    // There is no reader any more; errors are dropped.
    const left = async (): Promise<unknown> => this.#source.return?.()
    left().catch(() => undefined)
  }

  #end(): void {
    if (this.#closed) return
    this.#closed = true
    this.#hooks.onEnd?.()
  }
}
