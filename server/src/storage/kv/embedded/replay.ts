import { compareKeys } from '../../../internal/compare-keys.js'
import { OrderedMap } from '../../../internal/ordered-map.js'
import type { KeyValue, KVEvent } from '../kv.js'
import { KVError } from '../kv-error.js'
import { History } from '../mvcc/history.js'
import type { LeaseRecord } from '../mvcc/lease-table.js'
import { emptySnapshot, type Snapshot } from '../mvcc/mvcc-state.js'
import {
  decodeEvent,
  decodeLease,
  decodeMeta,
  eventKey,
  eventRange,
  leaseRange,
  metaKey,
  type RecordForm,
  type StoredEvent,
} from './journal-records.js'
import type { File } from './lmdb-journal.js'

/** The content of a file. */
export interface Replayed {
  readonly history: History
  readonly leases: readonly LeaseRecord[]
  /** Unused records, left by a stop at the wrong moment. */
  readonly leftovers: readonly Buffer[]
  readonly form: RecordForm
}

/** Reads a file: the state at the compacted revision, and every revision after it. Throws `Corrupt`. */
export function replay(file: File, now: number): Replayed {
  const { compactRevision, form } = decodeMeta(file.get(metaKey('meta')))
  const base = new Map<string, StoredEvent>()
  const leftovers: Buffer[] = []
  const drop = (event: StoredEvent | undefined) => {
    if (event !== undefined) leftovers.push(eventKey(event.kv.modRevision, event.kv.key))
  }
  let history: History | undefined
  let revision: StoredEvent[] = []
  for (const { key, value } of file.getRange(eventRange)) {
    const event = decodeEvent(key, form.unwrap(key, value))
    if (event.kv.modRevision <= compactRevision) {
      drop(base.get(event.kv.key))
      if (event.type === 'put') base.set(event.kv.key, event)
      else {
        base.delete(event.kv.key)
        drop(event)
      }
      continue
    }
    history ??= new History(baseSnapshot(base, compactRevision, now))
    if (revision[0] !== undefined && revision[0].kv.modRevision !== event.kv.modRevision) {
      history.add(nextSnapshot(history.newest, revision, now))
      revision = []
    }
    revision.push(event)
  }
  history ??= new History(baseSnapshot(base, compactRevision, now))
  if (revision.length > 0) history.add(nextSnapshot(history.newest, revision, now))
  const leases = [...file.getRange(leaseRange)].map(({ key, value }) => decodeLease(form.unwrap(key, value)))
  return { history, leases, leftovers, form }
}

function baseSnapshot(base: ReadonlyMap<string, StoredEvent>, revision: number, time: number): Snapshot {
  if (revision === 1) return emptySnapshot(time)
  const kvs: KeyValue[] = []
  for (const { kv } of base.values()) kvs.push(kv)
  kvs.sort((a, b) => compareKeys(a.key, b.key))
  return { revision, map: OrderedMap.fromSorted(kvs), events: [], time }
}

/** Throws `Corrupt` where a revision or one of its events is missing: each write makes the next revision. */
function nextSnapshot(before: Snapshot, stored: readonly StoredEvent[], time: number): Snapshot {
  let { map } = before
  const revision = stored[0]!.kv.modRevision
  const events: KVEvent[] = []
  const sorted = [...stored].sort((a, b) => a.at - b.at)
  const isWhole = revision === before.revision + 1 && sorted.every(({ at }, index) => at === index)
  if (!isWhole) throw new KVError('Corrupt', `revision ${before.revision + 1} is not complete`)
  for (const { type, kv } of sorted) {
    const previous = map.get(kv.key)
    events.push(previous === undefined ? { type, kv } : { type, kv, previous })
    map = type === 'put' ? map.set(kv) : map.delete(kv.key)
  }
  return { revision, map, events, time }
}
