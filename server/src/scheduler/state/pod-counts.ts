import type { Selector } from 'apimachinery/labels'
import type { PodInfo } from './pod-info.js'

/** How many pods of a namespace match a selector, by node; terminating pods do not count. */
export interface PodCount {
  onNode(name: string): number
}

class Count implements PodCount {
  readonly namespace: string
  readonly selector: Selector
  readonly #byNode = new Map<string, number>()
  readonly #podsOf: PodsOf

  constructor(namespace: string, selector: Selector, podsOf: PodsOf) {
    this.namespace = namespace
    this.selector = selector
    this.#podsOf = podsOf
  }

  onNode(name: string): number {
    let count = this.#byNode.get(name)
    if (count === undefined) {
      count = 0
      for (const pod of this.#podsOf(name) ?? []) if (this.#matches(pod)) count++
      this.#byNode.set(name, count)
    }
    return count
  }

  change(pod: PodInfo, node: string, by: 1 | -1): void {
    const count = this.#byNode.get(node)
    if (count !== undefined && this.#matches(pod)) this.#byNode.set(node, count + by)
  }

  #matches(pod: PodInfo): boolean {
    return pod.namespace === this.namespace && !pod.isTerminating && this.selector.matches(pod.labels)
  }
}

type PodsOf = (node: string) => Iterable<PodInfo> | undefined

/** Selectors whose counts are kept up to date; the one that was not asked for the longest is dropped first. */
const kept = 64

/**
 * Counts of pods by selector, which are kept up to date while pods come and go: pods of one owner ask for the same ones.
 * Source: `countPodsMatchSelector` of pkg/scheduler/framework/plugins/podtopologyspread.
 */
export class PodCounts {
  readonly #counts = new Map<string, Count>()
  readonly #podsOf: PodsOf

  constructor(podsOf: PodsOf) {
    this.#podsOf = podsOf
  }

  /** The counts of a selector; an empty selector counts nothing. */
  of(selector: Selector, namespace: string): PodCount {
    if (selector.isEmpty()) return { onNode: () => 0 }
    const { selectable } = selector.requirements()
    const key = `${namespace} ${selectable} ${selector}`
    const count = this.#counts.get(key) ?? new Count(namespace, selector, this.#podsOf)
    this.#counts.delete(key)
    this.#counts.set(key, count)
    if (this.#counts.size > kept) this.#counts.delete(this.#counts.keys().next().value ?? '')
    return count
  }

  change(pod: PodInfo, node: string, by: 1 | -1): void {
    for (const count of this.#counts.values()) count.change(pod, node, by)
  }
}
