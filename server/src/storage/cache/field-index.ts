import type { KubernetesObject } from 'apimachinery/runtime'
import { OrderedMap } from '../../internal/ordered-map.js'
import type { StoredObject } from '../stored-object.js'

/** Objects between two turns of the event loop while an index is built. */
const chunk = 200

/** The objects by the value of one field; built on first use. */
export class FieldIndex<T extends KubernetesObject> {
  readonly #field: string
  readonly #values = new Map<string, OrderedMap<StoredObject<T>>>()
  /** Keys that have changed while the index is being built. */
  #touched: Set<string> | undefined
  #built: Promise<void> | undefined
  #closed = false

  constructor(field: string) {
    this.#field = field
  }

  /** Is fulfilled when the index has everything that the map had, and every change since. */
  ready(map: () => OrderedMap<StoredObject<T>>): Promise<void> {
    this.#built ??= this.#build(map())
    return this.#built
  }

  /** The objects with a value. */
  get(value: string): OrderedMap<StoredObject<T>> {
    return this.#values.get(value) ?? OrderedMap.empty()
  }

  update(before: StoredObject<T> | undefined, now: StoredObject<T> | undefined): void {
    if (this.#built === undefined) return
    this.#touched?.add((now ?? before)!.key)
    const old = before && valueOfField(before, this.#field)
    const next = now && valueOfField(now, this.#field)
    if (old !== undefined && old !== next) this.#remove(old, before!.key)
    if (next !== undefined) this.#values.set(next, this.get(next).set(now!))
  }

  /** Stops building. */
  close(): void {
    this.#closed = true
  }

  #remove(value: string, key: string): void {
    const left = this.get(value).delete(key)
    if (left.size === 0) this.#values.delete(value)
    else this.#values.set(value, left)
  }

  async #build(map: OrderedMap<StoredObject<T>>): Promise<void> {
    const touched = new Set<string>()
    this.#touched = touched
    const found = new Map<string, StoredObject<T>[]>()
    let count = 0
    for (const stored of map) {
      // Waiting readers read from the storage instead.
      if (this.#closed) break
      const value = valueOfField(stored, this.#field)
      if (value === undefined) continue
      const same = found.get(value)
      if (same === undefined) found.set(value, [stored])
      else same.push(stored)
      if (++count % chunk === 0) await new Promise<void>((resolve) => setImmediate(resolve))
    }
    this.#touched = undefined
    for (const [value, list] of found) this.#add(value, list, touched)
  }

  #add(value: string, list: readonly StoredObject<T>[], touched: Set<string>): void {
    const old = list.filter(({ key }) => !touched.has(key))
    let values = OrderedMap.fromSorted(old)
    for (const stored of this.get(value)) values = values.set(stored)
    if (values.size > 0) this.#values.set(value, values)
  }
}

/** The value of a field; undefined where the object cannot be read. */
export function valueOfField(stored: StoredObject, field: string): string | undefined {
  try {
    return stored.attributes.fields[field] ?? ''
  } catch {
    return undefined
  }
}
