export type { EtcdConnectionOptions } from './etcd-client.js'
export { EtcdKV, type EtcdKVOptions } from './etcd-kv.js'
