import type { OrderedMap } from '../../../internal/ordered-map.js'
import type { KeyValue, KVEvent, Operation, Txn, TxnResult } from '../kv.js'
import { KVError } from '../kv-error.js'
import type { Snapshot } from './mvcc-state.js'

/** The effect of a transaction on a store. */
export interface Applied {
  readonly result: TxnResult
  /** The same snapshot where nothing was written. */
  readonly after: Snapshot
}

/** Applies a transaction to a snapshot, which stays as it is. */
export function applyTxn(before: Snapshot, txn: Txn, time: number): Applied {
  const succeeded = txn.compare.every(({ key, modRevision }) => (before.map.get(key)?.modRevision ?? 0) === modRevision)
  const operations = succeeded ? txn.success : (txn.failure ?? [])
  refuseDuplicates(operations)
  const writer = new Writer(before)
  const responses = operations.map((operation) => writer.do(operation))
  const { map, events, revision } = writer
  if (events.length === 0) return { result: { succeeded, revision: before.revision, responses }, after: before }
  return { result: { succeeded, revision, responses }, after: { revision, map, events, time } }
}

function refuseDuplicates(operations: readonly Operation[]): void {
  if (operations.length < 2) return
  const keys = new Set<string>()
  for (const { type, key } of operations) {
    if (type === 'get') continue
    if (keys.has(key)) throw new KVError('InvalidArgument', 'etcdserver: duplicate key given in txn request')
    keys.add(key)
  }
}

class Writer {
  map: OrderedMap<KeyValue>
  readonly events: KVEvent[] = []
  readonly revision: number

  constructor(before: Snapshot) {
    this.map = before.map
    this.revision = before.revision + 1
  }

  do(operation: Operation): KeyValue | undefined {
    const { key } = operation
    const previous = this.map.get(key)
    switch (operation.type) {
      case 'get':
        return previous
      case 'put':
        this.#put(operation, previous)
        return undefined
      case 'delete':
        if (previous === undefined) return undefined
        this.map = this.map.delete(key)
        this.events.push({ type: 'delete', kv: tombstone(key, this.revision), previous })
        return previous
    }
  }

  #put({ key, value, lease }: Operation & { type: 'put' }, previous: KeyValue | undefined): void {
    const kv: KeyValue = {
      key,
      value,
      createRevision: previous?.createRevision ?? this.revision,
      modRevision: this.revision,
      version: (previous?.version ?? 0) + 1,
      ...(lease === undefined ? {} : { lease }),
    }
    this.map = this.map.set(kv)
    this.events.push(previous === undefined ? { type: 'put', kv } : { type: 'put', kv, previous })
  }
}

const nothing = new Uint8Array(0)

/** The value of a key in the event of a deletion. */
export function tombstone(key: string, revision: number): KeyValue {
  return { key, value: nothing, createRevision: 0, modRevision: revision, version: 0 }
}
