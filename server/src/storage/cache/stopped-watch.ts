import type { KubernetesObject } from 'apimachinery/runtime'
import type { StorageWatch } from '../storage.js'

/** A watch that ends with an error at once. */
export function stoppedWatch<T extends KubernetesObject>(error: unknown): StorageWatch<T> {
  return {
    stop: () => undefined,
    async *[Symbol.asyncIterator]() {
      yield [{ type: 'ERROR', error }]
    },
  }
}
