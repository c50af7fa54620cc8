import { messageOf } from 'apimachinery/errors'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { KVEvent, KVWatch, KVWatchResponse } from './kv/kv.js'
import { isKVError } from './kv/kv-error.js'
import type { LazyObject } from './lazy-object.js'
import { listPages } from './list-pages.js'
import type { ObjectStore } from './object-store.js'
import { parseResourceVersion } from './resource-version.js'
import type { StorageEvent, StorageWatch, WatchOptions } from './storage.js'
import { isStorageError, StorageError, tooLargeResourceVersion } from './storage-error.js'
import { overKV, translateKVError } from './translate-kv-error.js'

type Batch<T extends KubernetesObject> = readonly StorageEvent<T>[]

/** A watch of the store itself, without a cache. Source: watcher.go of k8s.io/apiserver/pkg/storage/etcd3. */
export class ObjectWatch<T extends KubernetesObject> implements StorageWatch<T> {
  readonly #store: ObjectStore<T>
  readonly #key: string
  readonly #options: WatchOptions
  /** Changes after this revision are wanted; 0: what there is comes first. */
  readonly #after: number
  #watch: KVWatch | undefined
  /** Progress was requested before there was a watch of the store. */
  #progressWanted = false
  #stopped = false

  private constructor(store: ObjectStore<T>, key: string, start: { options: WatchOptions; after: number }) {
    this.#store = store
    this.#key = key
    this.#options = start.options
    this.#after = start.after
    const { signal, progress } = start.options
    if (progress === true) store.progressing.add(this)
    if (signal?.aborted) this.#stopped = true
    else signal?.addEventListener('abort', this.#abort)
  }

  static async start<T extends KubernetesObject>(store: ObjectStore<T>, key: string, options: WatchOptions) {
    const wanted = parseResourceVersion(options.resourceVersion)
    const fromNow = wanted === 0 && options.sendInitialEvents === false
    const after = fromNow ? (await overKV(key, () => store.kv.range({ key: store.prefix }))).revision : wanted
    return new ObjectWatch(store, key, { options, after })
  }

  /** Requests progress from the store, if it is needed. */
  requestProgress(): void {
    if (this.#watch === undefined) this.#progressWanted = true
    else this.#watch.requestProgress()
  }

  stop(): void {
    this.#stopped = true
    this.#store.progressing.delete(this)
    this.#watch?.cancel()
    this.#options.signal?.removeEventListener('abort', this.#abort)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Batch<T>, void> {
    try {
      for await (const batch of this.#batches()) {
        if (this.#stopped) return
        if (batch.length > 0) yield batch
      }
    } catch (error) {
      if (!this.#stopped) yield [{ type: 'ERROR', error: watchError(error, this.#key) }]
    } finally {
      this.stop()
    }
  }

  readonly #abort = (): void => this.stop()

  async *#batches(): AsyncGenerator<Batch<T>, void> {
    const { sendInitialEvents, allowBookmarks, predicate, single, signal } = this.#options
    let after = this.#after
    if (sendInitialEvents === true || (sendInitialEvents === undefined && after === 0)) {
      if (after > 0) await this.#requireRevision(after)
      const list = await listPages(this.#store, this.#key, { predicate, single, signal })
      after = list.revision
      yield list.items.map((stored) => ({ type: 'ADDED', stored }))
      if (sendInitialEvents === true && allowBookmarks === true)
        yield [{ type: 'BOOKMARK', revision: after, initialEventsEnd: true }]
    }
    if (this.#stopped) return
    // Who wants progress has read the store at that revision.
    const known = this.#options.progress === true
    this.#watch = this.#store.kv.watch({ key: this.#key, prefix: single !== true, fromRevision: after + 1, known })
    if (this.#progressWanted) this.#watch.requestProgress()
    for await (const response of this.#watch) {
      const batch: StorageEvent<T>[] = []
      try {
        await this.#transform(response, batch)
      } catch (error) {
        // Events before the invalid one are delivered first.
        yield batch
        throw error
      }
      yield batch
    }
  }

  async #requireRevision(wanted: number): Promise<void> {
    const { revision } = await this.#store.kv.range({ key: this.#store.prefix })
    if (wanted > revision) throw tooLargeResourceVersion(wanted, revision, 1)
  }

  async #transform({ events, revision }: KVWatchResponse, batch: StorageEvent<T>[]): Promise<void> {
    for (const event of events) {
      const seen = await this.#seen(event)
      if (seen !== undefined) batch.push(seen)
    }
    const last = events.at(-1)?.kv.modRevision ?? 0
    if (this.#options.progress === true && revision > last)
      batch.push({ type: 'BOOKMARK', revision, initialEventsEnd: false })
  }

  /** The change as this watcher sees it. */
  async #seen({ type, kv, previous }: KVEvent): Promise<StorageEvent<T> | undefined> {
    const { predicate } = this.#options
    const created = type === 'put' && kv.createRevision === kv.modRevision
    if (!created && previous === undefined) throw previousUnknown(kv, type)
    const matches = (stored: LazyObject<T> | undefined) =>
      stored !== undefined && (predicate.empty || predicate.matches(stored.attributes))
    const now = type === 'put' ? (await this.#store.read(kv)).stored : undefined
    if (now !== undefined && predicate.empty)
      return { type: previous === undefined ? 'ADDED' : 'MODIFIED', stored: now }
    const before = previous === undefined ? undefined : await this.#before(previous, type)
    if (now !== undefined && matches(now)) return { type: matches(before) ? 'MODIFIED' : 'ADDED', stored: now }
    return matches(before) ? { type: 'DELETED', stored: before!.at(kv.modRevision) } : undefined
  }

  async #before(previous: KVEvent['kv'], type: KVEvent['type']): Promise<LazyObject<T>> {
    try {
      return (await this.#store.read(previous)).stored
    } catch (error) {
      if (type === 'put') throw error
      const message = `saw a DELETED event, but object data is corrupt - ${messageOf(error)}`
      throw new StorageError('Internal', message, { key: previous.key, cause: error })
    }
  }
}

/** A recently compacted etcd does not have it, and it is unknown what the watch has shown. Source: event.go. */
function previousUnknown({ key, modRevision }: KVEvent['kv'], type: KVEvent['type']): StorageError {
  const facts = `key=${JSON.stringify(key)}, modRevision=${modRevision}, type=${type.toUpperCase()}`
  return new StorageError('Internal', `etcd event received with PrevKv=nil (${facts})`, { key })
}

const tooOld = 'The resourceVersion for the provided watch is too old.'

function watchError(error: unknown, key: string): unknown {
  if (isKVError(error, 'Compacted') || isKVError(error, 'Restored'))
    return new StorageError('ResourceExpired', tooOld, { cause: error })
  return isStorageError(error) ? error : translateKVError(error, key)
}
