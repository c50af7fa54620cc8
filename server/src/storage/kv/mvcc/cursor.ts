import type { KVEvent, KVWatch, KVWatchOptions, KVWatchResponse } from '../kv.js'
import type { KVError } from '../kv-error.js'
import type { History } from './history.js'

const mostEvents = 1000

/** A watch that reads the history on demand, and so never holds events that a slow reader has not read. */
export class Cursor implements KVWatch {
  readonly started: Promise<number>
  readonly #options: KVWatchOptions
  readonly #history: History
  readonly #forget: (cursor: Cursor) => void
  #next: number
  #progress = false
  #end: KVError | 'canceled' | undefined
  #wake: (() => void) | undefined

  constructor(history: History, options: KVWatchOptions, forget: (cursor: Cursor) => void) {
    this.#history = history
    this.#options = options
    this.#forget = forget
    this.#next = options.fromRevision || history.newest.revision + 1
    this.started = Promise.resolve(this.#next - 1)
  }

  cancel(): void {
    this.end('canceled')
  }

  /** Ends the iteration, with an error if one is given. */
  end(reason: KVError | 'canceled'): void {
    this.#end ??= reason
    this.#forget(this)
    this.#notify()
  }

  /** Says that there is something new. */
  published(events: readonly KVEvent[], revision: number): void {
    // Called for each watch of the store by each write: most have nothing to do.
    if (this.#wake === undefined) return
    // A waiting reader has everything before; other events need not wake it.
    if (this.#next !== revision || events.some((event) => this.#matches(event))) this.#notify()
    else this.#next = revision + 1
  }

  requestProgress(): void {
    this.#progress = true
    this.#notify()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<KVWatchResponse, void> {
    try {
      for (;;) {
        if (this.#end === 'canceled') return
        if (this.#end !== undefined) throw this.#end
        const response = this.#take()
        if (response !== undefined) yield response
        else await new Promise<void>((resolve) => (this.#wake = resolve))
      }
    } finally {
      this.end('canceled')
    }
  }

  #take(): KVWatchResponse | undefined {
    const events: KVEvent[] = []
    for (const { events: changes, revision } of this.#history.since(this.#next)) {
      for (const event of changes) if (this.#matches(event)) events.push(event)
      this.#next = revision + 1
      if (events.length >= mostEvents) break
    }
    if (events.length === 0) {
      if (!this.#progress || this.#next <= this.#history.newest.revision) return undefined
      // A watch from a future revision is not there yet.
      if (this.#next > this.#history.newest.revision + 1) return undefined
      this.#progress = false
    }
    return { revision: this.#next - 1, events }
  }

  #matches({ kv }: KVEvent): boolean {
    const { key, prefix } = this.#options
    return prefix === true ? kv.key.startsWith(key) : kv.key === key
  }

  #notify(): void {
    const wake = this.#wake
    this.#wake = undefined
    wake?.()
  }
}
