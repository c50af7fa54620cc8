import { KVError } from '../kv-error.js'
import type { Snapshot } from './mvcc-state.js'

/** How much of the past is kept. */
export interface HistoryLimits {
  /** Revisions at most. */
  readonly revisions: number
  /** Milliseconds at most. */
  readonly age: number
}

/** The snapshots from the compacted revision to the newest one. */
export class History {
  #snapshots: Snapshot[]
  /** How many of the first are dropped; the array is cut now and then. */
  #dropped = 0

  constructor(snapshots: readonly Snapshot[]) {
    this.#snapshots = [...snapshots]
  }

  get newest(): Snapshot {
    return this.#snapshots.at(-1)!
  }

  get oldest(): Snapshot {
    return this.#snapshots[this.#dropped]!
  }

  /** All of them, oldest first. */
  all(): readonly Snapshot[] {
    return this.#snapshots.slice(this.#dropped)
  }

  add(snapshot: Snapshot): void {
    this.#snapshots.push(snapshot)
  }

  /** The store as of a revision. Throws `Compacted`, `FutureRevision`. */
  at(revision: number): Snapshot {
    if (revision > this.newest.revision) throw new KVError('FutureRevision')
    return this.#snapshots[this.#dropped + this.#offset(revision)]!
  }

  /** Snapshots from a revision to the newest. Throws `Compacted`. */
  *since(revision: number): Generator<Snapshot, void> {
    if (revision > this.newest.revision) return
    for (let at = this.#dropped + this.#offset(revision); at < this.#snapshots.length; at++) yield this.#snapshots[at]!
  }

  /** Drops everything before a revision, and says what snapshots have gone. Throws `Compacted`, `FutureRevision`. */
  compact(revision: number): readonly Snapshot[] {
    if (revision > this.newest.revision) throw new KVError('FutureRevision')
    if (revision <= this.oldest.revision) throw compacted(this.oldest.revision)
    return this.#drop(revision - this.oldest.revision)
  }

  /** Drops what is beyond the limits, and says what has gone; the newest snapshot stays. */
  trim(limits: HistoryLimits, now: number): readonly Snapshot[] {
    const length = this.#snapshots.length - this.#dropped
    let drop = Math.max(0, length - 1 - limits.revisions)
    while (drop < length - 1 && this.#snapshots[this.#dropped + drop + 1]!.time < now - limits.age) drop++
    return drop > 0 ? this.#drop(drop) : []
  }

  #drop(count: number): readonly Snapshot[] {
    const gone = this.#snapshots.slice(this.#dropped, this.#dropped + count)
    this.#dropped += count
    if (this.#dropped * 2 < this.#snapshots.length) {
      // Dropped revisions must not be held until the array is cut.
      for (let at = this.#dropped - count; at < this.#dropped; at++)
        this.#snapshots[at] = this.#snapshots[this.#dropped]!
      return gone
    }
    this.#snapshots = this.#snapshots.slice(this.#dropped)
    this.#dropped = 0
    return gone
  }

  #offset(revision: number): number {
    const offset = revision - this.oldest.revision
    if (offset < 0) throw compacted(this.oldest.revision)
    return offset
  }
}

function compacted(compactRevision: number): KVError {
  return new KVError('Compacted', undefined, { compactRevision })
}
