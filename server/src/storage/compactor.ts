import { type Clock, realClock, type Timer } from '../internal/clock.js'
import type { KV } from './kv/kv.js'

/** Its value is the revision of the last compaction. Source: compact.go of k8s.io/apiserver/pkg/storage/etcd3. */
const electionKey = 'compact_rev_key'

export interface CompactorOptions {
  readonly kv: KV
  readonly clock?: Clock
  /** Milliseconds between compactions: five minutes unless told otherwise. */
  readonly interval?: number
  /** Is told of errors; the next try is after the interval. */
  readonly onError?: (error: unknown) => void
}

/**
 * Compacts a store every five minutes to where it was five minutes before. Of several servers on one store one does it: who
 * changes the key `compact_rev_key` first.
 */
export class Compactor {
  readonly #kv: KV
  readonly #clock: Clock
  readonly #interval: number
  readonly #onError: (error: unknown) => void
  /** Revision of the key when this one has seen it last; 0: it was absent. */
  #seen = 0
  /** Where the store was at the last turn. */
  #target = 0
  #compacted = 0
  #timer: Timer | undefined
  #running: Promise<void> = Promise.resolve()
  #closed = false

  constructor({ kv, clock = realClock, interval = 300_000, onError = () => undefined }: CompactorOptions) {
    this.#kv = kv
    this.#clock = clock
    this.#interval = interval
    this.#onError = onError
    this.#plan()
  }

  /** The newest revision that is known to be compacted by this or another server; 0: none. */
  get compactRevision(): number {
    return this.#compacted
  }

  /** One turn, as the clock brings it. */
  async turn(): Promise<void> {
    const target = this.#target
    const value = new TextEncoder().encode(String(target))
    const { succeeded, revision, responses } = await this.#kv.txn({
      compare: [{ key: electionKey, modRevision: this.#seen }],
      success: [{ type: 'put', key: electionKey, value }],
      failure: [{ type: 'get', key: electionKey }],
    })
    this.#target = revision
    if (!succeeded) {
      const [found] = responses
      this.#seen = found?.modRevision ?? 0
      const compacted = Number(new TextDecoder().decode(found?.value))
      if (compacted > this.#compacted) this.#compacted = compacted
      return
    }
    this.#seen = revision
    // Nothing is known of the time before the first turn.
    if (target === 0) return
    await this.#kv.compact(target)
    this.#compacted = target
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#timer?.stop()
    await this.#running
  }

  #plan(): void {
    if (this.#closed) return
    this.#timer = this.#clock.afterFunc(this.#interval, () => {
      this.#running = this.turn()
        .catch((error: unknown) => this.#onError(error))
        .then(() => this.#plan())
    })
  }
}
