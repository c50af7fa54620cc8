import type { Lister } from '@apimachinery/client/cache'
import { getResourceVersion, type KubernetesObject } from 'apimachinery/runtime'

interface Assumed<T> {
  readonly object: T
  /** Of the object that was read: a newer one from the server takes its place. */
  readonly resourceVersion: string
}

/** Objects as they are going to be, until the server has told of a newer state. Source: pkg/scheduler/util/assumecache. */
export class AssumedObjects<T extends KubernetesObject> {
  readonly #lister: Lister<T>
  readonly #assumed = new Map<string, Assumed<T>>()

  constructor(lister: Lister<T>) {
    this.#lister = lister
  }

  get(key: string): T | undefined {
    const stored = this.#lister.getByKey(key)
    const assumed = this.#assumed.get(key)
    if (assumed === undefined) return stored
    if (stored !== undefined && getResourceVersion(stored) === assumed.resourceVersion) return assumed.object
    this.#assumed.delete(key)
    return stored
  }

  /** The object as the server has it. */
  stored(key: string): T | undefined {
    return this.#lister.getByKey(key)
  }

  list(): T[] {
    return this.#lister.keys().flatMap((key) => this.get(key) ?? [])
  }

  assume(key: string, object: T): void {
    this.#assumed.set(key, { object, resourceVersion: getResourceVersion(object) ?? '' })
  }

  restore(key: string): void {
    this.#assumed.delete(key)
  }
}
