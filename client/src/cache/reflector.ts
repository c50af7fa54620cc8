import type { KubernetesObject } from 'apimachinery/runtime'
import { type Clock, sleep, systemClock } from 'apimachinery/wait'
import { isInitialEventsEnd, type ObjectEvent } from 'apimachinery/watch'
import { isTransportError } from '../transport/transport-error.js'
import type { EventStream, ListerWatcher } from './lister-watcher.js'
import { factsOf } from './object-facts.js'
import { objectKey } from './object-key.js'
import { ReflectorBackoff, type ReflectorBackoffOptions } from './reflector-backoff.js'
import { isExpiredError, isTooLargeResourceVersion, isWatchRetriable, retryAfterOf } from './reflector-errors.js'
import { listSnapshot } from './reflector-list.js'
import { WatchDeadline } from './watch-deadline.js'

/** The store that a reflector fills. */
export interface ReflectorStore<T extends KubernetesObject> {
  /** An object is new or has changed. */
  put(object: T): void
  /** A deleted object, in its last state. */
  remove(object: T): void
  /** These objects are there, and no others. */
  replace(objects: readonly T[]): void
  /** All that happened up to a resource version is in the store. */
  reached(resourceVersion: string): void
}

/** The current activity of a reflector. */
export type ReflectorPhase = 'listing' | 'watching' | 'waiting' | 'stopped'

/** The state of a reflector. */
export interface ReflectorState {
  readonly resource: string
  /** The namespace that is read; undefined for all. */
  readonly namespace: string | undefined
  readonly phase: ReflectorPhase
  /** The version up to which the store is complete; empty before the first list. */
  readonly resourceVersion: string
  /** The last error since the last success. */
  readonly error?: unknown
}

/** How a {@link Reflector} reads. */
export interface ReflectorOptions {
  readonly clock?: Clock | undefined
  /** Numbers from 0 up to 1. Default `Math.random`. */
  readonly random?: (() => number) | undefined
  /**
   * Request the objects as the first events of the watch; if the server does not support that, a list is used. Default
   * true.
   */
  readonly watchList?: boolean | undefined
  /** Objects in a page of a list. Default: 500, and lists in one piece where the server's cache answers. */
  readonly pageSize?: number | undefined
  /** Watches end after this time to twice this time, in milliseconds. Default 5 minutes. */
  readonly minWatchTimeout?: number | undefined
  readonly backoff?: ReflectorBackoffOptions | undefined
  /** Called with errors. The reflector continues after any error. */
  readonly onError?: ((error: unknown, state: ReflectorState) => void) | undefined
  readonly onState?: ((state: ReflectorState) => void) | undefined
}

const defaultPageSize = 500
const defaultMinWatchTimeout = 300_000
/** A server that sends nothing for this time does not support initial events. */
const initialEventsPatience = 10_000
const shortWatch = 1000
const shortWatchesBeforeList = 3

/**
 * Keeps a store equal to what the server has: lists, watches from there, and after a gap lists again. Nothing ends it but its
 * signal, or that its client was closed. `client-go/tools/cache.Reflector`.
 */
export class Reflector<T extends KubernetesObject> {
  readonly #source: ListerWatcher<T>
  readonly #store: ReflectorStore<T>
  readonly #options: ReflectorOptions
  readonly #clock: Clock
  readonly #random: () => number
  readonly #backoff: ReflectorBackoff
  #resourceVersion = ''
  /** The server did not have the last version: the next list has to be of the newest. */
  #versionUnavailable = false
  #watchList: boolean
  #paginated = false
  #phase: ReflectorPhase = 'stopped'
  #error: unknown

  constructor(source: ListerWatcher<T>, store: ReflectorStore<T>, options: ReflectorOptions = {}) {
    const { clock = systemClock, random = Math.random, backoff, watchList = true } = options
    this.#source = source
    this.#store = store
    this.#options = options
    this.#clock = clock
    this.#random = random
    this.#watchList = watchList
    this.#backoff = new ReflectorBackoff({ ...backoff, clock, random })
  }

  get state(): ReflectorState {
    const { resource, namespace } = this.#source
    const error = this.#error
    const state = { resource, namespace, phase: this.#phase, resourceVersion: this.#resourceVersion }
    return error === undefined ? state : { ...state, error }
  }

  /** Reads until `signal` is aborted. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      let pause = 0
      try {
        await this.#listAndWatch(signal)
      } catch (error) {
        if (signal.aborted) break
        this.#fail(error)
        if (isTransportError(error, 'Closed')) break
        pause = retryAfterOf(error)
      }
      await this.#wait(pause, signal)
    }
    this.#enter('stopped')
  }

  /** Fills the store, then follows the changes; returns when it has to be filled again. */
  async #listAndWatch(signal: AbortSignal): Promise<void> {
    this.#enter('listing')
    let events: EventStream<T> | undefined
    if (this.#watchList) {
      try {
        events = await this.#readInitialEvents(signal)
      } catch (error) {
        if (signal.aborted || isWatchRetriable(error) || isTransportError(error)) throw error
        // The server has no initial events, or none now: a list always works.
        if (isExpiredError(error) || isTooLargeResourceVersion(error)) this.#versionUnavailable = true
      }
    }
    if (events === undefined) await this.#list(signal)
    this.#error = undefined
    await this.#follow(events, signal)
  }

  async #list(signal: AbortSignal): Promise<void> {
    const read = () => {
      const resourceVersion = this.#listVersion()
      const cached = resourceVersion !== '' && !this.#paginated
      const limit = this.#options.pageSize ?? (cached && resourceVersion !== '0' ? 0 : defaultPageSize)
      return listSnapshot(this.#source, { resourceVersion, limit, signal })
    }
    const snapshot = await read().catch((error: unknown) => {
      if (!isExpiredError(error) && !isTooLargeResourceVersion(error)) throw error
      this.#versionUnavailable = true
      return read()
    })
    signal.throwIfAborted()
    // A server that pages although its cache may answer has no cache.
    if (this.#listVersion() === '0' && snapshot.paginated) this.#paginated = true
    this.#replace(snapshot.items, snapshot.resourceVersion)
  }

  #listVersion(): string {
    if (this.#versionUnavailable) return ''
    return this.#resourceVersion === '' ? '0' : this.#resourceVersion
  }

  /**
   * Reads the objects as the first events of a watch, which continues after them; undefined if the server does not send
   * their end.
   */
  async #readInitialEvents(signal: AbortSignal): Promise<EventStream<T> | undefined> {
    const events = this.#openWatch(signal, {
      sendInitialEvents: true,
      resourceVersionMatch: 'NotOlderThan',
      resourceVersion: this.#versionUnavailable ? '' : this.#resourceVersion,
    })
    const patience = new WatchDeadline(this.#clock, () => events.stop())
    const objects = new Map<string, T>()
    try {
      for (;;) {
        patience.set(initialEventsPatience)
        const { value, done } = await events.next()
        if (done === true) break
        if (isInitialEventsEnd(value)) {
          signal.throwIfAborted()
          this.#replace([...objects.values()], factsOf(value.object).resourceVersion ?? '')
          return events
        }
        collect(objects, value)
      }
      signal.throwIfAborted()
      if (patience.passed) this.#watchList = false
      return undefined
    } catch (error) {
      events.stop()
      throw error
    } finally {
      patience.clear()
    }
  }

  #openWatch(signal: AbortSignal, options: object): EventStream<T> {
    const shortest = Math.max(this.#options.minWatchTimeout ?? defaultMinWatchTimeout, 1000)
    const timeoutSeconds = Math.floor((shortest * (1 + this.#random())) / 1000)
    const events = this.#source.watch({ ...options, allowWatchBookmarks: true, timeoutSeconds, signal })
    return withDeadline(events, new WatchDeadline(this.#clock, () => events.stop()), (timeoutSeconds + 30) * 1000)
  }

  /** Watches from the last version, again and again, until that is of no use. */
  async #follow(first: EventStream<T> | undefined, signal: AbortSignal): Promise<void> {
    let events = first
    for (let short = 0; short < shortWatchesBeforeList && !signal.aborted; ) {
      this.#enter('watching')
      events ??= this.#openWatch(signal, { resourceVersion: this.#resourceVersion })
      const start = this.#clock.monotonic()
      let count = 0
      let pause = 0
      try {
        for (let next = await events.next(); next.done !== true; next = await events.next()) {
          if (signal.aborted) return
          count++
          this.#accept(next.value)
        }
      } catch (error) {
        if (signal.aborted) return
        if (isExpiredError(error)) return
        if (!isWatchRetriable(error)) throw error
        this.#fail(error)
        pause = Math.max(1, retryAfterOf(error))
      } finally {
        events.stop()
        events = undefined
      }
      if (signal.aborted) return
      const wasShort = count === 0 && this.#clock.monotonic() - start < shortWatch
      short = wasShort && pause === 0 ? short + 1 : 0
      if (wasShort || pause > 0) await this.#wait(pause, signal)
    }
  }

  #accept(event: ObjectEvent<T>): void {
    const { type, object } = event
    if (type === 'DELETED') this.#store.remove(object)
    else if (type !== 'BOOKMARK') this.#store.put(object)
    this.#error = undefined
    // Without a version to start from the first events are the state, in any order.
    const ordered = this.#resourceVersion !== '' && this.#resourceVersion !== '0'
    const { resourceVersion = '' } = factsOf(object)
    if (resourceVersion !== '' && (ordered || type !== 'ADDED')) this.#reached(resourceVersion)
  }

  #replace(objects: readonly T[], resourceVersion: string): void {
    this.#store.replace(objects)
    this.#versionUnavailable = false
    this.#reached(resourceVersion)
  }

  #reached(resourceVersion: string): void {
    this.#resourceVersion = resourceVersion
    this.#store.reached(resourceVersion)
  }

  async #wait(atLeast: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    this.#enter('waiting')
    await sleep(this.#backoff.next(atLeast), { clock: this.#clock, signal }).catch(() => undefined)
  }

  #fail(error: unknown): void {
    this.#error = error
    try {
      this.#options.onError?.(error, this.state)
    } catch {
      // An error callback may fail; the cache must continue.
    }
  }

  #enter(phase: ReflectorPhase): void {
    if (this.#phase === phase) return
    this.#phase = phase
    this.#options.onState?.(this.state)
  }
}

function collect<T extends KubernetesObject>(objects: Map<string, T>, { type, object }: ObjectEvent<T>): void {
  if (type === 'DELETED') objects.delete(objectKey(object))
  else if (type !== 'BOOKMARK') objects.set(objectKey(object), object)
}

/** Ends a watch whose server does not end it in time. */
function withDeadline<T extends KubernetesObject>(
  events: EventStream<T>,
  deadline: WatchDeadline,
  milliseconds: number,
): EventStream<T> {
  deadline.set(milliseconds)
  return {
    next: async () => {
      try {
        const next = await events.next()
        if (next.done === true) deadline.clear()
        return next
      } catch (error) {
        deadline.clear()
        throw error
      }
    },
    stop: () => {
      deadline.clear()
      events.stop()
    },
  }
}
