import { getResourceVersion, type KubernetesObject } from 'apimachinery/runtime'

/**
 * Decoded objects by their stored bytes, for stores that are copies of one another and hold the same bytes. An object stays as long as one
 * of the stores holds it. Like all decoded objects they must not be changed.
 */
export class SharedObjects<T extends KubernetesObject = KubernetesObject> {
  readonly #byData = new WeakMap<Uint8Array, WeakRef<T>>()

  /** The object of some bytes at a revision; `undefined` where no store holds it. */
  get(data: Uint8Array, revision: number): T | undefined {
    const object = this.#byData.get(data)?.deref()
    return object !== undefined && getResourceVersion(object) === String(revision) ? object : undefined
  }

  set(data: Uint8Array, object: T): void {
    this.#byData.set(data, new WeakRef(object))
  }
}
