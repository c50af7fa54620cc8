import type { KubernetesObject } from 'apimachinery/runtime'
import type { OrderedMap } from '../../internal/ordered-map.js'
import { dataSize } from '../lazy-object.js'
import type { StoredObject } from '../stored-object.js'
import type { CacheEvent } from './cache-event.js'

/** How much of the past a cache keeps. Source: watch_cache_history.go of k8s.io/apiserver/pkg/storage/cacher. */
export interface EventHistoryLimits {
  /** Events that are kept however old they are. */
  readonly atLeast: number
  /** Events that are kept however new they are. */
  readonly atMost: number
  /** Milliseconds that an event is kept. */
  readonly age: number
  /** Bytes of the objects that events have replaced; beyond it events go before their time. */
  readonly bytes: number
}

interface State<T extends KubernetesObject> {
  readonly revision: number
  readonly map: OrderedMap<StoredObject<T>>
}

/** The number of events between two kept states of the objects. */
const spacing = 32

/**
 * The last events of a cache, and the objects as they were after each: those after one event in {@link spacing} are kept, and
 * the others are made of them by undoing the events between. A state shares with the next one all but a few kilobytes.
 */
export class EventHistory<T extends KubernetesObject> {
  readonly #limits: EventHistoryLimits
  #events: CacheEvent<T>[] = []
  /** The objects after each event, where they are kept. */
  #states: (OrderedMap<StoredObject<T>> | undefined)[] = []
  #dropped = 0
  #bytes = 0
  #newest: OrderedMap<StoredObject<T>>
  /** Revision before the first event. */
  #oldest: number
  /** States before it are not given any more. */
  #compacted = 0
  #sinceKept = 0
  /** The last computed state: the pages of a list use the same one. */
  #made: State<T> | undefined

  constructor(limits: EventHistoryLimits, base: State<T>) {
    this.#limits = limits
    this.#newest = base.map
    this.#oldest = base.revision
  }

  /** The oldest version that lists and watches can begin at. */
  get oldest(): number {
    return this.#oldest
  }

  get size(): number {
    return this.#events.length - this.#dropped
  }

  /** `after`: the objects as they are after the event. */
  add(event: CacheEvent<T>, after: OrderedMap<StoredObject<T>>): void {
    this.#events.push(event)
    this.#sinceKept = (this.#sinceKept + 1) % spacing
    this.#states.push(this.#sinceKept === 0 ? after : undefined)
    this.#newest = after
    this.#bytes += bytesOf(event)
    const { atLeast, atMost, age, bytes } = this.#limits
    while (this.size > atMost || (this.size > atLeast && (this.#first.time < event.time - age || this.#bytes > bytes)))
      this.#drop()
  }

  /** The events after a version; undefined where some of them are dropped. */
  since(revision: number): readonly CacheEvent<T>[] | undefined {
    if (revision < this.#oldest) return undefined
    return this.#events.slice(this.#after(revision))
  }

  /** Gives no states from before a version any more, as the store. Its events stay. */
  compact(revision: number): void {
    this.#compacted = Math.max(this.#compacted, revision)
  }

  /** Whether there is still what the objects were at a version. */
  reaches(revision: number): boolean {
    return revision >= this.#oldest && revision >= this.#compacted
  }

  /** The objects at a version that the cache has reached; undefined where that is dropped. */
  at(revision: number): OrderedMap<StoredObject<T>> | undefined {
    if (!this.reaches(revision)) return undefined
    if (this.#made?.revision !== revision) this.#made = { revision, map: this.#before(this.#after(revision)) }
    return this.#made.map
  }

  get #first(): CacheEvent<T> {
    return this.#events[this.#dropped]!
  }

  #drop(): void {
    this.#oldest = this.#first.revision
    this.#bytes -= bytesOf(this.#first)
    this.#dropped++
    if (this.#dropped < this.size) return
    this.#events = this.#events.slice(this.#dropped)
    this.#states = this.#states.slice(this.#dropped)
    this.#dropped = 0
  }

  /** The objects before the event at an index: those after a later one, with all that happened since undone. */
  #before(index: number): OrderedMap<StoredObject<T>> {
    let kept = Math.max(index - 1, this.#dropped)
    while (kept < this.#states.length && this.#states[kept] === undefined) kept++
    let map = this.#states[kept] ?? this.#newest
    for (let at = Math.min(kept, this.#events.length - 1); at >= index; at--) {
      const { key, before } = this.#events[at]!
      map = before === undefined ? map.delete(key) : map.set(before)
    }
    return map
  }

  /** Index of the first event after a version. */
  #after(revision: number): number {
    let low = this.#dropped
    let high = this.#events.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#events[middle]!.revision <= revision) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** The bytes of an event that the newest state does not have: those of the replaced object. */
function bytesOf<T extends KubernetesObject>({ before }: CacheEvent<T>): number {
  return before === undefined ? 0 : dataSize(before)
}
