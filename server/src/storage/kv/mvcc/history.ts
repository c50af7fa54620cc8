import type { OrderedMap } from '../../../internal/ordered-map.js'
import type { KeyValue } from '../kv.js'
import { KVError } from '../kv-error.js'
import type { Revision, Snapshot } from './mvcc-state.js'

/** How much of the past is kept. */
export interface HistoryLimits {
  /** Revisions at most. */
  readonly revisions: number
  /** Milliseconds at most. */
  readonly age: number
}

/** The number of revisions for each kept state of the store. A map shares with the next one all but a kilobyte or two. */
const spacing = 32

/** The revisions from the compacted one to the newest. What the store was at a revision is made by undoing later ones. */
export class History {
  #newest: Snapshot
  #revisions: Revision[]
  /** The store at each revision, where it is kept. */
  #maps: (OrderedMap<KeyValue> | undefined)[]
  /** How many of the first are dropped; the arrays are cut now and then. */
  #dropped = 0

  constructor(base: Snapshot) {
    this.#newest = base
    this.#revisions = [withoutMap(base)]
    this.#maps = [base.map]
  }

  get newest(): Snapshot {
    return this.#newest
  }

  get oldest(): Revision {
    return this.#revisions[this.#dropped]!
  }

  /** A copy of the history; additions to one do not affect the other. */
  copy(): History {
    const same = new History(this.#newest)
    same.#revisions = this.#revisions.slice(this.#dropped)
    same.#maps = this.#maps.slice(this.#dropped)
    return same
  }

  add(snapshot: Snapshot): void {
    this.#newest = snapshot
    this.#revisions.push(withoutMap(snapshot))
    this.#maps.push(snapshot.revision % spacing === 0 ? snapshot.map : undefined)
  }

  /** The store as of a revision. Throws `Compacted`, `FutureRevision`. */
  at(revision: number): OrderedMap<KeyValue> {
    if (revision > this.#newest.revision) throw new KVError('FutureRevision')
    const index = this.#index(revision)
    let kept = index
    while (kept < this.#maps.length && this.#maps[kept] === undefined) kept++
    let map = this.#maps[kept] ?? this.#newest.map
    for (let later = Math.min(kept, this.#revisions.length - 1); later > index; later--)
      map = revert(map, this.#revisions[later]!)
    return map
  }

  /** From a revision to the newest. Throws `Compacted`. */
  *since(revision: number): Generator<Revision, void> {
    if (revision > this.#newest.revision) return
    for (let at = this.#index(revision); at < this.#revisions.length; at++) yield this.#revisions[at]!
  }

  /** Drops everything before a revision, and returns what was dropped. Throws `Compacted`, `FutureRevision`. */
  compact(revision: number): readonly Revision[] {
    if (revision > this.#newest.revision) throw new KVError('FutureRevision')
    if (revision <= this.oldest.revision) throw compacted(this.oldest.revision)
    return this.#drop(revision - this.oldest.revision)
  }

  /** Drops what is beyond the limits, and returns what was dropped; the newest is kept. */
  trim(limits: HistoryLimits, now: number): readonly Revision[] {
    const length = this.#revisions.length - this.#dropped
    let drop = Math.max(0, length - 1 - limits.revisions)
    while (drop < length - 1 && this.#revisions[this.#dropped + drop + 1]!.time < now - limits.age) drop++
    return drop > 0 ? this.#drop(drop) : []
  }

  #drop(count: number): readonly Revision[] {
    const gone = this.#revisions.slice(this.#dropped, this.#dropped + count)
    this.#dropped += count
    if (this.#dropped * 2 < this.#revisions.length) {
      // Dropped revisions must not be held until the arrays are cut.
      for (let at = this.#dropped - count; at < this.#dropped; at++) {
        this.#revisions[at] = this.oldest
        this.#maps[at] = undefined
      }
      return gone
    }
    this.#revisions = this.#revisions.slice(this.#dropped)
    this.#maps = this.#maps.slice(this.#dropped)
    this.#dropped = 0
    return gone
  }

  #index(revision: number): number {
    const offset = revision - this.oldest.revision
    if (offset < 0) throw compacted(this.oldest.revision)
    return this.#dropped + offset
  }
}

function withoutMap({ revision, events, time }: Snapshot): Revision {
  return { revision, events, time }
}

/** The store before a revision. */
function revert(after: OrderedMap<KeyValue>, { events }: Revision): OrderedMap<KeyValue> {
  let map = after
  for (const { kv, previous } of events) map = previous === undefined ? map.delete(kv.key) : map.set(previous)
  return map
}

function compacted(compactRevision: number): KVError {
  return new KVError('Compacted', undefined, { compactRevision })
}
