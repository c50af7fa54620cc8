import type { KubernetesObject } from 'apimachinery/runtime'
import type { StorageEvent, StorageWatch } from '../storage.js'

/** A watch that ends with an error at once. */
export class StoppedWatch<T extends KubernetesObject> implements StorageWatch<T> {
  readonly #error: unknown

  constructor(error: unknown) {
    this.#error = error
  }

  stop(): void {
    // There is nothing to stop.
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly StorageEvent<T>[], void> {
    yield [{ type: 'ERROR', error: this.#error }]
  }
}
