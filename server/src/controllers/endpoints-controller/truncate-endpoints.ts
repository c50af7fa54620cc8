import type { EndpointAddress, EndpointSubset } from 'apimachinery/api/core/v1'

/** How many addresses the Endpoints of a service have at the most. */
export const maxAddresses = 1000

/** Annotation: there are more addresses than are written. */
export const overCapacity = 'endpoints.kubernetes.io/over-capacity'

/** How many addresses subsets have. */
export function countAddresses(subsets: readonly EndpointSubset[] | undefined): number {
  return countReady(subsets) + countOf(subsets, 'notReadyAddresses')
}

/**
 * At the most 1,000 addresses, ready ones first, from each subset in proportion; undefined if there are not more.
 *
 * Source: `truncateEndpoints` of pkg/controller/endpoint.
 */
export function truncatedSubsets(subsets: readonly EndpointSubset[]): EndpointSubset[] | undefined {
  if (countAddresses(subsets) <= maxAddresses) return undefined
  const ready = countReady(subsets)
  const onlyReady = ready > maxAddresses
  const most = onlyReady ? maxAddresses : maxAddresses - ready
  const field = onlyReady ? 'addresses' : 'notReadyAddresses'
  const total = countOf(subsets, field)
  let left = most
  return subsets.map((subset) => {
    const addresses: readonly EndpointAddress[] = subset[field] ?? []
    // The share is rounded up: the last subset may get less.
    const kept = addresses.slice(0, Math.min(left, Math.ceil((addresses.length / total) * most)))
    left -= kept.length
    const others = onlyReady ? { notReadyAddresses: undefined } : {}
    return { ...subset, ...others, [field]: kept.length === 0 ? undefined : kept }
  })
}

function countReady(subsets: readonly EndpointSubset[] | undefined): number {
  return countOf(subsets, 'addresses')
}

function countOf(subsets: readonly EndpointSubset[] | undefined, field: 'addresses' | 'notReadyAddresses'): number {
  return (subsets ?? []).reduce((sum, subset) => sum + (subset[field]?.length ?? 0), 0)
}
