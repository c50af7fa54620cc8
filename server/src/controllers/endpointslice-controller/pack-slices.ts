import type { Service } from 'apimachinery/api/core/v1'
import { type Endpoint, type EndpointPort, EndpointSlice } from 'apimachinery/api/discovery/v1'
import { type EndpointSet, sameEndpoint } from '../service-endpoints/endpoint-set.js'
import type { AddressFamily } from '../service-endpoints/pod-endpoint.js'
import type { SliceChanges } from './slice-changes.js'
import { hasServiceLabels, newSlice, sliceLabels } from './slice-metadata.js'

/** How many endpoints a slice has at the most. */
export const maxEndpoints = 100

/** Endpoints with the same ports, and the slices that have these ports already. */
export interface PortGroup {
  readonly addressType: AddressFamily
  readonly ports: EndpointPort[]
  /** What has to be in the slices; it is emptied. */
  readonly desired: EndpointSet
  readonly existing: readonly EndpointSlice[]
}

/** The slices of a group while it is packed. */
interface Packing {
  readonly changed: EndpointSlice[]
  readonly unchanged: EndpointSlice[]
  readonly emptied: EndpointSlice[]
}

/**
 * Brings endpoints into slices with few changes: into those that change anyway, then into one with room, then into new ones.
 *
 * Source: `reconcileByPortMapping` of k8s.io/endpointslice.
 */
export function packSlices(service: Service, group: PortGroup): SliceChanges {
  const packing: Packing = { changed: [], unchanged: [], emptied: [] }
  for (const slice of group.existing) keepDesired(service, slice, { desired: group.desired, packing })
  const fullest = [...packing.changed].sort((a, b) => sizeOf(b) - sizeOf(a))
  const changed = fullest.map((slice) => filled(slice, group.desired))
  const create: EndpointSlice[] = []
  while (group.desired.size > 0) {
    const room = group.desired.size < maxEndpoints ? closestToFull(packing.unchanged, group.desired.size) : undefined
    if (room === undefined) {
      create.push(filled(newSlice(service, group.addressType, group.ports), group.desired))
      continue
    }
    packing.unchanged.splice(packing.unchanged.indexOf(room), 1)
    changed.push(filled(room, group.desired))
  }
  return { create, update: changed, delete: packing.emptied }
}

/** Keeps the endpoints of a slice that are still desired, in their current state. */
function keepDesired(
  service: Service,
  slice: EndpointSlice,
  { desired, packing }: { readonly desired: EndpointSet; readonly packing: Packing },
): void {
  const kept: Endpoint[] = []
  let isUpdated = false
  for (const endpoint of slice.endpoints ?? []) {
    const current = desired.take(endpoint)
    if (current === undefined) continue
    kept.push(current)
    if (!sameEndpoint(current, endpoint)) isUpdated = true
  }
  const metadata = { ...slice.metadata, labels: sliceLabels(service) }
  if (isUpdated || kept.length !== sizeOf(slice)) {
    if (kept.length === 0) packing.emptied.push(slice)
    else packing.changed.push(new EndpointSlice({ ...slice, metadata, endpoints: kept }))
  } else if (!hasServiceLabels(slice, service)) packing.changed.push(new EndpointSlice({ ...slice, metadata }))
  else packing.unchanged.push(slice)
}

function filled(slice: EndpointSlice, desired: EndpointSet): EndpointSlice {
  const added = desired.takeSome(maxEndpoints - sizeOf(slice))
  return added.length === 0 ? slice : new EndpointSlice({ ...slice, endpoints: [...(slice.endpoints ?? []), ...added] })
}

/** The slice that has the least room left after some more endpoints; undefined if none has so much room. */
function closestToFull(slices: readonly EndpointSlice[], more: number): EndpointSlice | undefined {
  let best: EndpointSlice | undefined
  let least = maxEndpoints
  for (const slice of slices) {
    const left = maxEndpoints - (more + sizeOf(slice))
    if (left < 0 || left >= least) continue
    least = left
    best = slice
  }
  return best
}

function sizeOf({ endpoints }: EndpointSlice): number {
  return endpoints?.length ?? 0
}
