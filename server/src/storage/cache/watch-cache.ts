import type { KubernetesObject } from 'apimachinery/runtime'
import { type Clock, systemClock, type Timer } from 'apimachinery/wait'
import { Ingest } from '../ingest.js'
import { isKVError } from '../kv/kv-error.js'
import { listRequest } from '../list-request.js'
import { requireKey, requirePrefix } from '../prepare-key.js'
import { parseResourceVersion } from '../resource-version.js'
import type {
  CreateOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  Storage,
  StorageWatch,
  StoredList,
  UpdateOptions,
  UpdateResult,
  WatchOptions,
} from '../storage.js'
import { isStorageError, keyError, StorageError } from '../storage-error.js'
import type { StoredObject } from '../stored-object.js'
import { Bookmarks } from './bookmarks.js'
import type { CacheObserver } from './cache-observer.js'
import { CacheState } from './cache-state.js'
import { CacheWatcher, type WatchStart } from './cache-watcher.js'
import { DispatchedWrites } from './dispatched-writes.js'
import type { EventHistoryLimits } from './event-history.js'
import { Freshness } from './freshness.js'
import { listFromMap, type MapList } from './list-from-map.js'
import { listPlan } from './list-plan.js'
import { stoppedWatch } from './stopped-watch.js'
import { WatcherSet } from './watcher-set.js'

/** How a watch cache behaves. */
export interface WatchCacheOptions<T extends KubernetesObject = KubernetesObject> {
  /** The cached storage; it is closed with the cache. */
  readonly storage: Storage<T>
  /** Every key begins with it, such as `/registry/pods/`. */
  readonly prefix: string
  /** Fields that objects are found by, such as `spec.nodeName`; watchers are found by the first. */
  readonly indexedFields?: readonly string[] | undefined
  readonly clock?: Clock | undefined
  /** Default: at least 100 events, at most 102,400 and 128 MiB, 75 seconds old. */
  readonly history?: Partial<EventHistoryLimits> | undefined
  /** Events that may wait for the reader of a watch before it is closed. Default: 2,000. */
  readonly mostPending?: number | undefined
  /**
   * The revision that the servers of the store have compacted it to, such as {@link Compactor.compactRevision}: what is older
   * cannot be listed here either, so that each server gives the same answer.
   */
  readonly compactRevision?: (() => number) | undefined
  readonly observer?: CacheObserver | undefined
  /**
   * Whether an object that is read from the storage may be given as it was read for the cache. Default: true; not where what
   * readers get depends on more than the bytes of the store.
   */
  readonly sharesReads?: boolean | undefined
}

/** How often the compacted revision is read. Source: compactor.go of k8s.io/apiserver/pkg/storage/cacher. */
const compactPeriod = 15_000
const defaultLimits: EventHistoryLimits = { atLeast: 100, atMost: 102_400, age: 75_000, bytes: 128 * 1024 * 1024 }
const notReady = 'storage is (re)initializing'

/**
 * A storage that answers reads and watches from memory, and writes to the storage below it. What it gives is as new as the
 * caller demands. Source: k8s.io/apiserver/pkg/storage/cacher.
 */
export class WatchCache<T extends KubernetesObject> implements Storage<T> {
  readonly #storage: Storage<T>
  readonly #sharesReads: boolean
  readonly #prefix: string
  readonly #clock: Clock
  readonly #fields: readonly string[]
  readonly #limits: EventHistoryLimits
  readonly #mostPending: number
  readonly #freshness: Freshness
  readonly #watchers: WatcherSet<T>
  readonly #dispatched = new DispatchedWrites()
  readonly #bookmarks: Bookmarks<T>
  readonly #ingest: Ingest<T>
  readonly #compactRevision: (() => number) | undefined
  readonly #observer: CacheObserver | undefined
  #compactTimer: Timer | undefined
  #state: CacheState<T> | undefined
  /** Why there is no state, and since when. */
  #down: { readonly since: number; readonly reason: string }
  #closed = false
  /** Called when there is a state, or never will be. */
  readonly #waiting = new Set<() => void>()
  /** The highest version that was lost when the store went back. */
  #lostUpTo = 0

  constructor(options: WatchCacheOptions<T>) {
    const { storage, prefix, indexedFields = [], clock = systemClock, sharesReads = true } = options
    this.#storage = storage
    this.#sharesReads = sharesReads
    this.#prefix = prefix
    this.#clock = clock
    this.#fields = indexedFields
    this.#limits = { ...defaultLimits, ...options.history }
    this.#mostPending = options.mostPending ?? 2000
    this.#compactRevision = options.compactRevision
    this.#observer = options.observer
    this.#down = { since: clock.now(), reason: notReady }
    this.#freshness = new Freshness(clock, {
      requestProgress: () => storage.requestProgress(),
      waited: (seconds) => this.#observer?.waited(seconds),
    })
    this.#watchers = new WatcherSet(prefix, indexedFields[0])
    this.#bookmarks = new Bookmarks(clock, () => this.#freshness.revision)
    this.#ingest = new Ingest(
      { storage, prefix, clock },
      {
        replaced: (list) => this.#replace(list),
        changed: (event) => this.#change(event),
        following: () => this.#freshness.followed(),
        progressed: (revision) => {
          this.#observer?.progressed()
          this.#reached(revision)
        },
        lost: (error) => this.#lose(error),
      },
    )
    if (this.#compactRevision !== undefined) this.#planCompaction()
  }

  get progressSupported(): boolean {
    return this.#storage.progressSupported
  }

  async get(key: string, options: GetOptions = {}): Promise<StoredObject<T>> {
    const { resourceVersion = '' } = options
    if (resourceVersion === '' || this.#state === undefined) return this.#shared(await this.#storage.get(key, options))
    const wanted = parseResourceVersion(resourceVersion)
    requireKey(key, this.#prefix)
    await this.#freshness.wait(wanted, options.signal)
    const found = this.#requireState().map.get(key)
    if (found === undefined) throw keyError('KeyNotFound', key, { resourceVersion: this.#freshness.revision })
    return found
  }

  async list(prefix: string, options: ListOptions): Promise<StoredList<T>> {
    const key = options.single === true ? requireKey(prefix, this.#prefix) : requirePrefix(prefix, this.#prefix)
    // Invalid options are rejected in any case.
    listRequest(key, options)
    const plan = listPlan(key, options)
    if (this.#delegates(plan, options)) return this.#storage.list(prefix, options)
    try {
      if (plan.kind === 'exact') return await this.#listExact(key, options, plan)
      if (plan.kind === 'consistent') {
        // The store says how new an answer must be, and the cache has it without reading the objects again.
        const atLeast = await this.#storage.currentRevision()
        const list = await this.#listLatest(key, options, { from: plan.from, atLeast })
        this.#observer?.consistentRead(true, false)
        return list
      }
      // From version 0 a list is always whole.
      const unlimited = options.resourceVersion === '0' ? { ...options, limit: undefined } : options
      return await this.#listLatest(key, unlimited, { from: plan.from, atLeast: plan.revision })
    } catch (error) {
      // The store keeps more of the past than the cache, and is never behind itself.
      const expired = isStorageError(error, 'ResourceExpired')
      const behind = plan.kind === 'consistent' && isStorageError(error, 'TooLargeResourceVersion')
      if (plan.kind === 'consistent') this.#observer?.consistentRead(false, expired || behind)
      if (expired || behind) return this.#storage.list(prefix, options)
      throw error
    }
  }

  async create(key: string, object: T, options?: CreateOptions): Promise<StoredObject<T>> {
    const created = await this.#storage.create(key, object, options)
    await this.#dispatch(created)
    return created
  }

  async guaranteedUpdate(key: string, options: UpdateOptions<T>): Promise<UpdateResult<T>> {
    const suggestion = this.#state?.map.get(key)
    const result = await this.#storage.guaranteedUpdate(key, { ...options, suggestion })
    await this.#dispatch(result.stored)
    return result
  }

  async delete(key: string, options: DeleteOptions<T> = {}): Promise<StoredObject<T>> {
    const suggestion = this.#state?.map.get(key)
    const deleted = await this.#storage.delete(key, { ...options, suggestion })
    await this.#dispatch(deleted)
    return deleted
  }

  async watch(prefix: string, options: WatchOptions): Promise<StorageWatch<T>> {
    const key = options.single === true ? requireKey(prefix, this.#prefix) : requirePrefix(prefix, this.#prefix)
    const wanted = parseResourceVersion(options.resourceVersion)
    this.#requireState()
    try {
      const after = await this.#watchVersion(wanted, options)
      return this.#addWatcher(key, options, this.#watchStart(key, options, after))
    } catch (error) {
      // Once the options are valid, errors are events of the watch.
      return stoppedWatch(error)
    }
  }

  async count(prefix: string): Promise<number> {
    if (this.#state === undefined) return this.#storage.count(prefix)
    return this.#state.map.countPrefix(requirePrefix(prefix, this.#prefix))
  }

  currentRevision(): Promise<number> {
    return this.#storage.currentRevision()
  }

  requestProgress(): Promise<void> {
    return this.#storage.requestProgress()
  }

  readiness(): string | undefined {
    return this.#state === undefined ? this.#down.reason : undefined
  }

  ready(signal?: AbortSignal): Promise<void> {
    if (this.#state !== undefined || this.#closed || signal?.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const end = (): void => {
        // The cache may be down for long: callers that went away leave nothing behind, nor do signals that live on.
        this.#waiting.delete(end)
        signal?.removeEventListener('abort', end)
        resolve()
      }
      this.#waiting.add(end)
      signal?.addEventListener('abort', end)
    })
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.#down = { since: this.#clock.now(), reason: 'apiserver cacher is stopped' }
    this.#drop()
    this.#settle()
    this.#compactTimer?.stop()
    this.#freshness.close()
    this.#bookmarks.close()
    await this.#ingest.close()
    await this.#storage.close()
  }

  /** Lets the watchers have what was written before its writer gets the answer. */
  async #dispatch({ revision }: StoredObject<T>): Promise<void> {
    if (this.#state !== undefined && revision > this.#freshness.revision) await this.#dispatched.wait(revision)
  }

  #planCompaction(): void {
    this.#compactTimer = this.#clock.setTimer(() => {
      this.#compact()
      this.#planCompaction()
    }, compactPeriod)
  }

  #compact(): void {
    this.#state?.history.compact(this.#compactRevision?.() ?? 0)
  }

  #replace(list: StoredList<T>): void {
    // Watches end, as nobody knows what happened between the two states: their clients go on from the version that they have seen.
    this.#drop()
    // A store that was restored from a copy: versions of the time that was lost come again, for other objects.
    if (list.revision < this.#freshness.revision) this.#lostUpTo = this.#freshness.revision
    this.#state = new CacheState(list, { limits: this.#limits, fields: this.#fields })
    this.#compact()
    this.#observer?.initialized(this.#limits.atLeast)
    this.#freshness.reached(list.revision)
    this.#settle()
  }

  #settle(): void {
    for (const end of this.#waiting) end()
  }

  #change(event: Parameters<CacheState<T>['apply']>[0]): void {
    const change = this.#state!.apply(event, this.#clock.now())
    // Watchers have the event before a read is answered that waited for its version.
    this.#state!.seen(this.#watchers.dispatch(change))
    this.#observer?.received(change.revision)
    this.#reached(change.revision)
  }

  /** The watchers have everything up to this revision. */
  #reached(revision: number): void {
    this.#freshness.reached(revision)
    this.#dispatched.reached(revision)
  }

  #lose(error: unknown): void {
    const reason = error instanceof Error ? `${notReady}: ${error.message}` : notReady
    this.#down = { since: this.#clock.now(), reason }
    const isRestored = isStorageError(error, 'ResourceExpired') && isKVError(error.cause, 'Restored')
    this.#drop(isRestored ? error : undefined)
  }

  /** Ends watches and reads of the dropped state; with an error where what watches have shown cannot be continued. */
  #drop(error?: unknown): void {
    this.#state?.close()
    this.#state = undefined
    this.#dispatched.release()
    for (const watcher of [...this.#watchers]) {
      if (error === undefined) watcher.stop()
      else watcher.fail(error)
    }
  }

  #requireState(): CacheState<T> {
    if (this.#state !== undefined) return this.#state
    // The longer it is down, the later clients come again, so that all of them do not meet a store that just came back.
    const downtime = (this.#clock.now() - this.#down.since) / 1000
    const retryAfter = Math.floor(Math.min(30, Math.max(1, Math.exp(0.06 * downtime))))
    throw new StorageError('TooManyRequests', this.#down.reason, { retryAfter })
  }

  /** The cache's own object where it is the same, with what was made of it already. */
  #shared(stored: StoredObject<T>): StoredObject<T> {
    if (!this.#sharesReads) return stored
    const own = this.#state?.map.get(stored.key)
    return own?.revision === stored.revision ? own : stored
  }

  /** Whether only the storage can answer. */
  #delegates(plan: ReturnType<typeof listPlan>, options: ListOptions): boolean {
    const { single = false, limit = 0, predicate } = options
    if (plan.kind === 'consistent' && !this.#storage.progressSupported) return true
    if (plan.kind === 'exact') {
      if (single) return true
      if (plan.revision > this.#freshness.revision) return !this.#storage.progressSupported
      if (this.#state?.history.reaches(plan.revision) !== true) return true
    }
    return this.#state === undefined && predicate.empty && limit > 0
  }

  async #listExact(
    prefix: string,
    options: ListOptions,
    plan: { revision: number; from: string },
  ): Promise<StoredList<T>> {
    const { revision, from } = plan
    this.#requireState()
    await this.#freshness.wait(revision, options.signal)
    // The state may have been dropped and read again while this waited.
    const map = this.#requireState().history.at(revision)
    if (map === undefined) throw new StorageError('ResourceExpired', `too old resource version: ${revision}`)
    return this.#listed('', map, { prefix, from, revision, options })
  }

  async #listLatest(
    prefix: string,
    options: ListOptions,
    plan: { from: string; atLeast: number },
  ): Promise<StoredList<T>> {
    this.#requireState()
    await this.#freshness.wait(plan.atLeast, options.signal)
    const { predicate, single = false } = options
    const state = this.#requireState()
    // The index is built when it is first needed, and the cache continues meanwhile.
    const index = single ? undefined : await state.index(predicate.requiredFields)
    // Objects and revision are taken in one turn.
    const current = this.#requireState()
    const map = index === undefined || current !== state ? current.map : index()
    const by = map === current.map ? '' : (this.#fields[0] ?? '')
    return this.#listed(by, map, { prefix, from: plan.from, revision: this.#freshness.revision, options })
  }

  #listed(index: string, map: Parameters<typeof listFromMap<T>>[0], wanted: MapList): StoredList<T> {
    const list = listFromMap(map, wanted)
    if (this.#observer !== undefined) {
      const all = wanted.options.predicate.empty || wanted.options.single === true
      const fetched = all ? list.items.length : map.countPrefix(wanted.prefix, wanted.from)
      this.#observer.listed(index, fetched, list.items.length)
    }
    return list
  }

  /** The version after which events are wanted, which the cache has when initial events are. */
  async #watchVersion(wanted: number, options: WatchOptions): Promise<number> {
    const { resourceVersion = '', sendInitialEvents, allowBookmarks = false, signal } = options
    if (sendInitialEvents === true && allowBookmarks && !this.#storage.progressSupported)
      throw new StorageError(
        'Internal',
        'a watch stream was requested by the client but the required storage feature RequestWatchProgress is disabled',
      )
    const unset = resourceVersion === ''
    const required = unset && sendInitialEvents !== undefined ? await this.#storage.currentRevision() : wanted
    if (sendInitialEvents === true) await this.#freshness.wait(required, signal)
    return required
  }

  #watchStart(prefix: string, options: WatchOptions, after: number): WatchStart<T> {
    const { sendInitialEvents, allowBookmarks = false, single = false } = options
    const state = this.#requireState()
    const { revision } = this.#freshness
    if (sendInitialEvents === true || (after === 0 && sendInitialEvents === undefined)) {
      const one = single ? state.map.get(prefix) : undefined
      const objects = single ? (one === undefined ? [] : [one]) : state.map.withPrefix(prefix)
      return { objects, revision, endBookmark: sendInitialEvents === true && allowBookmarks }
    }
    const from = after === 0 ? revision : after
    if (from > revision && from <= this.#lostUpTo) {
      throw new StorageError('ResourceExpired', `too old resource version: ${from} (${revision})`)
    }
    const events = state.history.since(from)
    if (events === undefined)
      throw new StorageError('ResourceExpired', `too old resource version: ${from} (${state.history.oldest})`)
    return { events, revision: Math.max(from, revision), endBookmark: false }
  }

  #addWatcher(prefix: string, options: WatchOptions, start: WatchStart<T>): CacheWatcher<T> {
    const { predicate, single = false, allowBookmarks = false, deadline, signal } = options
    const [field] = this.#fields
    const trigger = field === undefined ? undefined : predicate.requiredFields?.[field]
    const watcher = new CacheWatcher<T>(
      { prefix, single, predicate, allowBookmarks, deadline, trigger, mostPending: this.#mostPending, signal },
      start,
      (ended) => {
        this.#watchers.delete(ended)
        this.#bookmarks.delete(ended)
        if (ended.tooSlow) this.#observer?.terminated()
      },
    )
    if (start.events !== undefined) this.#observer?.initialEvents(start.events.length)
    if (watcher.stopped) return watcher
    this.#watchers.add(watcher)
    this.#bookmarks.add(watcher)
    return watcher
  }
}
