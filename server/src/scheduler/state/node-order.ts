import type { Node } from 'apimachinery/api/core/v1'

/** The zone of a node, with its region; empty if it has neither. Source: `GetZoneKey` of k8s.io/component-helpers/node. */
export function zoneKeyOf({ metadata }: Node): string {
  const labels = metadata?.labels ?? {}
  const zone = labels['failure-domain.beta.kubernetes.io/zone'] ?? labels['topology.kubernetes.io/zone'] ?? ''
  const region = labels['failure-domain.beta.kubernetes.io/region'] ?? labels['topology.kubernetes.io/region'] ?? ''
  return zone === '' && region === '' ? '' : `${region}:\0:${zone}`
}

/** Names of nodes in the order in which they are tried: one of each zone in turn. Source: pkg/scheduler/backend/cache/node_tree.go. */
export class NodeOrder {
  readonly #zones = new Map<string, Set<string>>()

  add(name: string, zone: string): void {
    const names = this.#zones.get(zone)
    if (names === undefined) this.#zones.set(zone, new Set([name]))
    else names.add(name)
  }

  remove(name: string, zone: string): void {
    const names = this.#zones.get(zone)
    if (names?.delete(name) === true && names.size === 0) this.#zones.delete(zone)
  }

  list(): string[] {
    const zones = [...this.#zones.values()].map((names) => [...names])
    const result: string[] = []
    const longest = Math.max(0, ...zones.map(({ length }) => length))
    for (let i = 0; i < longest; i++) for (const names of zones) if (i < names.length) result.push(names[i]!)
    return result
  }
}
