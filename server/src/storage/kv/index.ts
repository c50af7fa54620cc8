export type {
  Compare,
  KeyValue,
  KV,
  KVEvent,
  KVStatus,
  KVWatch,
  KVWatchOptions,
  KVWatchResponse,
  Lease,
  Operation,
  RangeOptions,
  RangeResult,
  Txn,
  TxnResult,
} from './kv.js'
export { isKVError, KVError, type KVErrorCode, type KVErrorOptions, kvMessages } from './kv-error.js'
export { MemoryKV, type MemoryKVOptions } from './memory/memory-kv.js'
export type { HistoryLimits } from './mvcc/history.js'
