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

/** The last events of a cache, and with each the objects as they were after it. */
export class EventHistory<T extends KubernetesObject> {
  readonly #limits: EventHistoryLimits
  #events: CacheEvent<T>[] = []
  #dropped = 0
  #bytes = 0
  /** The state before the first event. */
  #base: State<T>
  /** States before it are not given any more. */
  #compacted = 0

  constructor(limits: EventHistoryLimits, base: State<T>) {
    this.#limits = limits
    this.#base = base
  }

  /** The oldest version that lists and watches can begin at. */
  get oldest(): number {
    return this.#base.revision
  }

  get size(): number {
    return this.#events.length - this.#dropped
  }

  add(event: CacheEvent<T>): void {
    this.#events.push(event)
    this.#bytes += bytesOf(event)
    const { atLeast, atMost, age, bytes } = this.#limits
    while (this.size > atMost || (this.size > atLeast && (this.#first.time < event.time - age || this.#bytes > bytes)))
      this.#drop()
  }

  /** The events after a version; undefined where some of them are gone. */
  since(revision: number): readonly CacheEvent<T>[] | undefined {
    if (revision < this.#base.revision) return undefined
    return this.#events.slice(this.#after(revision))
  }

  /** Gives no states from before a version any more, as the store. Its events stay. */
  compact(revision: number): void {
    this.#compacted = Math.max(this.#compacted, revision)
  }

  /** The objects at a version that the cache has reached; undefined where that is gone. */
  at(revision: number): OrderedMap<StoredObject<T>> | undefined {
    if (revision < this.#base.revision || revision < this.#compacted) return undefined
    const after = this.#after(revision)
    return after === this.#dropped ? this.#base.map : this.#events[after - 1]!.after
  }

  get #first(): CacheEvent<T> {
    return this.#events[this.#dropped]!
  }

  #drop(): void {
    const { revision, after: map } = this.#first
    this.#bytes -= bytesOf(this.#first)
    this.#base = { revision, map }
    this.#dropped++
    if (this.#dropped < this.size) return
    this.#events = this.#events.slice(this.#dropped)
    this.#dropped = 0
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

/** What an event holds that the newest state does not: the object it replaced. */
function bytesOf<T extends KubernetesObject>({ before }: CacheEvent<T>): number {
  return before === undefined ? 0 : dataSize(before)
}
