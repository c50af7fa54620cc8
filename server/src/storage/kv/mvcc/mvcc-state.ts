import { OrderedMap } from '../../../internal/ordered-map.js'
import type { KeyValue, KVEvent } from '../kv.js'

/** The whole store at one revision, and what made it. */
export interface Snapshot {
  readonly revision: number
  readonly map: OrderedMap<KeyValue>
  readonly events: readonly KVEvent[]
  /** When it was made, milliseconds since the epoch. */
  readonly time: number
}

/** An empty store; its first write makes revision 2, as in etcd. */
export function emptySnapshot(time: number): Snapshot {
  return { revision: 1, map: OrderedMap.empty<KeyValue>(), events: [], time }
}
