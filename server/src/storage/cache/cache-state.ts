import type { KubernetesObject } from 'apimachinery/runtime'
import { OrderedMap } from '../../internal/ordered-map.js'
import { release } from '../lazy-object.js'
import type { StorageEvent, StoredList } from '../storage.js'
import type { StoredObject } from '../stored-object.js'
import { CacheEvent } from './cache-event.js'
import { EventHistory, type EventHistoryLimits } from './event-history.js'
import { FieldIndex } from './field-index.js'
import { WrittenObjects } from './written-objects.js'

/** All objects of a resource, how they came to be so, and indexes over them. */
export class CacheState<T extends KubernetesObject> {
  readonly history: EventHistory<T>
  #map: OrderedMap<StoredObject<T>>
  readonly #indexes: ReadonlyMap<string, FieldIndex<T>>
  readonly #written = new WrittenObjects<T>()

  constructor(list: StoredList<T>, settings: { limits: EventHistoryLimits; fields: readonly string[] }) {
    this.#map = OrderedMap.fromSorted(list.items)
    this.history = new EventHistory(settings.limits, { revision: list.revision, map: this.#map })
    this.#indexes = new Map(settings.fields.map((field) => [field, new FieldIndex<T>(field)]))
  }

  get map(): OrderedMap<StoredObject<T>> {
    return this.#map
  }

  /** Takes over a change of the store. */
  apply(event: Extract<StorageEvent<T>, { stored: StoredObject<T> }>, time: number): CacheEvent<T> {
    const { stored } = event
    const { key, revision } = stored
    const before = this.#map.get(key)
    const now = event.type === 'DELETED' ? undefined : stored
    this.#map = now === undefined ? this.#map.delete(key) : this.#map.set(now)
    if (now !== undefined || before !== undefined) for (const index of this.#indexes.values()) index.update(before, now)
    // Readers that still use the old object decode it again.
    if (before !== undefined) release(before)
    if (now !== undefined) this.#written.add(now)
    const change = new CacheEvent<T>({ key, revision, time, now, before })
    this.history.add(change, this.#map)
    return change
  }

  /** The most changes that a watcher lags behind: encodings of earlier ones may be dropped. */
  seen(behind: number): void {
    this.#written.releaseSeen(behind)
  }

  /** The index for what is required of fields, once it is complete; undefined where there is none. */
  async index(
    required: Readonly<Record<string, string>> = {},
  ): Promise<(() => OrderedMap<StoredObject<T>>) | undefined> {
    for (const [field, index] of this.#indexes) {
      const value = Object.hasOwn(required, field) ? required[field] : undefined
      if (value === undefined) continue
      await index.ready(() => this.#map)
      return () => index.get(value)
    }
    return undefined
  }

  close(): void {
    for (const index of this.#indexes.values()) index.close()
  }
}
