import type { Storage, ValueTransformer } from '@apimachinery/server/storage'
import { WatchCache } from '@apimachinery/server/storage/cache'
import type { KV } from '@apimachinery/server/storage/kv'
import { EtcdKV } from '@apimachinery/server/storage/kv/etcd'
import { FakeClock } from 'apimachinery/testing'
import { EtcdServer } from '../kv/etcd/etcd-server.js'
import { type KVKind, kvKinds, openKV } from '../open-kv.js'
import { type Pod, pod, podKey, podPrefix, podStorage } from '../pods.js'
import { SwitchedTransformer } from './switched-transformer.js'

/** A store, with or without a watch cache. */
export interface Variant {
  readonly kind: KVKind
  readonly cached: boolean
  /** Whether watches report progress: Debian's etcd cannot. */
  readonly progress: boolean
}

/** Every store, with and without a watch cache. */
export const variants: readonly Variant[] = kvKinds.flatMap((kind) =>
  [false, true].map((cached) => ({ kind, cached, progress: kind !== 'etcd' })),
)

/** The variants without a cache. */
export const stores = variants.filter(({ cached }) => !cached)

export const nameOf = ({ kind, cached }: Variant): string => (cached ? `a cache over ${kind}` : kind)

/** Each variant with its name, for `describe.each`. */
export const named = (list: readonly Variant[]) => list.map((variant) => [nameOf(variant), variant] as const)

/** The etcd of a test file: starting one takes longer than all of its tests. */
export class SharedEtcd {
  #server: Promise<EtcdServer> | undefined

  async open(): Promise<KV> {
    this.#server ??= EtcdServer.start()
    const kv = await EtcdKV.open({ endpoints: [(await this.#server).endpoint] })
    for (;;) {
      const { kvs } = await kv.range({ key: '/', prefix: true, keysOnly: true, limit: 100 })
      if (kvs.length === 0) return kv
      await kv.txn({ compare: [], success: kvs.map(({ key }) => ({ type: 'delete', key })) })
    }
  }

  async stop(): Promise<void> {
    await (await this.#server)?.stop()
  }
}

/** A new storage of pods, and what tests do to it. */
export class OpenedStorage {
  readonly clock: FakeClock
  readonly kv: KV
  readonly storage: Storage<Pod>
  readonly transformer: SwitchedTransformer
  /** Compactions by the servers of the store, as a cache is notified. */
  compacted = 0
  readonly #end: () => Promise<void>

  private constructor(parts: { clock: FakeClock; kv: KV; cached: boolean; end: () => Promise<void> }) {
    this.clock = parts.clock
    this.kv = parts.kv
    this.#end = parts.end
    this.transformer = new SwitchedTransformer()
    const { clock } = this
    const transformer: ValueTransformer = this.transformer
    const direct = podStorage(this.kv, { clock, transformer })
    this.storage = parts.cached
      ? new WatchCache<Pod>({
          storage: direct,
          prefix: podPrefix,
          indexedFields: ['spec.nodeName'],
          clock,
          compactRevision: () => this.compacted,
        })
      : direct
  }

  static async open({ kind, cached }: Variant, etcd: SharedEtcd): Promise<OpenedStorage> {
    const clock = new FakeClock()
    const shared = kind === 'etcd' ? await etcd.open() : undefined
    const opened = shared === undefined ? await openKV(kind, clock) : { kv: shared, end: () => shared.close() }
    const storage = new OpenedStorage({ clock, kv: opened.kv, cached, end: () => opened.end() })
    await storage.inTime(async () => {
      while (storage.storage.readiness() !== undefined) await turn()
    })
    return storage
  }

  /** Lets the time of the clock go by until something is done. */
  async inTime<R>(work: () => Promise<R>): Promise<R> {
    let done = false
    const result = work().finally(() => {
      done = true
    })
    // The caller below handles its failure.
    result.catch(() => undefined)
    while (!done) {
      await turn()
      this.clock.step(20)
    }
    return result
  }

  /** What another server has on the same store, with a prefix of its own before values. */
  otherServer(prefix: string): Storage<Pod> {
    const transformer = new SwitchedTransformer()
    transformer.prefix = prefix
    return podStorage(this.kv, { clock: this.clock, transformer })
  }

  create(name: string, more: Parameters<typeof pod>[1] = {}) {
    return this.storage.create(podKey(name, more.namespace), pod(name, more))
  }

  /** Replaces an object. */
  async update(name: string, more: Parameters<typeof pod>[1] = {}) {
    const tryUpdate = async () => ({ object: pod(name, more) })
    return (await this.storage.guaranteedUpdate(podKey(name, more.namespace), { tryUpdate })).stored
  }

  /** Creates or replaces an object. */
  async put(name: string, more: Parameters<typeof pod>[1] = {}) {
    const tryUpdate = async () => ({ object: pod(name, more) })
    return (await this.storage.guaranteedUpdate(podKey(name, more.namespace), { ignoreNotFound: true, tryUpdate }))
      .stored
  }

  delete(name: string, namespace?: string) {
    return this.storage.delete(podKey(name, namespace))
  }

  /** Makes a revision that has nothing to do with pods. */
  async increaseRevision(): Promise<number> {
    const put = { type: 'put', key: '/elsewhere', value: new TextEncoder().encode('x') } as const
    return (await this.kv.txn({ compare: [], success: [put] })).revision
  }

  /** Compacts the store as the servers of a cluster do, and notifies caches. */
  async compact(revision: number): Promise<void> {
    await this.kv.compact(revision)
    this.compacted = revision
    this.clock.step(15_000)
  }

  /** Waits until a cache has a revision. */
  async caughtUp(revision: number): Promise<void> {
    await this.storage.list(podPrefix, {
      predicate: { empty: true, matches: () => true },
      resourceVersion: String(revision),
      resourceVersionMatch: 'NotOlderThan',
    })
  }

  async close(): Promise<void> {
    await this.storage.close()
    await this.#end()
  }
}

const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 1))
