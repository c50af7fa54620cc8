import { Endpoints } from 'apimachinery/api/core/v1'
import { EndpointSlice } from 'apimachinery/api/discovery/v1'
import { newControllerRef } from 'apimachinery/meta'
import { getName, getUID } from 'apimachinery/runtime'
import type { SliceChanges } from '../endpointslice-controller/slice-changes.js'
import { slicePrefix } from '../endpointslice-controller/slice-metadata.js'
import { type EndpointSet, sameEndpoint } from '../service-endpoints/endpoint-set.js'
import { equalMaps } from '../service-endpoints/pod-membership.js'
import { managedByLabel, type SliceTracker, serviceNameLabel } from '../service-endpoints/slice-tracker.js'
import { lastChangeTriggerTime } from '../service-endpoints/trigger-times.js'
import { type Mirrored, type MirrorGroup, maxMirrored, mirrorKey } from './mirrored-endpoints.js'

/** Value of the label for who writes a slice. */
export const mirrorControllerName = 'endpointslicemirroring-controller.k8s.io'

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration'

/** What becomes of the slices of Endpoints. Source: `reconcile` of pkg/controller/endpointslicemirroring. */
export function mirrorChanges(
  endpoints: Endpoints,
  { groups }: Mirrored,
  { existing, tracker }: { readonly existing: readonly EndpointSlice[]; readonly tracker: SliceTracker },
): SliceChanges {
  const byKey = new Map<string, EndpointSlice[]>()
  for (const slice of existing) {
    const key = mirrorKey(slice.addressType, slice.ports)
    byKey.set(key, [...(byKey.get(key) ?? []), slice])
  }
  const [create, update, removed]: [EndpointSlice[], EndpointSlice[], EndpointSlice[]] = [[], [], []]
  for (const [key, group] of groups) {
    const [first, ...others] = byKey.get(key) ?? []
    removed.push(...others)
    if (group.endpoints.size === 0) {
      if (first !== undefined) removed.push(first)
    } else if (first === undefined) create.push(sliceOf(endpoints, group))
    else if (!isMirror(first, endpoints, group.endpoints)) update.push(sliceOf(endpoints, group, first))
    else if (!tracker.has(first)) tracker.wrote(first)
  }
  for (const [key, slices] of byKey) if (!groups.has(key)) removed.push(...slices)
  return recycled({ create, update, delete: removed })
}

/** A slice that would be deleted is used again for one of its family that would be created. */
function recycled({ create, update, delete: remove }: SliceChanges): SliceChanges {
  const left = [...remove]
  const [created, updated] = [[] as EndpointSlice[], [...update]]
  for (const slice of create) {
    const at = left.findIndex(({ addressType }) => addressType === slice.addressType)
    const [old] = at < 0 ? [] : left.splice(at, 1)
    if (old === undefined) created.push(slice)
    else updated.push(new EndpointSlice({ ...slice, metadata: { ...slice.metadata, name: getName(old) } }))
  }
  return { create: created, update: updated, delete: left }
}

function isMirror(slice: EndpointSlice, endpoints: Endpoints, desired: EndpointSet): boolean {
  const { [managedByLabel]: _, [serviceNameLabel]: __, ...labels } = slice.metadata?.labels ?? {}
  const found = (slice.endpoints ?? []).map((endpoint) => [endpoint, desired.get(endpoint)] as const)
  const isOld = (slice.metadata?.ownerReferences ?? []).some(
    ({ kind, name, uid }) => kind === 'Endpoints' && name === getName(endpoints) && uid !== getUID(endpoints),
  )
  return (
    desired.size === found.length &&
    found.every(([endpoint, wanted]) => wanted !== undefined && sameEndpoint(wanted, endpoint)) &&
    equalMaps(endpoints.metadata?.labels, labels) &&
    equalMaps(mirroredAnnotations(endpoints), slice.metadata?.annotations) &&
    !isOld
  )
}

function sliceOf(
  endpoints: Endpoints,
  { addressType, ports, endpoints: desired }: MirrorGroup,
  old?: EndpointSlice,
): EndpointSlice {
  const { name = '', namespace, labels } = endpoints.metadata ?? {}
  return new EndpointSlice({
    metadata: {
      ...(old === undefined ? { generateName: slicePrefix(name) } : { name: getName(old) }),
      namespace,
      labels: { ...labels, [serviceNameLabel]: name, [managedByLabel]: mirrorControllerName },
      annotations: mirroredAnnotations(endpoints),
      ownerReferences: [newControllerRef(endpoints, Endpoints.groupVersionKind)],
    },
    addressType,
    endpoints: desired.takeSome(maxMirrored),
    ports,
  })
}

function mirroredAnnotations({ metadata }: Endpoints): Record<string, string> {
  const { [lastChangeTriggerTime]: _, [lastApplied]: __, ...annotations } = metadata?.annotations ?? {}
  return annotations
}
