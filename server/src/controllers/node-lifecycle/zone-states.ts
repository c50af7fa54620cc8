import type { Node } from 'apimachinery/api/core/v1'

/** How many nodes of a zone are ready. */
export type ZoneState = 'Initial' | 'Normal' | 'FullDisruption' | 'PartialDisruption'

const [region, zone] = ['topology.kubernetes.io/region', 'topology.kubernetes.io/zone']
const [oldRegion, oldZone] = ['failure-domain.beta.kubernetes.io/region', 'failure-domain.beta.kubernetes.io/zone']

/** The key of the zone that a node is in; empty without labels. */
export function zoneOf({ metadata }: Node): string {
  const labels = metadata?.labels ?? {}
  const inRegion = labels[oldRegion] ?? labels[region] ?? ''
  const inZone = labels[oldZone] ?? labels[zone] ?? ''
  return inRegion === '' && inZone === '' ? '' : `${inRegion}:\0:${inZone}`
}

/** The state of a zone, by whether each of its nodes is ready; it is disrupted from a part of nodes that are not. */
export function zoneStateOf(ready: readonly boolean[], threshold: number): ZoneState {
  const bad = ready.filter((each) => !each).length
  if (bad > 0 && bad === ready.length) return 'FullDisruption'
  return bad > 2 && bad / ready.length >= threshold ? 'PartialDisruption' : 'Normal'
}

/** A change of limits. */
export interface ZoneChange {
  /** Nothing is tainted: all zones are disrupted. Or nodes start over, as they are not any more. */
  readonly all: 'disrupted' | 'recovered' | undefined
  /** Zones with a new state, of so many nodes. */
  readonly zones: readonly { readonly zone: string; readonly state: ZoneState; readonly size: number }[]
}

/** The states of the zones of a cluster. Source: `handleDisruption` of pkg/controller/nodelifecycle of Kubernetes. */
export class ZoneStates {
  readonly #states = new Map<string, ZoneState>()
  readonly #threshold: number

  constructor(threshold: number) {
    this.#threshold = threshold
  }

  has(zone: string): boolean {
    return this.#states.has(zone)
  }

  add(zone: string): void {
    if (!this.#states.has(zone)) this.#states.set(zone, 'Initial')
  }

  /** Takes the readiness of the nodes of each zone. */
  update(zones: ReadonlyMap<string, readonly boolean[]>): ZoneChange {
    for (const zone of this.#states.keys()) if (!zones.has(zone)) this.#states.delete(zone)
    for (const zone of zones.keys()) this.add(zone)
    const next = [...zones].map(([zone, ready]) => ({
      zone,
      state: zoneStateOf(ready, this.#threshold),
      size: ready.length,
    }))
    const areAll = next.every(({ state }) => state === 'FullDisruption')
    const wereAll = [...this.#states.values()].every((state) => state === 'FullDisruption')
    if (areAll && wereAll) return { all: undefined, zones: [] }
    const changed = next.filter(({ zone, state }) => this.#states.get(zone) !== state)
    for (const { zone, state } of next) this.#states.set(zone, state)
    if (areAll) return { all: 'disrupted', zones: next }
    return wereAll ? { all: 'recovered', zones: next } : { all: undefined, zones: changed }
  }
}
