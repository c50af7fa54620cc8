import { Fifo } from '../queue/fifo.js'
import type { StreamIterator } from '../rest/stream-iterator.js'
import type { ReflectorState } from './reflector.js'

/** States as they come, for one reader. */
export class StateStream implements StreamIterator<ReflectorState> {
  readonly #pending = new Fifo<ReflectorState>()
  readonly #onReturn: () => void
  #waiting: ((result: IteratorResult<ReflectorState, undefined>) => void)[] = []
  #ended = false

  constructor(onReturn: () => void) {
    this.#onReturn = onReturn
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  push(state: ReflectorState): void {
    const reader = this.#waiting.shift()
    if (reader === undefined) this.#pending.push(state)
    else reader({ value: state, done: false })
  }

  end(): void {
    this.#ended = true
    for (const reader of this.#waiting) reader({ value: undefined, done: true })
    this.#waiting = []
  }

  next(): Promise<IteratorResult<ReflectorState, undefined>> {
    const state = this.#pending.shift()
    if (state !== undefined) return Promise.resolve({ value: state, done: false })
    if (this.#ended) return Promise.resolve({ value: undefined, done: true })
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  async return(): Promise<IteratorResult<ReflectorState, undefined>> {
    this.end()
    this.#onReturn()
    return { value: undefined, done: true }
  }
}
