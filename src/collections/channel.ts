import { Fifo } from './fifo.js'

type Receiver<T> = (result: IteratorResult<T, undefined>) => void

/** A sender that waits until its value is received. */
interface Sender<T> {
  readonly value: T
  readonly sent: (taken: boolean) => void
}

const ended = { value: undefined, done: true } as const

/**
 * A queue of limited length between senders and receivers: Go's channel. Sending to a full one waits; with length 0 until
 * the value is received.
 */
export class Channel<T> implements AsyncIterable<T> {
  readonly #capacity: number
  readonly #queue = new Fifo<T>()
  readonly #senders = new Fifo<Sender<T>>()
  readonly #receivers = new Fifo<Receiver<T>>()
  #closed = false

  constructor(capacity = 0) {
    this.#capacity = capacity
  }

  get closed(): boolean {
    return this.#closed
  }

  /** Queues a value, or passes it to a waiting receiver. False if the queue is full or closed. */
  trySend(value: T): boolean {
    if (this.#closed) return false
    const receiver = this.#receivers.shift()
    if (receiver !== undefined) {
      receiver({ value, done: false })
      return true
    }
    if (this.#queue.length >= this.#capacity) return false
    this.#queue.push(value)
    return true
  }

  /** Waits until there is room. False when the channel is closed before that. */
  send(value: T): Promise<boolean> {
    if (this.trySend(value)) return Promise.resolve(true)
    if (this.#closed) return Promise.resolve(false)
    return new Promise((sent) => this.#senders.push({ value, sent }))
  }

  /** Waits for a value; done when the channel is closed and nothing is left in it. */
  receive(): Promise<IteratorResult<T, undefined>> {
    const result = this.#take()
    if (result !== undefined) return Promise.resolve(result)
    return new Promise((receiver) => this.#receivers.push(receiver))
  }

  /** Accepts no more values; queued values can still be received. Waiting senders fail. */
  close(): void {
    for (let sender = this.#senders.shift(); sender !== undefined; sender = this.#senders.shift()) sender.sent(false)
    this.finish()
  }

  /** As {@link close}, but the values of waiting senders can still be received. */
  finish(): void {
    this.#closed = true
    // Receivers wait only while there are no values.
    for (let waits = this.#receivers.shift(); waits !== undefined; waits = this.#receivers.shift()) waits(ended)
  }

  /** Values as they come. `onLeave` is called when a loop is left early. */
  iterate(onLeave: () => void): AsyncIterableIterator<T> {
    const iterator: AsyncIterableIterator<T> = {
      next: () => this.receive(),
      return: () => {
        onLeave()
        return Promise.resolve(ended)
      },
      [Symbol.asyncIterator]: () => iterator,
    }
    return iterator
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<T> {
    return this.iterate(() => this.close())
  }

  #take(): IteratorResult<T, undefined> | undefined {
    if (this.#queue.length > 0) {
      const value = this.#queue.shift() as T
      const sender = this.#senders.shift()
      if (sender !== undefined) {
        this.#queue.push(sender.value)
        sender.sent(true)
      }
      return { value, done: false }
    }
    const sender = this.#senders.shift()
    if (sender !== undefined) {
      sender.sent(true)
      return { value: sender.value, done: false }
    }
    return this.#closed ? ended : undefined
  }
}
