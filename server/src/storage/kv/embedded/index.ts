export { EmbeddedKV, type EmbeddedKVOptions } from './embedded-kv.js'
export type { RepairReport } from './repair.js'
