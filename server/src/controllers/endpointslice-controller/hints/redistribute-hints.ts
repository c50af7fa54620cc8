import type { Allocation } from './zone-allocations.js'

/** How many endpoints zones have to give, or want. */
export interface Exchange {
  readonly giving: Map<string, number>
  readonly receiving: Map<string, number>
}

/**
 * How many endpoints each zone gives to others or gets, in whole ones.
 *
 * Source: `getGivingAndReceivingZones` of k8s.io/endpointslice/topologycache.
 */
export function exchangeOf(
  allocations: ReadonlyMap<string, Allocation>,
  allocated: ReadonlyMap<string, number>,
): Exchange {
  const surplus = new Map<string, number>()
  const need = new Map<string, number>()
  for (const [zone, { desired }] of allocations) {
    const has = allocated.get(zone) ?? 0
    if (has > desired) surplus.set(zone, has - desired)
    else if (has < desired) need.set(zone, desired - has)
  }
  const exchange: Exchange = { giving: new Map(), receiving: new Map() }
  for (;;) {
    const [giver, gives] = most(surplus)
    const [receiver, gets] = most(need)
    if (giver === undefined || receiver === undefined) return exchange
    if ((gives < 1 && gets < 1) || gives < 0.5 || gets < 0.5) return exchange
    add(exchange.giving, giver, 1)
    add(surplus, giver, -1)
    add(exchange.receiving, receiver, 1)
    add(need, receiver, -1)
  }
}

/** The zone that gets an endpoint of a zone; undefined if the endpoint stays. Counts what was exchanged. */
export function takeReceiver({ giving, receiving }: Exchange, zone: string): string | undefined {
  const [receiver] = receiving.keys()
  if (receiver === undefined || !giving.has(zone)) return undefined
  for (const [counts, name] of [
    [giving, zone],
    [receiving, receiver],
  ] as const) {
    add(counts, name, -1)
    if (counts.get(name) === 0) counts.delete(name)
  }
  return receiver
}

function most(zones: ReadonlyMap<string, number>): readonly [string | undefined, number] {
  let best: readonly [string | undefined, number] = [undefined, 0]
  for (const [zone, count] of zones) if (count > best[1]) best = [zone, count]
  return best
}

function add(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count)
}
