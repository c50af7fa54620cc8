import type { KubernetesObject } from 'apimachinery/runtime'
import { hold, release } from '../lazy-object.js'
import type { StoredObject } from '../stored-object.js'

/** The encodings of this number of objects are always kept, for the responses to their writers. */
const atLeast = 16
/** Watchers with a larger lag encode again. */
const atMost = 256

/**
 * The objects that were written last: what is made of them stays until their writers and watchers have seen it. It is garbage
 * soon after, and the fewer are held, the less of it grows old.
 */
export class WrittenObjects<T extends KubernetesObject> {
  readonly #held: StoredObject<T>[] = []
  #released = 0

  add(stored: StoredObject<T>): void {
    hold(stored)
    this.#held.push(stored)
  }

  /** `behind`: the lag of the slowest watcher, in events. */
  releaseSeen(behind: number): void {
    const count = Math.min(behind + atLeast, atMost)
    while (this.#held.length - this.#released > count) release(this.#held[this.#released++]!)
    if (this.#released < atMost) return
    this.#held.splice(0, this.#released)
    this.#released = 0
  }
}
