import { type Clock, systemClock } from 'apimachinery/wait'
import type { KV, KVStatus, KVWatch, KVWatchOptions, Lease, RangeOptions, RangeResult, Txn, TxnResult } from '../kv.js'
import { isKVError, KVError } from '../kv-error.js'
import {
  decodeLeaseGrantResponse,
  encodeCompactionRequest,
  encodeLeaseGrantRequest,
  encodeLeaseRevokeRequest,
} from './etcd.gen.js'
import { EtcdClient, type EtcdConnectionOptions, type UnaryCall } from './etcd-client.js'
import { ProgressSupport } from './etcd-version.js'
import { EtcdWatch } from './etcd-watch.js'
import { decodeRange, decodeStatus, decodeTxn, encodeRange, encodeTxn, type StatusResponse } from './messages.js'

const statusCall: UnaryCall<StatusResponse> = {
  method: 'Maintenance/Status',
  request: new Uint8Array(0),
  decode: decodeStatus,
  idempotent: true,
}

export interface EtcdKVOptions extends EtcdConnectionOptions {
  readonly clock?: Clock | undefined
  /** How long {@link EtcdKV.open} waits for a member that answers, in milliseconds. Default: 20,000, as upstream. */
  readonly dialTimeout?: number | undefined
  /** Called each time that {@link EtcdKV.open} finds no member, before it tries again. */
  readonly onWaiting?: ((error: Error) => void) | undefined
}

const dialTimeout = 20_000
const dialPause = 1000

/** Whether trying again may help, and nothing says that it will not. */
function isAway({ code }: KVError): boolean {
  return code === 'Unavailable' || code === 'NoLeader' || code === 'DeadlineExceeded'
}

/** A store in a cluster of etcd 3.4 or newer. */
export class EtcdKV implements KV {
  readonly #client: EtcdClient
  readonly #clock: Clock
  readonly #watches = new Set<EtcdWatch>()
  readonly #progress: ProgressSupport
  readonly #learning: readonly Promise<void>[]
  #closed = false

  constructor(options: EtcdKVOptions) {
    this.#client = new EtcdClient(options)
    this.#clock = options.clock ?? systemClock
    this.#progress = new ProgressSupport(async (endpoint) => (await this.#client.callAt(endpoint, statusCall)).version)
    this.#learning = options.endpoints.map((_, endpoint) => this.#progress.learn(endpoint))
    // Progress is not requested from a member that does not answer.
    for (const asked of this.#learning) asked.catch(() => undefined)
  }

  /** A connected store. Waits for a member that answers, and throws where none does in time, or where it refuses. */
  static async open(options: EtcdKVOptions): Promise<EtcdKV> {
    const { clock = systemClock, dialTimeout: limit = dialTimeout, onWaiting } = options
    const end = clock.now() + limit
    for (;;) {
      try {
        return await EtcdKV.#connected(options, end - clock.now())
      } catch (error) {
        if (!isKVError(error) || !isAway(error)) throw error
        if (clock.now() + dialPause >= end) {
          throw new KVError(error.code, `etcd does not answer at ${options.endpoints.join()}: ${error.message}`, {
            cause: error,
          })
        }
        onWaiting?.(error)
        await new Promise<void>((resolve) => void clock.setTimer(resolve, dialPause))
      }
    }
  }

  static async #connected(options: EtcdKVOptions, timeout: number): Promise<EtcdKV> {
    const kv = new EtcdKV(options)
    try {
      await kv.#client.call({ ...statusCall, timeout })
      await Promise.any(kv.#learning)
      return kv
    } catch (error) {
      await kv.close()
      throw error
    }
  }

  get progressSupported(): boolean {
    return this.#progress.everywhere
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
    const parts = { client: this.#client, progress: this.#progress, clock: this.#clock, forget }
    const watch = new EtcdWatch(parts, options)
    this.#watches.add(watch)
    return watch
  }

  async compact(revision: number): Promise<void> {
    const request = encodeCompactionRequest({ revision })
    await this.#call({ method: 'KV/Compact', request, decode: () => undefined, idempotent: false })
  }

  async grantLease(seconds: number): Promise<Lease> {
    const request = encodeLeaseGrantRequest({ ttl: Math.ceil(seconds) })
    return this.#call({ method: 'Lease/LeaseGrant', request, decode: decodeLeaseGrantResponse, idempotent: true })
  }

  async revokeLease(id: string): Promise<void> {
    const request = encodeLeaseRevokeRequest({ id })
    await this.#call({ method: 'Lease/LeaseRevoke', request, decode: () => undefined, idempotent: false })
  }

  async status(): Promise<KVStatus> {
    const { version, revision, size } = await this.#call(statusCall)
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
