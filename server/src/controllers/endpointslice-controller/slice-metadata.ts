import type { Service } from 'apimachinery/api/core/v1'
import { EndpointSlice } from 'apimachinery/api/discovery/v1'
import { newControllerRef } from 'apimachinery/meta'
import { getUID } from 'apimachinery/runtime'
import { nameIsDNSSubdomain } from 'apimachinery/validation'
import { type AddressFamily, hasClusterIP } from '../service-endpoints/pod-endpoint.js'
import { equalMaps } from '../service-endpoints/pod-membership.js'
import { managedByLabel, serviceNameLabel } from '../service-endpoints/slice-tracker.js'

/** Value of the label for who writes a slice. */
export const sliceControllerName = 'endpointslice-controller.k8s.io'

const headless = 'service.kubernetes.io/headless'
const reserved: readonly string[] = [serviceNameLabel, managedByLabel, headless]

/** A slice without endpoints. */
export function newSlice(
  service: Service,
  addressType: AddressFamily,
  ports: NonNullable<EndpointSlice['ports']>,
): EndpointSlice {
  const { name = '', namespace } = service.metadata ?? {}
  return new EndpointSlice({
    metadata: {
      generateName: slicePrefix(name),
      namespace,
      labels: sliceLabels(service),
      ownerReferences: [newControllerRef(service)],
    },
    addressType,
    endpoints: [],
    ports,
  })
}

/** The prefix of the names of slices: with a dash, unless the name would be too long. */
export function slicePrefix(name: string): string {
  return nameIsDNSSubdomain(`${name}-`, true).length === 0 ? `${name}-` : name
}

/** The labels of the slices of a service: its own, and those that say whose they are. */
export function sliceLabels(service: Service): Record<string, string> {
  return {
    ...withoutReserved(service.metadata?.labels),
    ...(!hasClusterIP(service) && { [headless]: '' }),
    [serviceNameLabel]: service.metadata?.name ?? '',
    [managedByLabel]: sliceControllerName,
  }
}

/** Reports whether a slice has the labels of its service. Changes of reserved labels do not count. */
export function hasServiceLabels(slice: EndpointSlice, service: Service): boolean {
  return equalMaps(withoutReserved(slice.metadata?.labels), withoutReserved(service.metadata?.labels))
}

/** Reports whether a service owns a slice. */
export function isOwnedBy(slice: EndpointSlice, service: Service): boolean {
  const owners = slice.metadata?.ownerReferences ?? []
  return owners.some(
    ({ uid, kind, apiVersion }) => uid === getUID(service) && kind === 'Service' && apiVersion === 'v1',
  )
}

function withoutReserved(labels: Readonly<Record<string, string>> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(labels ?? {}).filter(([key]) => !reserved.includes(key)))
}
