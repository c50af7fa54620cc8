import { objectKey } from '@apimachinery/client/cache'
import { compareResourceVersion } from 'apimachinery/meta'
import { getResourceVersion, type KubernetesObject } from 'apimachinery/runtime'

/** Objects as an informer has them, or newer ones that the controller wrote itself. */
export class NewestObjects<T extends KubernetesObject> {
  readonly #objects = new Map<string, T>()

  get(key: string): T | undefined {
    return this.#objects.get(key)
  }

  values(): Iterable<T> {
    return this.#objects.values()
  }

  /** Keeps an object. @returns false if a newer version of it is known. */
  put(object: T): boolean {
    const key = objectKey(object)
    const known = this.#objects.get(key)
    if (known !== undefined && compareResourceVersion(getResourceVersion(known), getResourceVersion(object)) > 0)
      return false
    this.#objects.set(key, object)
    return true
  }

  delete(key: string): void {
    this.#objects.delete(key)
  }
}
