import { type Clock, realClock } from '../../../internal/clock.js'
import type { KV, KVStatus, KVWatch, KVWatchOptions, Lease, RangeOptions, RangeResult, Txn, TxnResult } from '../kv.js'
import { KVError } from '../kv-error.js'
import { EtcdClient, type EtcdConnectionOptions, type UnaryCall } from './etcd-client.js'
import { EtcdWatch } from './etcd-watch.js'
import {
  decodeLease,
  decodeRange,
  decodeStatus,
  decodeTxn,
  encodeCompaction,
  encodeLeaseGrant,
  encodeLeaseRevoke,
  encodeRange,
  encodeTxn,
} from './messages.js'

export interface EtcdKVOptions extends EtcdConnectionOptions {
  readonly clock?: Clock
}

/** A store in a cluster of etcd 3.4 or newer. */
export class EtcdKV implements KV {
  readonly #client: EtcdClient
  readonly #clock: Clock
  readonly #watches = new Set<EtcdWatch>()
  #progressSupported = false
  #closed = false

  constructor(options: EtcdKVOptions) {
    this.#client = new EtcdClient(options)
    this.#clock = options.clock ?? realClock
    // Until an answer says otherwise, progress is not known to be told.
    this.status().catch(() => undefined)
  }

  /** A connected store. Throws where no member answers. */
  static async open(options: EtcdKVOptions): Promise<EtcdKV> {
    const kv = new EtcdKV(options)
    try {
      await kv.status()
      return kv
    } catch (error) {
      await kv.close()
      throw error
    }
  }

  get progressSupported(): boolean {
    return this.#progressSupported
  }

  async range(options: RangeOptions): Promise<RangeResult> {
    const request = encodeRange(options)
    const { signal } = options
    return this.#call({ method: 'KV/Range', request, decode: decodeRange, idempotent: true, signal })
  }

  async txn(txn: Txn): Promise<TxnResult> {
    const { signal } = txn
    return this.#call({ method: 'KV/Txn', request: encodeTxn(txn), decode: decodeTxn, idempotent: false, signal })
  }

  watch(options: KVWatchOptions): KVWatch {
    const forget = (ended: EtcdWatch) => void this.#watches.delete(ended)
    const watch = new EtcdWatch({ client: this.#client, clock: this.#clock, forget }, options)
    this.#watches.add(watch)
    return watch
  }

  async compact(revision: number): Promise<void> {
    const request = encodeCompaction(revision)
    await this.#call({ method: 'KV/Compact', request, decode: () => undefined, idempotent: false })
  }

  async grantLease(seconds: number): Promise<Lease> {
    const request = encodeLeaseGrant(Math.ceil(seconds))
    return this.#call({ method: 'Lease/LeaseGrant', request, decode: decodeLease, idempotent: true })
  }

  async revokeLease(id: string): Promise<void> {
    const request = encodeLeaseRevoke(id)
    await this.#call({ method: 'Lease/LeaseRevoke', request, decode: () => undefined, idempotent: false })
  }

  async status(): Promise<KVStatus> {
    const request = new Uint8Array(0)
    const { version, revision, size } = await this.#call({
      method: 'Maintenance/Status',
      request,
      decode: decodeStatus,
      idempotent: true,
    })
    this.#progressSupported = supportsProgress(version)
    return { version: `etcd ${version}`, revision, size }
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const watch of [...this.#watches]) watch.end(new KVError('Closed'))
    this.#client.close()
  }

  async #call<R>(call: UnaryCall<R>): Promise<R> {
    if (this.#closed) throw new KVError('Closed')
    return this.#client.call(call)
  }
}

/**
 * Whether answers to progress requests can be trusted: from 3.4.31 and 3.5.13 on.
 * Source: feature_support_checker.go of k8s.io/apiserver/pkg/storage/feature.
 */
export function supportsProgress(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.-]/).map(Number)
  if (major !== 3) return major > 3
  if (minor === 4) return patch >= 31
  if (minor === 5) return patch >= 13
  return minor > 5
}
