import { type Clock, systemClock } from 'apimachinery/wait'
import { History, type HistoryLimits } from '../mvcc/history.js'
import { emptySnapshot } from '../mvcc/mvcc-state.js'
import { type MVCCOptions, MVCCStore } from '../mvcc/mvcc-store.js'

/** How a store in memory behaves. */
export interface MemoryKVOptions {
  readonly clock?: Clock | undefined
  /** The kept history. Default: 10,000 revisions and 10 minutes. */
  readonly history?: Partial<HistoryLimits> | undefined
  /** Maximum bytes of one transaction. Default: 1.5 MiB, as etcd. */
  readonly maxRequestBytes?: number | undefined
}

/** How a fork of a {@link MemoryKV} begins. */
export interface ForkOptions extends Pick<MemoryKVOptions, 'clock'> {
  readonly revision?: number | undefined
}

/** A store in memory, without persistence. */
export class MemoryKV extends MVCCStore {
  readonly #options: MemoryKVOptions

  /** An empty store, or one that begins as another one is. */
  constructor(options: MemoryKVOptions = {}, origin?: MemoryKV, revision?: number) {
    super(MemoryKV.#settings(options, origin, revision))
    this.#options = options
  }

  /**
   * A store of its own with the same content and history; neither sees what the other writes from here on. With a `revision`
   * above the newest one it continues from there, without the history.
   */
  fork({ revision, clock = this.#options.clock }: ForkOptions = {}): MemoryKV {
    return new MemoryKV({ ...this.#options, clock }, this, revision)
  }

  static #settings(options: MemoryKVOptions, origin: MemoryKV | undefined, revision = 0): MVCCOptions {
    const { clock = systemClock, history, maxRequestBytes = 1.5 * 1024 * 1024 } = options
    return {
      clock,
      limits: { revisions: 10_000, age: 600_000, ...history },
      maxRequestBytes,
      history: origin === undefined ? new History(emptySnapshot(clock.now())) : MemoryKV.#historyAt(origin, revision),
      leases: origin?.leases.all() ?? [],
      attached: origin?.leases.attached(),
      version: 'memory',
    }
  }

  static #historyAt({ history }: MemoryKV, revision: number): History {
    const { newest } = history
    return revision > newest.revision ? new History({ ...newest, revision, events: [] }) : history.copy()
  }
}
