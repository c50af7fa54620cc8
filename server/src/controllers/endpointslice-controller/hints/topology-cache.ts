import type { Node, Service } from 'apimachinery/api/core/v1'
import type { Endpoint, EndpointSlice } from 'apimachinery/api/discovery/v1'
import { Quantity } from 'apimachinery/resource'
import { isReady, type PlannedSlices, withHints, withoutHints } from './planned-slices.js'
import { exchangeOf, takeReceiver } from './redistribute-hints.js'
import { type Allocation, allocate, isOverloaded } from './zone-allocations.js'

/** An event about hints of a service. */
export interface HintEvent {
  readonly type: 'Normal' | 'Warning'
  readonly reason: 'TopologyAwareHintsEnabled' | 'TopologyAwareHintsDisabled'
  readonly message: string
}

/** The service and the family that a pass is about. */
export interface HintSubject {
  readonly key: string
  readonly addressType: string
}

const zoneLabel = 'topology.kubernetes.io/zone'
const excluded: readonly string[] = ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master']

/** Reports whether a service wants hints by zones. */
export function wantsZoneHints({ metadata }: Service): boolean {
  const { annotations = {} } = metadata ?? {}
  const mode =
    annotations['service.kubernetes.io/topology-aware-hints'] ?? annotations['service.kubernetes.io/topology-mode']
  return mode === 'Auto' || mode === 'auto'
}

/**
 * The shares of zones in the CPUs of a cluster, and the hints that services have.
 *
 * Source: `TopologyCache` of k8s.io/endpointslice/topologycache.
 */
export class TopologyCache {
  #shares: ReadonlyMap<string, number> | undefined = new Map()
  readonly #endpoints = new Map<string, Map<string, ReadonlyMap<string, number>>>()
  readonly #hinted = new Set<string>()

  setNodes(nodes: readonly Node[]): void {
    this.#shares = sharesOf(nodes)
  }

  /** Services of which a zone has too few endpoints. */
  overloaded(): string[] {
    const isOver = (families: ReadonlyMap<string, ReadonlyMap<string, number>>): boolean =>
      [...families.values()].some((zones) => isOverloaded(zones, this.#shares))
    return [...this.#endpoints].filter(([, families]) => isOver(families)).map(([key]) => key)
  }

  hasHints(key: string): boolean {
    return this.#hinted.has(key)
  }

  forget({ key, addressType }: HintSubject): void {
    const families = this.#endpoints.get(key)
    families?.delete(addressType)
    if (families?.size === 0) this.#endpoints.delete(key)
    this.#hinted.delete(key)
  }

  /** Gives each ready endpoint the hint of a zone, mostly its own; without hints if that is not possible, with an event that says why. */
  addHints(
    subject: HintSubject,
    planned: PlannedSlices,
  ): { readonly slices: PlannedSlices; readonly events: HintEvent[] } {
    const all = [...planned.create, ...planned.update, ...planned.unchanged]
    const total = all.reduce((sum, { endpoints }) => sum + (endpoints ?? []).filter(isReady).length, 0)
    const shares = this.#shares
    if (shares !== undefined && shares.size < 2) return this.#disabled(subject, planned, 'Nodes only ready in one zone')
    const allocations = allocate(shares, total)
    if (typeof allocations === 'string') return this.#disabled(subject, planned, allocations)
    const { counts, kept, changed } = countHints(planned.unchanged, allocations)
    const slices = { create: planned.create, update: [...planned.update, ...changed], unchanged: kept }
    const assigned = assign(slices, { allocations, counts })
    if (assigned === undefined)
      return this.#disabled(subject, slices, 'One or more endpoints do not have a zone specified')
    if (counts.size === 0) return this.#disabled(subject, assigned, 'No hints allocated for zones')
    const isNew = !this.#hinted.has(subject.key)
    const families = this.#endpoints.get(subject.key) ?? new Map<string, ReadonlyMap<string, number>>()
    this.#endpoints.set(subject.key, families.set(subject.addressType, counts))
    this.#hinted.add(subject.key)
    const enabled = event(subject, 'Topology Aware Hints has been enabled', 'Normal')
    return { slices: assigned, events: isNew ? [enabled] : [] }
  }

  #disabled(
    subject: HintSubject,
    planned: PlannedSlices,
    message: string,
  ): { readonly slices: PlannedSlices; readonly events: HintEvent[] } {
    this.forget(subject)
    return { slices: withoutHints(planned), events: [event(subject, message, 'Warning')] }
  }
}

/** An event about hints. */
export function event({ addressType }: HintSubject, message: string, type: HintEvent['type']): HintEvent {
  const reason = type === 'Normal' ? 'TopologyAwareHintsEnabled' : 'TopologyAwareHintsDisabled'
  return { type, reason, message: `${message}, addressType: ${addressType}` }
}

/** The share of each zone; undefined if a node says too little. */
function sharesOf(nodes: readonly Node[]): ReadonlyMap<string, number> | undefined {
  const cpus = new Map<string, bigint>()
  for (const { metadata, status } of nodes) {
    const { labels = {} } = metadata ?? {}
    if (excluded.some((label) => Object.hasOwn(labels, label))) continue
    if (status?.conditions?.find(({ type }) => type === 'Ready')?.status !== 'True') continue
    const zone = labels[zoneLabel] ?? ''
    const cpu = Quantity.parse(String(status.allocatable?.cpu ?? '0')).milliValue()
    if (zone === '' || cpu === 0n) return undefined
    cpus.set(zone, (cpus.get(zone) ?? 0n) + cpu)
  }
  if (cpus.size < 2) return undefined
  const total = [...cpus.values()].reduce((sum, each) => sum + each, 0n)
  return new Map([...cpus].map(([zone, cpu]) => [zone, Number(cpu) / Number(total)]))
}

interface Counted {
  /** Hints by zone. */
  readonly counts: Map<string, number>
  readonly kept: readonly EndpointSlice[]
  /** Slices whose hints no longer fit. */
  readonly changed: readonly EndpointSlice[]
}

function countHints(slices: readonly EndpointSlice[], allocations: ReadonlyMap<string, Allocation>): Counted {
  const counts = new Map<string, number>()
  const [kept, changed]: [EndpointSlice[], EndpointSlice[]] = [[], []]
  for (const slice of slices) {
    const zones = hintedZones(slice)
    const own = new Map<string, number>()
    for (const zone of zones ?? []) own.set(zone, (own.get(zone) ?? 0) + 1)
    const fits = [...own].every(
      ([zone, count]) => (counts.get(zone) ?? 0) + count <= (allocations.get(zone)?.maximum ?? -1),
    )
    if (zones === undefined || !fits) {
      changed.push(slice)
      continue
    }
    kept.push(slice)
    for (const [zone, count] of own) counts.set(zone, (counts.get(zone) ?? 0) + count)
  }
  return { counts, kept, changed }
}

/** The zones of all hints of ready endpoints; undefined if one has none. */
function hintedZones({ endpoints }: EndpointSlice): string[] | undefined {
  const zones: string[] = []
  for (const endpoint of (endpoints ?? []).filter(isReady)) {
    const own = endpoint.hints?.forZones ?? []
    if (own.length === 0) return undefined
    zones.push(...own.map(({ name }) => name))
  }
  return zones
}

interface Assignment {
  readonly allocations: ReadonlyMap<string, Allocation>
  /** Changed: hints by zone. */
  readonly counts: Map<string, number>
}

/** First each endpoint gets its own zone, then some get another; undefined if an endpoint has no zone. */
function assign(planned: PlannedSlices, { allocations, counts }: Assignment): PlannedSlices | undefined {
  const ready = [...planned.create, ...planned.update].flatMap(({ endpoints }) => (endpoints ?? []).filter(isReady))
  if (ready.some(({ zone }) => (zone ?? '') === '')) return undefined
  const add = (zone: string, count: number): void => void counts.set(zone, (counts.get(zone) ?? 0) + count)
  for (const { zone = '' } of ready) add(zone, 1)
  const exchange = exchangeOf(allocations, counts)
  const hint = (slice: EndpointSlice): EndpointSlice =>
    withHints(slice, (endpoint: Endpoint) => {
      if (!isReady(endpoint)) return endpoint.hints
      const { zone = '' } = endpoint
      const receiver = takeReceiver(exchange, zone)
      if (receiver !== undefined) {
        add(receiver, 1)
        add(zone, -1)
      }
      return { forZones: [{ name: receiver ?? zone }] }
    })
  return { ...planned, create: planned.create.map(hint), update: planned.update.map(hint) }
}
