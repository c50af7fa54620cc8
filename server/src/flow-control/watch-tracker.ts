import type { RequestInfo } from '../request/request-info.js'

/**
 * Counts open watches by their scope, so that a write can estimate how many it notifies.
 *
 * Source: `WatchTracker` of k8s.io/apiserver/pkg/util/flowcontrol.
 */
export class WatchTracker {
  readonly #counts = new Map<string, number>()

  /** A watch has begun; call what it gives when it has ended. */
  register(info: RequestInfo): () => void {
    const key = keyOf(info, info.namespace, info.name)
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    let open = true
    return () => {
      if (!open) return
      open = false
      const left = (this.#counts.get(key) ?? 1) - 1
      if (left === 0) this.#counts.delete(key)
      else this.#counts.set(key, left)
    }
  }

  /** How many watches see a change that the request makes. */
  interested(info: RequestInfo): number {
    const { namespace, name } = info
    const keys = new Set([
      keyOf(info, '', ''),
      keyOf(info, namespace, ''),
      keyOf(info, '', name),
      keyOf(info, namespace, name),
    ])
    let count = 0
    for (const key of keys) count += this.#counts.get(key) ?? 0
    return count
  }
}

function keyOf({ apiGroup, resource }: RequestInfo, namespace: string, name: string): string {
  return `${apiGroup}/${resource}/${namespace}/${name}`
}
