/** How many endpoints a zone should have. */
export interface Allocation {
  readonly minimum: number
  readonly maximum: number
  readonly desired: number
}

/** How much more traffic than its share an endpoint may get. */
const overload = 0.2

/** The least number of endpoints for a share, so that none gets too much. */
export function leastEndpoints(desired: number): number {
  return Math.ceil(desired * (1 / (1 + overload)))
}

/**
 * How many of some endpoints each zone gets by its share of CPUs; the text says why that is not possible.
 *
 * Source: `getAllocations` of k8s.io/endpointslice/topologycache.
 */
export function allocate(
  shares: ReadonlyMap<string, number> | undefined,
  endpoints: number,
): ReadonlyMap<string, Allocation> | string {
  if (shares === undefined)
    return 'Insufficient Node information: allocatable CPU or zone not specified on one or more nodes'
  const counts = `(${endpoints} endpoints, ${shares.size} zones)`
  if (shares.size > endpoints) return `Insufficient number of endpoints ${counts}`
  const minima = new Map([...shares].map(([zone, share]) => [zone, leastEndpoints(share * endpoints)]))
  const total = [...minima.values()].reduce((sum, each) => sum + each, 0)
  if (total > endpoints)
    return `Unable to allocate minimum required endpoints to each zone without exceeding overload threshold ${counts}`
  return new Map(
    [...shares].map(([zone, share]) => {
      const minimum = minima.get(zone) ?? 0
      return [zone, { minimum, maximum: minimum + endpoints - total, desired: Math.max(share * endpoints, minimum) }]
    }),
  )
}

/** Reports whether a zone has too few endpoints for its share. Source: `serviceOverloaded` of k8s.io/endpointslice/topologycache. */
export function isOverloaded(
  endpoints: ReadonlyMap<string, number>,
  shares: ReadonlyMap<string, number> | undefined,
): boolean {
  if (endpoints.size === 0) return false
  if (shares === undefined || shares.size === 0) return true
  const total = [...endpoints.values()].reduce((sum, each) => sum + each, 0)
  return [...shares].some(([zone, share]) => {
    const there = endpoints.get(zone)
    return there === undefined || there < leastEndpoints(total * share)
  })
}
