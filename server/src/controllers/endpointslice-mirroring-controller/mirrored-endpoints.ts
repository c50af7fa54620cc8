import type { EndpointAddress, Endpoints, EndpointPort as SubsetPort } from 'apimachinery/api/core/v1'
import type { Endpoint, EndpointPort } from 'apimachinery/api/discovery/v1'
import { repackSubsets } from '../endpoints-controller/repack-subsets.js'
import { orderedSlicePorts, slicePortsKey } from '../service-endpoints/endpoint-order.js'
import { EndpointSet } from '../service-endpoints/endpoint-set.js'
import { type AddressFamily, readAddress } from '../service-endpoints/pod-endpoint.js'

/** How many addresses of a subset are mirrored at the most. */
export const maxMirrored = 1000

/** Endpoints with the same ports in one family. */
export interface MirrorGroup {
  readonly addressType: AddressFamily
  readonly ports: EndpointPort[]
  readonly endpoints: EndpointSet
}

/** What Endpoints become, and what of them is left out. */
export interface Mirrored {
  readonly groups: Map<string, MirrorGroup>
  readonly invalid: number
  /** With those that are invalid. */
  readonly skipped: number
}

/** The same for slices that can have the same endpoints. */
export function mirrorKey(addressType: string, ports: readonly EndpointPort[] | undefined): string {
  return `${addressType} ${slicePortsKey(orderedSlicePorts(ports))}`
}

/** The endpoints of Endpoints, by their ports and families. */
export function mirroredEndpoints({ subsets = [] }: Endpoints): Mirrored {
  const groups = new Map<string, MirrorGroup>()
  let [invalid, skipped] = [0, 0]
  for (const { addresses = [], notReadyAddresses = [], ports = [] } of repackSubsets(subsets)) {
    const own = orderedSlicePorts(ports.map(slicePort))
    for (const addressType of ['IPv4', 'IPv6'] as const) {
      const key = mirrorKey(addressType, own)
      if (!groups.has(key)) groups.set(key, { addressType, ports: own, endpoints: new EndpointSet() })
    }
    let added = 0
    const add = (ready: boolean) => (address: EndpointAddress) => {
      if (added >= maxMirrored) return
      const ip = readAddress(address.ip)
      if (ip === undefined) return void invalid++
      added++
      groups.get(mirrorKey(ip.family, own))?.endpoints.add(endpointOf(address, ip.text, ready))
    }
    addresses.forEach(add(true))
    notReadyAddresses.forEach(add(false))
    skipped += addresses.length + notReadyAddresses.length - added
  }
  return { groups, invalid, skipped }
}

function endpointOf({ targetRef, nodeName, hostname = '' }: EndpointAddress, ip: string, ready: boolean): Endpoint {
  return {
    addresses: [ip],
    conditions: { ready },
    ...(hostname !== '' && { hostname }),
    ...(targetRef !== undefined && { targetRef }),
    ...(nodeName !== undefined && { nodeName }),
  }
}

function slicePort({ name = '', port, protocol, appProtocol }: SubsetPort): EndpointPort {
  return { name, port, protocol, ...(appProtocol !== undefined && { appProtocol }) }
}
