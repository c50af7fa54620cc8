import { MachineryError } from 'apimachinery/errors'
import type { KubernetesObject } from 'apimachinery/runtime'
import { factsOf } from './object-facts.js'
import { objectKey } from './object-key.js'

/** The values under which an index finds an object. It must not change the object. */
export type IndexFunc<T> = (object: T) => readonly string[]

/** Index functions by the name of the index. */
export type Indexers<T> = Readonly<Record<string, IndexFunc<T>>>

/** Name of the index by namespace, which every store has. */
export const namespaceIndex = 'namespace'

/** One index: keys by value. */
interface Index<T> {
  readonly func: IndexFunc<T>
  readonly keys: Map<string, Set<string>>
}

/** Objects by key, with indices. `client-go/tools/cache.ThreadSafeStore` and `Indexer`. */
export class IndexedStore<T extends KubernetesObject> {
  readonly #items = new Map<string, T>()
  readonly #indices = new Map<string, Index<T>>()
  readonly #onError: (error: unknown) => void

  /** @param onError - called with errors of index functions; that index does not have the object then. */
  constructor(indexers: Indexers<T> = {}, onError: (error: unknown) => void = () => undefined) {
    this.#onError = onError
    this.addIndexers({ [namespaceIndex]: (object) => [factsOf(object).namespace ?? ''] })
    this.addIndexers(indexers)
  }

  get size(): number {
    return this.#items.size
  }

  /** Adds indices; objects that are there already are found through them, too. @throws MachineryError `IndexConflict` */
  addIndexers(indexers: Indexers<T>): void {
    for (const name of Object.keys(indexers)) {
      if (this.#indices.has(name)) throw new MachineryError('IndexConflict', `there is an index ${name} already`)
    }
    for (const [name, func] of Object.entries(indexers)) {
      const index = { func, keys: new Map<string, Set<string>>() }
      for (const [key, object] of this.#items) addToIndex(index, this.#valuesOf(index, object), key)
      this.#indices.set(name, index)
    }
  }

  /** The names of the indices. */
  indexNames(): string[] {
    return [...this.#indices.keys()]
  }

  /** Stores an object in place of the one with its key. @returns that one. */
  set(object: T, key: string = objectKey(object)): T | undefined {
    const old = this.#items.get(key)
    for (const index of this.#indices.values()) {
      const before = old === undefined ? [] : this.#valuesOf(index, old)
      const after = this.#valuesOf(index, object)
      if (sameValues(before, after)) continue
      removeFromIndex(index, before, key)
      addToIndex(index, after, key)
    }
    this.#items.set(key, object)
    return old
  }

  /** Removes the object of a key. @returns that object. */
  delete(key: string): T | undefined {
    const old = this.#items.get(key)
    if (old === undefined) return undefined
    for (const index of this.#indices.values()) removeFromIndex(index, this.#valuesOf(index, old), key)
    this.#items.delete(key)
    return old
  }

  get(key: string): T | undefined {
    return this.#items.get(key)
  }

  has(key: string): boolean {
    return this.#items.has(key)
  }

  keys(): IterableIterator<string> {
    return this.#items.keys()
  }

  values(): IterableIterator<T> {
    return this.#items.values()
  }

  /** The objects that an index finds under a value. @throws MachineryError `NoSuchIndex` */
  byIndex(name: string, value: string): T[] {
    return this.indexKeys(name, value).map((key) => this.#items.get(key)!)
  }

  /** The keys that an index finds under a value. @throws MachineryError `NoSuchIndex` */
  indexKeys(name: string, value: string): string[] {
    return [...(this.#index(name).keys.get(value) ?? [])]
  }

  /** All values under which an index finds something. @throws MachineryError `NoSuchIndex` */
  indexValues(name: string): string[] {
    return [...this.#index(name).keys.keys()]
  }

  #valuesOf({ func }: Index<T>, object: T): readonly string[] {
    try {
      return func(object)
    } catch (error) {
      this.#onError(error)
      return []
    }
  }

  #index(name: string): Index<T> {
    const index = this.#indices.get(name)
    if (index === undefined) throw new MachineryError('NoSuchIndex', `there is no index ${name}`)
    return index
  }
}

function sameValues(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index])
}

function addToIndex<T>({ keys }: Index<T>, values: readonly string[], key: string): void {
  for (const value of values) {
    const set = keys.get(value)
    if (set === undefined) keys.set(value, new Set([key]))
    else set.add(key)
  }
}

function removeFromIndex<T>({ keys }: Index<T>, values: readonly string[], key: string): void {
  for (const value of values) {
    const set = keys.get(value)
    if (set === undefined) continue
    set.delete(key)
    // Values that never come back must not stay in memory.
    if (set.size === 0) keys.delete(value)
  }
}
