import type { Clock } from 'apimachinery/wait'
import type { AbortState } from '../../../internal/abort-state.js'
import type {
  KeyValue,
  KV,
  KVStatus,
  KVWatch,
  KVWatchOptions,
  Lease,
  Operation,
  RangeOptions,
  RangeResult,
  Txn,
  TxnResult,
} from '../kv.js'
import { KVError } from '../kv-error.js'
import { applyTxn } from './apply-txn.js'
import { Cursor } from './cursor.js'
import type { History, HistoryLimits } from './history.js'
import type { Change, Journal } from './journal.js'
import { type LeaseRecord, LeaseTable } from './lease-table.js'
import type { Snapshot } from './mvcc-state.js'

/** Initial settings of a store. */
export interface MVCCOptions {
  readonly clock: Clock
  readonly limits: HistoryLimits
  /** Maximum bytes of one transaction. Default: etcd's 1.5 MiB. */
  readonly maxRequestBytes: number
  readonly history: History
  readonly leases: readonly LeaseRecord[]
  /** Leases with their keys; absent: they are read from the history. */
  readonly attached?: Iterable<readonly [id: string, key: string]> | undefined
  /** Absent: nothing has to be durable. */
  readonly journal?: Journal | undefined
  readonly version: string
}

interface Staged {
  readonly change: Change
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

const revokeRetry = 1000

/**
 * A revisioned store in memory. With a journal, transactions are checked against the state that will be (`head`), written
 * in groups, and only then seen by readers and watchers: what was seen is never lost.
 */
export class MVCCStore implements KV {
  readonly progressSupported = true
  protected readonly options: MVCCOptions
  protected readonly history: History
  protected readonly leases: LeaseTable
  readonly #watches = new Set<Cursor>()
  /** The state that transactions are checked against; ahead of the history while its changes are being written. */
  #head: Snapshot
  #staged: Staged[] = []
  #writing: Promise<void> | undefined
  #closed = false

  constructor(options: MVCCOptions) {
    this.options = options
    this.history = options.history
    this.#head = this.history.newest
    this.leases = new LeaseTable(options.clock, (id) => void this.#expire(id))
    for (const [id, key] of options.attached ?? attachedIn(this.#head)) this.leases.attach(id, key)
    for (const lease of options.leases) this.leases.add(lease)
  }

  /** The newest revision that readers see. */
  get revision(): number {
    return this.history.newest.revision
  }

  async range(options: RangeOptions): Promise<RangeResult> {
    this.#requireOpen(options.signal)
    const { key, from = key, limit } = options
    const { revision, map: newest } = this.history.newest
    const map = options.revision ? this.history.at(options.revision) : newest
    if (options.prefix !== true) {
      const found = map.get(key)
      const kvs = found === undefined ? [] : [found]
      return { revision, kvs: this.#shaped(kvs, options), count: kvs.length }
    }
    const kvs = options.countOnly === true ? [] : map.withPrefix(key, from, limit || undefined)
    const complete = options.countOnly !== true && !(limit !== undefined && limit > 0 && kvs.length >= limit)
    return { revision, kvs: this.#shaped(kvs, options), count: complete ? kvs.length : map.countPrefix(key, from) }
  }

  async txn(txn: Txn): Promise<TxnResult> {
    this.#requireOpen(txn.signal)
    this.#check(txn)
    const before = this.#head
    const { result, after } = applyTxn(before, txn, this.options.clock.now())
    if (after !== before) {
      this.#head = after
      await this.#commit({ type: 'revision', snapshot: after })
    } else if (before !== this.history.newest) {
      // The state that was read is not durable yet, and fails with the group that writes it.
      await this.#commit({ type: 'barrier' })
    }
    return result
  }

  watch(options: KVWatchOptions): KVWatch {
    const cursor = new Cursor(this.history, options, (ended) => this.#watches.delete(ended))
    if (this.#closed) cursor.end(new KVError('Closed'))
    else this.#watches.add(cursor)
    return cursor
  }

  async compact(revision: number): Promise<void> {
    this.#requireOpen()
    const gone = this.history.compact(revision)
    if (this.options.journal !== undefined) await this.#commit({ type: 'compacted', oldest: this.history.oldest, gone })
  }

  async grantLease(seconds: number): Promise<Lease> {
    this.#requireOpen()
    const lease = this.leases.make(seconds)
    await this.#commit({ type: 'lease-granted', lease })
    return { id: lease.id, ttl: lease.ttl }
  }

  async revokeLease(id: string): Promise<void> {
    this.#requireOpen()
    if (!this.leases.has(id)) throw new KVError('LeaseNotFound')
    // A key that was written again with another lease stays.
    const success: Operation[] = []
    for (const key of this.leases.keysOf(id))
      if (this.#head.map.get(key)?.lease === id) success.push({ type: 'delete', key })
    if (success.length > 0) await this.txn({ compare: [], success })
    await this.#commit({ type: 'lease-ended', id })
  }

  async status(): Promise<KVStatus> {
    this.#requireOpen()
    return { version: this.options.version, revision: this.history.newest.revision }
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.leases.stop()
    for (const watch of [...this.#watches]) watch.end(new KVError('Closed'))
    await this.#writing
  }

  protected get closed(): boolean {
    return this.#closed
  }

  #requireOpen(signal?: AbortState): void {
    if (this.#closed) throw new KVError('Closed')
    signal?.throwIfAborted()
  }

  #check({ success, failure }: Txn): void {
    let bytes = 0
    for (const operation of [...success, ...(failure ?? [])]) {
      if (operation.key === '') throw new KVError('InvalidArgument', 'etcdserver: key is not provided')
      if (operation.type !== 'put') continue
      bytes += operation.value.length + operation.key.length
      if (operation.lease !== undefined && !this.leases.has(operation.lease)) throw new KVError('LeaseNotFound')
    }
    if (bytes > this.options.maxRequestBytes) throw new KVError('RequestTooLarge')
  }

  #shaped(kvs: readonly KeyValue[], { keysOnly, countOnly }: RangeOptions): readonly KeyValue[] {
    if (countOnly === true) return []
    return keysOnly === true ? kvs.map((kv) => ({ ...kv, value: nothing })) : kvs
  }

  /** Is fulfilled when the change is durable and seen. */
  #commit(change: Change): Promise<void> | undefined {
    const { journal } = this.options
    if (journal === undefined) {
      this.#publish(change)
      return undefined
    }
    const committed = new Promise<void>((done, failed) => this.#staged.push({ change, done, failed }))
    this.#writing ??= this.#write(journal)
    return committed
  }

  async #write(journal: Journal): Promise<void> {
    // All transactions of this turn share one write, and so one sync of the disk; those that come meanwhile are the next group.
    await Promise.resolve()
    while (this.#staged.length > 0) {
      const group = this.#staged
      this.#staged = []
      try {
        await journal.write(group.map(({ change }) => change))
      } catch (error) {
        this.#rollBack(group, error)
        continue
      }
      for (const { change, done } of group) {
        this.#publish(change)
        done()
      }
    }
    this.#writing = undefined
  }

  /** Transactions based on a state that could not be written fail with it: what they have read was never there. */
  #rollBack(group: readonly Staged[], error: unknown): void {
    const failed = [...group, ...this.#staged]
    this.#staged = []
    this.#head = this.history.newest
    for (const staged of failed) staged.failed(error)
  }

  #publish(change: Change): void {
    switch (change.type) {
      case 'revision':
        this.#publishRevision(change.snapshot)
        break
      case 'lease-granted':
        this.leases.add(change.lease)
        break
      case 'lease-ended':
        this.leases.remove(change.id)
        break
      case 'compacted':
      case 'barrier':
        break
    }
  }

  #publishRevision(snapshot: Snapshot): void {
    this.history.add(snapshot)
    const gone = this.history.trim(this.options.limits, snapshot.time)
    if (gone.length > 0 && this.options.journal !== undefined)
      void this.#commit({ type: 'compacted', oldest: this.history.oldest, gone })?.catch(() => undefined)
    for (const { kv } of snapshot.events) if (kv.lease !== undefined) this.leases.attach(kv.lease, kv.key)
    for (const watch of this.#watches) watch.published(snapshot.events, snapshot.revision)
  }

  async #expire(id: string): Promise<void> {
    try {
      await this.revokeLease(id)
    } catch {
      if (!this.#closed) this.leases.schedule(revokeRetry)
    }
  }
}

const nothing = new Uint8Array(0)

function* attachedIn({ map }: Snapshot): Generator<readonly [id: string, key: string]> {
  for (const { lease, key } of map) if (lease !== undefined) yield [lease, key]
}
