import { parseSelector } from 'apimachinery/fields'
import type { RequestInfo } from '../request/request-info.js'

/**
 * Counts open watches by their scope, so that a write can estimate how many it notifies.
 *
 * Source: `WatchTracker` of k8s.io/apiserver/pkg/util/flowcontrol.
 */
export class WatchTracker {
  readonly #counts = new Map<string, number>()

  /** A watch has begun; call what it gives when it has ended. */
  register(info: RequestInfo, query: URLSearchParams): () => void {
    if (info.verb !== 'watch' || selectsNode(info, query)) return () => {}
    const key = watchKey(info, info.namespace, info.name)
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

  /** How many watches see a change that the request makes: of all objects, of the namespace, of the object. */
  interested(info: RequestInfo): number {
    const { namespace, name, verb } = info
    if (readOnlyVerbs.has(verb)) return 0
    const keys = [watchKey(info, '', '')]
    if (namespace !== '') keys.push(watchKey(info, namespace, ''))
    if (name !== '') keys.push(watchKey(info, namespace, name))
    return keys.reduce((count, key) => count + (this.#counts.get(key) ?? 0), 0)
  }
}

const readOnlyVerbs = new Set(['get', 'list', 'watch', 'proxy'])

/** Watches of the pods of a node are found by an index: few changes concern them. */
function selectsNode({ resource }: RequestInfo, query: URLSearchParams): boolean {
  if (resource !== 'pods') return false
  const text = query.get('fieldSelector')
  if (text === null || text === '') return false
  try {
    return (parseSelector(text).requiresExactMatch('spec.nodeName') ?? '') !== ''
  } catch {
    return false
  }
}

function watchKey({ apiGroup, resource }: RequestInfo, namespace: string, name: string): string {
  return `${apiGroup}/${resource}/${namespace}/${name}`
}
