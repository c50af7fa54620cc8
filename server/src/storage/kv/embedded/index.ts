export { EmbeddedKV, type EmbeddedKVOptions } from './embedded-kv.js'
