import type { NodeInfo } from '../state/node-info.js'
import type { PodInfo } from '../state/pod-info.js'
import { type FilterPlugin, isRejection, type NodeFilter, type Reservation } from './plugin.js'
import { type Rejection, unresolvable } from './status.js'

interface NamedFilter {
  readonly plugin: string
  readonly filter: NodeFilter
}

/** The filters of all plugins, prepared for one pod. */
export class PodFilters {
  readonly #filters: readonly NamedFilter[]

  constructor(filters: readonly NamedFilter[]) {
    this.#filters = filters
  }

  /** Why the pod cannot run on a node: what the first plugin says that rejects it. */
  reject(node: NodeInfo): Rejection | undefined {
    for (const { plugin, filter } of this.#filters) {
      const rejection = filter.filter(node)
      if (rejection !== undefined) return { ...rejection, plugin }
    }
    return undefined
  }

  /** As if another pod was on a node, which the caller has added to it. */
  addPod(pod: PodInfo, node: NodeInfo): void {
    for (const { filter } of this.#filters) filter.addPod?.(pod, node)
  }

  /** As if another pod was not on a node. */
  removePod(pod: PodInfo, node: NodeInfo): void {
    for (const { filter } of this.#filters) filter.removePod?.(pod, node)
  }

  /** Reserves what the pod needs on the node that was chosen. */
  reserve(node: NodeInfo): Reservation[] {
    return this.#filters.flatMap(({ filter }) => filter.reserve?.(node) ?? [])
  }

  /** A copy for pods that are only thought to come or go. */
  clone(): PodFilters {
    return new PodFilters(this.#filters.map(({ plugin, filter }) => ({ plugin, filter: filter.clone?.() ?? filter })))
  }
}

/** What plugins have prepared for a pod. */
export interface PreparedFilters {
  readonly filters: PodFilters
  /** The only nodes that come into question, by name. */
  readonly nodeNames: ReadonlySet<string> | undefined
  /** The plugins that have named them. */
  readonly namedBy: readonly string[]
  /** The pod is rejected on all nodes. */
  readonly rejection: Rejection | undefined
}

/**
 * Prepares the plugins for a pod. A rejection that preemption may resolve lets the others prepare, too.
 *
 * Source: `RunPreFilterPlugins` of pkg/scheduler/framework/runtime.
 */
export function prepareFilters(plugins: readonly FilterPlugin[], pod: PodInfo): PreparedFilters {
  const filters: NamedFilter[] = []
  const namedBy: string[] = []
  let nodeNames: ReadonlySet<string> | undefined
  let rejection: Rejection | undefined
  const result = (): PreparedFilters => ({ filters: new PodFilters(filters), nodeNames, namedBy, rejection })
  for (const plugin of plugins) {
    const prepared = plugin.prepareFilter(pod)
    if (prepared === undefined) continue
    if (isRejection(prepared)) {
      rejection = { ...prepared, plugin: plugin.name }
      if (prepared.code === 'Unresolvable') return result()
      continue
    }
    filters.push({ plugin: plugin.name, filter: prepared })
    if (prepared.nodeNames === undefined) continue
    namedBy.push(plugin.name)
    nodeNames = common(nodeNames, prepared.nodeNames)
    if (nodeNames.size === 0) {
      rejection = noCommonNodes(namedBy)
      return result()
    }
  }
  return result()
}

function common(a: ReadonlySet<string> | undefined, b: ReadonlySet<string>): ReadonlySet<string> {
  return a === undefined ? b : new Set([...a].filter((name) => b.has(name)))
}

function noCommonNodes(plugins: readonly string[]): Rejection {
  const only = plugins.length === 1 ? plugins[0] : undefined
  const names = [...plugins].sort().join(' ')
  return unresolvable(
    only === undefined
      ? `node(s) didn't satisfy plugin(s) [${names}] simultaneously`
      : `node(s) didn't satisfy plugin ${only}`,
  )
}
