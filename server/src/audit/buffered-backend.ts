import type { Clock, Timer } from 'apimachinery/wait'
import type { AuditBackend, EncodedEvent, OnAuditError } from './audit-backend.js'

/** How events are gathered. Source: `BatchConfig` of plugin/pkg/audit/buffered. */
export interface BatchOptions {
  /** Events that may wait; more are dropped. */
  readonly bufferSize: number
  /** Events of one batch. */
  readonly maxBatchSize: number
  /** Milliseconds that an event waits for others. */
  readonly maxBatchWait: number
  /** Batches a second, and how many may be sent at once; absent for no limit. */
  readonly throttle?: { readonly qps: number; readonly burst: number } | undefined
}

/** The parts of a server that a buffered backend uses. */
export interface BufferedOptions extends BatchOptions {
  readonly name: string
  readonly clock: Clock
  readonly onError: OnAuditError
}

/** Passes events in batches to another backend, so that no request waits for it. */
export class BufferedBackend implements AuditBackend {
  readonly #next: AuditBackend
  readonly #options: BufferedOptions
  readonly #sending = new Set<Promise<unknown>>()
  #buffer: EncodedEvent[] = []
  #timer: Timer | undefined
  #tokens: number
  #tokensAt: number
  #stopped = false

  constructor(next: AuditBackend, options: BufferedOptions) {
    this.#next = next
    this.#options = options
    this.#tokens = options.throttle?.burst ?? Number.POSITIVE_INFINITY
    this.#tokensAt = options.clock.now()
  }

  /** Never fails a request. */
  processEvents(events: readonly EncodedEvent[]): boolean {
    const { bufferSize, maxBatchSize, maxBatchWait, name, onError } = this.#options
    const room = this.#stopped ? 0 : bufferSize - this.#buffer.length
    if (events.length > room) {
      const why = this.#stopped ? 'audit backend shut down' : 'audit buffer queue blocked'
      onError(name, new Error(why), events.length - room)
    }
    this.#buffer.push(...events.slice(0, room))
    if (this.#buffer.length >= maxBatchSize) this.#flush()
    else if (this.#buffer.length > 0) this.#wait(maxBatchWait)
    return true
  }

  async shutdown(): Promise<void> {
    this.#stopped = true
    this.#timer?.stop()
    this.#timer = undefined
    // At the end, waiting events are written regardless of the limit.
    while (this.#buffer.length > 0) this.#send()
    await Promise.all(this.#sending)
    await this.#next.shutdown()
  }

  #flush(): void {
    this.#timer?.stop()
    this.#timer = undefined
    while (this.#buffer.length > 0) {
      const delay = this.#takeToken()
      if (delay > 0) {
        this.#wait(delay)
        return
      }
      this.#send()
    }
  }

  #wait(milliseconds: number): void {
    this.#timer ??= this.#options.clock.setTimer(() => {
      this.#timer = undefined
      this.#flush()
    }, milliseconds)
  }

  #send(): void {
    const batch = this.#buffer.slice(0, this.#options.maxBatchSize)
    this.#buffer = this.#buffer.slice(batch.length)
    const { name, onError } = this.#options
    const sent: Promise<unknown> = Promise.resolve()
      .then(() => this.#next.processEvents(batch))
      .catch((error: unknown) => onError(name, error, batch.length))
      .finally(() => this.#sending.delete(sent))
    this.#sending.add(sent)
  }

  /** Milliseconds until a batch may be sent; 0 takes the token. */
  #takeToken(): number {
    const { throttle, clock } = this.#options
    if (throttle === undefined) return 0
    const now = clock.now()
    this.#tokens = Math.min(throttle.burst, this.#tokens + ((now - this.#tokensAt) / 1000) * throttle.qps)
    this.#tokensAt = now
    if (this.#tokens < 1) return Math.ceil(((1 - this.#tokens) / throttle.qps) * 1000)
    this.#tokens--
    return 0
  }
}
