import { OrderedMap } from '../../../internal/ordered-map.js'
import type { KeyValue, KVEvent } from '../kv.js'

/** One write. */
export interface Revision {
  readonly revision: number
  readonly events: readonly KVEvent[]
  /** When it was made, milliseconds since the epoch. */
  readonly time: number
}

/** The whole store at one revision, and what made it. */
export interface Snapshot extends Revision {
  readonly map: OrderedMap<KeyValue>
}

/** An empty store; its first write makes revision 2, as in etcd. */
export function emptySnapshot(time: number): Snapshot {
  return { revision: 1, map: OrderedMap.empty<KeyValue>(), events: [], time }
}
