import type { HeaderFields, ResponseSink } from '../request/http.js'

/** A response as a value: the head, and the body as it is written. */
export interface ValueResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  /**
   * Bytes if the handler wrote the whole body at once, otherwise its pieces. Ending the iteration early notifies the
   * handler.
   */
  readonly body: Uint8Array | AsyncIterable<Uint8Array>
}

const highWater = 256 * 1024
const nothing = new Uint8Array()

/** A sink whose response is read by a program in the same process. */
export class ValueSink implements ResponseSink {
  /** Resolves when the head is written; rejects when the handler gives up before. */
  readonly response: Promise<ValueResponse>
  readonly #headers: Record<string, string | readonly string[]> = {}
  readonly #chunks: Uint8Array[] = []
  readonly #onGone: () => void
  #resolve!: (response: ValueResponse) => void
  #reject!: (error: unknown) => void
  #waiting = 0
  #ended = false
  #broken: Error | undefined
  #given = false
  #wakeReader: (() => void) | undefined
  #wakeWriters: (() => void)[] = []
  status: number | undefined
  bytesWritten = 0

  /** `onGone` is called when the reader ends before the writer does. */
  constructor(onGone: () => void) {
    this.#onGone = onGone
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  get closed(): boolean {
    return this.#ended
  }

  setHeader(name: string, value: string | readonly string[]): void {
    this.#headers[name] = value
  }

  appendHeader(name: string, value: string): void {
    const before = this.#headers[name]
    this.#headers[name] = before === undefined ? value : [...(typeof before === 'string' ? [before] : before), value]
  }

  writeHead(status: number, headers: HeaderFields = {}): void {
    if (this.status !== undefined) throw new Error('the head of the response was written already')
    this.status = status
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) this.#headers[name] = value
    // A body that is written in the same step is given as bytes.
    queueMicrotask(() => this.#give())
  }

  write(chunk: Uint8Array): boolean {
    if (this.#ended) return true
    this.#chunks.push(chunk)
    this.bytesWritten += chunk.length
    this.#waiting += chunk.length
    this.#notifyReader()
    return this.#waiting < highWater
  }

  drained(): Promise<void> {
    if (this.#ended || this.#waiting < highWater) return Promise.resolve()
    return new Promise((resolve) => this.#wakeWriters.push(resolve))
  }

  end(chunk?: Uint8Array): void {
    if (this.#ended) return
    if (chunk !== undefined) {
      this.#chunks.push(chunk)
      this.bytesWritten += chunk.length
    }
    this.#ended = true
    if (this.status !== undefined) this.#give()
    this.#notifyReader()
  }

  destroy(): void {
    this.fail(new Error('the server ended the response before it was complete'))
  }

  /** Ends the response with an error for the reader. */
  fail(error: Error): void {
    if (this.#ended) return
    this.#broken = error
    this.#ended = true
    if (!this.#given) this.#reject(error)
    this.#given = true
    this.#notifyReader()
  }

  #give(): void {
    if (this.#given) return
    this.#given = true
    const whole = this.#ended && this.#chunks.length <= 1
    const body = whole ? (this.#chunks[0] ?? nothing) : this.#read()
    this.#resolve({ status: this.status!, headers: this.#headers, body })
  }

  async *#read(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const chunk = this.#chunks.shift()
        if (chunk !== undefined) {
          this.#waiting -= chunk.length
          this.#notifyWriters()
          yield chunk
        } else if (this.#broken !== undefined) {
          throw this.#broken
        } else if (this.#ended) {
          return
        } else {
          await new Promise<void>((resolve) => {
            this.#wakeReader = resolve
          })
        }
      }
    } finally {
      const early = !this.#ended
      this.#ended = true
      this.#chunks.length = 0
      this.#notifyWriters()
      if (early) this.#onGone()
    }
  }

  #notifyReader(): void {
    this.#wakeReader?.()
    this.#wakeReader = undefined
  }

  #notifyWriters(): void {
    if (this.#waiting >= highWater && !this.#ended) return
    const writers = this.#wakeWriters
    this.#wakeWriters = []
    for (const resolve of writers) resolve()
  }
}
