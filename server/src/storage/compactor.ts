import { type Clock, systemClock, type Timer } from 'apimachinery/wait'
import type { KeyValue, KV, KVWatch } from './kv/kv.js'
import { isKVError } from './kv/kv-error.js'

/** Its value is the revision of the last compaction. Source: compact.go of k8s.io/apiserver/pkg/storage/etcd3. */
const electionKey = 'compact_rev_key'
/** Milliseconds until the key is read again after its watch broke. */
const watchPause = 1000

export interface CompactorOptions {
  readonly kv: KV
  readonly clock?: Clock | undefined
  /** Milliseconds between compactions. Default: five minutes. */
  readonly interval?: number | undefined
  /** Called with errors; the next attempt is after the interval. */
  readonly onError?: ((error: unknown) => void) | undefined
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
  #watch: KVWatch | undefined
  #pause: { readonly timer: Timer; readonly end: () => void } | undefined
  readonly #following: Promise<void>
  #closed = false

  constructor({ kv, clock = systemClock, interval = 300_000, onError = () => undefined }: CompactorOptions) {
    this.#kv = kv
    this.#clock = clock
    this.#interval = interval
    this.#onError = onError
    this.#plan()
    this.#following = this.#follow()
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
      this.#observeCompaction(found)
      return
    }
    this.#seen = revision
    // Nothing is known of the time before the first turn, nor where the store was restored from a copy since.
    if (target === 0 || target > revision) return
    await this.#kv.compact(target)
    this.#compacted = Math.max(this.#compacted, target)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#timer?.stop()
    this.#watch?.cancel()
    this.#pause?.timer.stop()
    this.#pause?.end()
    await Promise.all([this.#running, this.#following])
  }

  /** Observes the compactions of other servers. */
  async #follow(): Promise<void> {
    while (!this.#closed) {
      try {
        await this.#followOnce()
      } catch (error) {
        if (isKVError(error, 'Closed')) return
        this.#onError(error)
      }
      if (!this.#closed) await this.#wait()
    }
  }

  async #followOnce(): Promise<void> {
    const { kvs, revision } = await this.#kv.range({ key: electionKey })
    if (revision < this.#compacted) this.#compacted = 0
    this.#target = Math.min(this.#target, revision)
    this.#observeCompaction(kvs[0])
    if (this.#closed) return
    this.#watch = this.#kv.watch({ key: electionKey, fromRevision: revision + 1 })
    for await (const { events } of this.#watch) for (const { kv } of events) this.#observeCompaction(kv)
  }

  #observeCompaction(record: KeyValue | undefined): void {
    const revision = Number(new TextDecoder().decode(record?.value))
    // One beyond its own is of a store that was restored from a copy since.
    if (record !== undefined && revision <= record.modRevision && revision > this.#compacted) this.#compacted = revision
  }

  #wait(): Promise<void> {
    return new Promise((end) => {
      this.#pause = { timer: this.#clock.setTimer(end, watchPause), end }
    })
  }

  #plan(): void {
    if (this.#closed) return
    this.#timer = this.#clock.setTimer(() => {
      this.#running = this.turn()
        .catch((error: unknown) => this.#onError(error))
        .then(() => this.#plan())
    }, this.#interval)
  }
}
