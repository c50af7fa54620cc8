import { Channel } from 'apimachinery/collections'
import { isNotFound, MachineryError, messageOf } from 'apimachinery/errors'
import { compareResourceVersion } from 'apimachinery/meta'
import type { KubernetesObject } from 'apimachinery/runtime'
import { type Clock, systemClock } from 'apimachinery/wait'
import type { StreamIterator } from '../rest/stream-iterator.js'
import type { EventHandler, HandlerOptions, HandlerRegistration } from './event-handler.js'
import { EventListener, type Notification } from './event-listener.js'
import { IndexedStore, type Indexers, namespaceIndex } from './indexed-store.js'
import { Lister } from './lister.js'
import type { ListerWatcher } from './lister-watcher.js'
import { factsOf } from './object-facts.js'
import { objectKey } from './object-key.js'
import { Reflector, type ReflectorOptions, type ReflectorState, type ReflectorStore } from './reflector.js'
import type { Snapshot } from './reflector-list.js'
import { VersionWaiters } from './version-waiters.js'

/** How a {@link SharedInformer} works. */
export interface InformerOptions<T extends KubernetesObject> extends Omit<ReflectorOptions, 'onState'> {
  readonly indexers?: Indexers<T> | undefined
  /** Changes objects before they are stored, to keep less of them. Its argument may be changed in place. */
  readonly transform?: ((object: T) => T) | undefined
}

/**
 * A store that mirrors the objects of a server, and handlers that get the changes. One informer serves many handlers; a
 * later handler first gets the existing objects. `client-go/tools/cache.SharedIndexInformer`.
 */
export class SharedInformer<T extends KubernetesObject> {
  /** Reads the store. Objects are frozen. */
  readonly lister: Lister<T>
  readonly #store: IndexedStore<T>
  readonly #options: InformerOptions<T>
  readonly #clock: Clock
  readonly #partitions: readonly Partition<T>[]
  readonly #listeners = new Set<EventListener<T>>()
  readonly #states = new Set<Channel<ReflectorState>>()
  readonly #waiters = new VersionWaiters()
  readonly #syncWaiters = new Set<() => void>()
  readonly #stopping = new AbortController()
  #running: Promise<void> | undefined
  #stopped = false

  /** @param sources - one, or one for each namespace, which do not overlap. */
  constructor(sources: ListerWatcher<T> | readonly ListerWatcher<T>[], options: InformerOptions<T> = {}) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
    this.#store = new IndexedStore(options.indexers, (error) => this.#report(error))
    this.lister = new Lister(this.#store)
    const list = Array.isArray(sources) ? sources : [sources as ListerWatcher<T>]
    this.#partitions = list.map((source) => {
      const partition: Partition<T> = new Partition(source, {
        ...options,
        store: (each) => this.#storeOf(each),
        onState: (state) => this.#publish(state),
      })
      return partition
    })
  }

  /** Whether the store was filled. */
  hasSynced(): boolean {
    return this.#partitions.every(({ synced }) => synced)
  }

  /** Whether the informer was started, and is not stopped. */
  get isRunning(): boolean {
    return this.#running !== undefined && !this.#stopped
  }

  /** The state of each source. */
  state(): ReflectorState[] {
    return this.#partitions.map(({ reflector }) => reflector.state)
  }

  /** What is read, for messages: `apps/v1, Kind=Deployment`. */
  get kind(): string {
    const [first] = this.#partitions
    return first?.source.kind ?? first?.source.resource ?? ''
  }

  /** Why the store is not filled, or not up to date: the last errors of the server or the connection. */
  get problem(): string | undefined {
    const problems = this.#partitions.flatMap(({ source, reflector }) => {
      const { error } = reflector.state
      if (error === undefined) return []
      // The server does not have the path: its message would only say that.
      if (isNotFound(error) && source.noMatch !== undefined) return [source.noMatch]
      return [messageOf(error)]
    })
    return problems.length === 0 ? undefined : [...new Set(problems)].join(', ')
  }

  /** The current state of each source, and each change of it, until the informer stops. */
  states(): StreamIterator<ReflectorState> {
    const states = new Channel<ReflectorState>(Number.POSITIVE_INFINITY)
    for (const state of this.state()) states.trySend(state)
    if (this.#stopped) states.close()
    else this.#states.add(states)
    return states.iterate(() => {
      this.#states.delete(states)
      states.close()
    })
  }

  /** The version up to which the store is complete, of a namespace where there are several sources; empty before it is filled. */
  resourceVersion(namespace?: string): string {
    return this.#partitionOf(namespace)?.reflector.state.resourceVersion ?? ''
  }

  /** Adds indices, also while the informer runs. @throws MachineryError `IndexConflict` */
  addIndexers(indexers: Indexers<T>): void {
    this.#store.addIndexers(indexers)
  }

  /** Adds a handler, which gets the existing objects first, then each change. @throws MachineryError `Stopped` */
  addEventHandler(handler: EventHandler<T>, options: HandlerOptions = {}): HandlerRegistration {
    if (this.#stopped)
      throw new MachineryError('Stopped', 'the informer has stopped: a handler would be told of nothing')
    const listener: EventListener<T> = new EventListener(handler, options, {
      clock: this.#clock,
      onError: (error) => this.#report(error),
      objects: () => this.#store.values(),
      onRemove: () => this.#listeners.delete(listener),
    })
    for (const object of this.#store.values()) listener.push({ type: 'add', object, isInInitialList: true })
    if (this.hasSynced()) listener.push({ type: 'synced' })
    this.#listeners.add(listener)
    if (this.isRunning) listener.startResync()
    return listener
  }

  /** Runs until `signal` is aborted or {@link stop} is called. Later calls return the same promise. */
  run(signal?: AbortSignal): Promise<void> {
    this.#running ??= this.#run(signal)
    return this.#running
  }

  /** Ends the reading. The store stays as it is. */
  async stop(): Promise<void> {
    this.#stopping.abort(new DOMException('the informer was stopped', 'AbortError'))
    await (this.#running ?? this.#end())
  }

  /** Waits until the store was filled. @throws the reason of `signal`; MachineryError `Stopped` */
  async waitForSync(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    if (this.hasSynced()) return
    await new Promise<void>((resolve, reject) => {
      const abort = (): void => {
        this.#syncWaiters.delete(wake)
        reject(signal?.reason)
      }
      const wake = (): void => {
        signal?.removeEventListener('abort', abort)
        if (this.hasSynced()) resolve()
        else reject(new MachineryError('Stopped', 'the informer stopped before its store was filled'))
      }
      signal?.addEventListener('abort', abort, { once: true })
      if (this.#stopped) wake()
      else this.#syncWaiters.add(wake)
    })
  }

  /**
   * Waits until the store has all changes up to a version, `timeout` milliseconds at the most. @returns whether it has.
   */
  waitForResourceVersion(resourceVersion: string, options: VersionOptions): Promise<boolean> {
    const has = (): boolean => isAtLeast(this.resourceVersion(options.namespace), resourceVersion)
    if (has()) return Promise.resolve(true)
    if (this.#stopped) return Promise.resolve(false)
    return this.#waiters.wait(has, { ...options, clock: this.#clock })
  }

  /** Waits until the store has what was listed, or what came after it. @returns whether it has, before the timeout */
  waitForObjects(lists: readonly Snapshot<KubernetesObject>[], options: VersionOptions): Promise<boolean> {
    const has = (): boolean => this.#partitions.every((each, index) => this.#hasObjects(each, lists[index]))
    if (has()) return Promise.resolve(true)
    return this.#waiters.wait(has, { ...options, clock: this.#clock })
  }

  #hasObjects({ source, reflector }: Partition<T>, list: Snapshot<KubernetesObject> | undefined): boolean {
    const version = reflector.state.resourceVersion
    if (list === undefined || isAtLeast(version, list.resourceVersion)) return true
    // The version of a list counts the changes of all kinds: the objects may be the same nevertheless.
    const listed = new Set<string>()
    for (const object of list.items) {
      const key = objectKey(object)
      const { resourceVersion = '' } = factsOf(object)
      listed.add(key)
      const stored = this.#store.get(key)
      if (!isAtLeast(stored === undefined ? version : (factsOf(stored).resourceVersion ?? ''), resourceVersion))
        return false
    }
    const { namespace } = source
    const keys = namespace === undefined ? [...this.#store.keys()] : this.#store.indexKeys(namespaceIndex, namespace)
    return keys.every((key) => listed.has(key))
  }

  /** Whether every handler got all events. */
  get idle(): boolean {
    return [...this.#listeners].every(({ idle }) => idle)
  }

  async #run(signal: AbortSignal | undefined): Promise<void> {
    const stopping = this.#stopping.signal
    const both = signal === undefined ? stopping : AbortSignal.any([signal, stopping])
    for (const listener of this.#listeners) listener.startResync()
    await Promise.all(this.#partitions.map(({ reflector }) => reflector.run(AbortSignal.any([both]))))
    this.#end()
  }

  #end(): void {
    this.#stopped = true
    for (const listener of this.#listeners) listener.stop()
    this.#waiters.end()
    this.#wakeSyncWaiters()
    for (const states of this.#states) states.close()
    this.#states.clear()
  }

  #wakeSyncWaiters(): void {
    for (const wake of this.#syncWaiters) wake()
    this.#syncWaiters.clear()
  }

  #partitionOf(namespace: string | undefined): Partition<T> | undefined {
    if (this.#partitions.length === 1) return this.#partitions[0]
    return this.#partitions.find(({ source }) => source.namespace === namespace)
  }

  #storeOf(partition: Partition<T>): ReflectorStore<T> {
    return {
      put: (object) => void this.#put(object, !partition.synced),
      remove: (object) => this.#remove(objectKey(object), object),
      replace: (objects) => this.#replace(partition, objects),
      reached: () => this.#waiters.check(),
    }
  }

  #replace(partition: Partition<T>, objects: readonly T[]): void {
    const { namespace } = partition.source
    const known = namespace === undefined ? [...this.#store.keys()] : this.#store.indexKeys(namespaceIndex, namespace)
    const gone = new Set(known)
    for (const object of objects) gone.delete(this.#put(object, !partition.synced))
    for (const key of gone) this.#remove(key)
    if (partition.synced) return
    partition.synced = true
    if (!this.hasSynced()) return
    this.#notify({ type: 'synced' })
    this.#wakeSyncWaiters()
  }

  #put(received: T, isInInitialList: boolean): string {
    const key = objectKey(received)
    const object = this.#transformed(received)
    const old = this.#store.set(object, key)
    if (old === undefined) this.#notify({ type: 'add', object, isInInitialList })
    else if (factsOf(old).uid !== factsOf(object).uid) {
      // The object was deleted and created again between two lists: handlers get both events.
      this.#notify({ type: 'delete', object: old, finalStateUnknown: true })
      this.#notify({ type: 'add', object, isInInitialList: false })
    } else if (factsOf(old).resourceVersion !== factsOf(object).resourceVersion) {
      this.#notify({ type: 'update', old, object, isResync: false })
    }
    return key
  }

  /** @param last - its state when it was deleted; without it that in the store is the last that was seen. */
  #remove(key: string, last?: T): void {
    const old = this.#store.delete(key)
    if (old === undefined) return
    this.#notify({
      type: 'delete',
      object: last === undefined ? old : this.#transformed(last),
      finalStateUnknown: last === undefined,
    })
  }

  /** The stored form of an object: the whole object if the transform fails, because a cache must not omit objects. */
  #transformed(object: T): T {
    const { transform } = this.#options
    if (transform === undefined) return object
    try {
      return transform(object)
    } catch (error) {
      this.#report(error)
      return object
    }
  }

  #notify(notification: Notification<T>): void {
    for (const listener of this.#listeners) listener.push(notification)
  }

  #publish(state: ReflectorState): void {
    for (const states of this.#states) states.trySend(state)
  }

  /** Reports an error of the user's functions. The callback may fail, too; the store must continue. */
  #report(error: unknown): void {
    const [state] = this.state()
    try {
      if (state !== undefined) this.#options.onError?.(error, state)
    } catch {
      // There is no other callback to report to.
    }
  }
}

/** How long is waited for a version. */
export interface VersionOptions {
  /** Milliseconds. */
  readonly timeout: number
  /** The namespace, where there are several sources. */
  readonly namespace?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** One source, and whether it was read. */
class Partition<T extends KubernetesObject> {
  readonly source: ListerWatcher<T>
  readonly reflector: Reflector<T>
  synced = false

  constructor(
    source: ListerWatcher<T>,
    { store, ...options }: ReflectorOptions & { readonly store: (partition: Partition<T>) => ReflectorStore<T> },
  ) {
    this.source = source
    this.reflector = new Reflector(source, store(this), options)
  }
}

/** Whether a version is equal or newer; versions that are not numbers cannot be compared. */
function isAtLeast(version: string, wanted: string): boolean {
  try {
    return compareResourceVersion(version, wanted) >= 0
  } catch {
    return version === wanted
  }
}
