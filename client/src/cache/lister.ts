import { parse } from 'apimachinery/labels'
import type { KubernetesObject } from 'apimachinery/runtime'
import { freezeDeep } from './freeze-deep.js'
import { type IndexedStore, namespaceIndex } from './indexed-store.js'
import { factsOf } from './object-facts.js'
import { keyOfName } from './object-key.js'

/** A selector of labels, parsed or as text. */
export type LabelMatcher = string | { matches(labels: Readonly<Record<string, string>>): boolean }

/** Reads a store. Objects are frozen: use `deepCopy` to change one. */
export class Lister<T extends KubernetesObject> {
  readonly #store: IndexedStore<T>
  readonly #namespace: string | undefined

  constructor(store: IndexedStore<T>, namespace?: string) {
    this.#store = store
    this.#namespace = namespace
  }

  /** How many objects there are in the store. */
  get size(): number {
    return this.#store.size
  }

  /** The objects of one namespace. */
  namespace(namespace: string): Lister<T> {
    return new Lister(this.#store, namespace)
  }

  /** The object of a name, in the lister's namespace or in that of the argument. */
  get(name: string | { readonly namespace?: string | undefined; readonly name: string }): T | undefined {
    const key = typeof name === 'string' ? { namespace: this.#namespace, name } : name
    return this.getByKey(keyOfName(key))
  }

  /** The object of a key: `namespace/name`, or the name of one without namespace. */
  getByKey(key: string): T | undefined {
    return freezeDeep(this.#store.get(key))
  }

  /** All objects, or those that match a label selector. @throws InvalidLabelSelector for an invalid selector. */
  list(selector?: LabelMatcher): T[] {
    const all =
      this.#namespace === undefined ? [...this.#store.values()] : this.#store.byIndex(namespaceIndex, this.#namespace)
    const matcher = typeof selector === 'string' ? parse(selector) : selector
    const found = matcher === undefined ? all : all.filter((each) => matcher.matches(factsOf(each).labels ?? {}))
    return found.map(freezeDeep)
  }

  /** The objects that an index finds under a value. @throws MachineryError `NoSuchIndex` */
  byIndex(name: string, value: string): T[] {
    const found = this.#store.byIndex(name, value).map(freezeDeep)
    return this.#namespace === undefined
      ? found
      : found.filter((object) => factsOf(object).namespace === this.#namespace)
  }

  /** The keys that an index finds under a value. @throws MachineryError `NoSuchIndex` */
  keysByIndex(name: string, value: string): string[] {
    return this.#store.indexKeys(name, value)
  }

  /** All values under which an index finds something. @throws MachineryError `NoSuchIndex` */
  indexValues(name: string): string[] {
    return this.#store.indexValues(name)
  }

  /** The keys of all objects. */
  keys(): string[] {
    return [...this.#store.keys()]
  }
}
