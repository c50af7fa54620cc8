import type { EndpointAddress, EndpointPort, EndpointSubset, Pod, Service, ServicePort } from 'apimachinery/api/core/v1'
import {
  type AddressFamily,
  findPort,
  podAddresses,
  podReference,
  readAddress,
} from '../service-endpoints/pod-endpoint.js'
import { belongsToEndpoints, endpointHostname, isPodReady } from '../service-endpoints/pod-membership.js'
import { repackSubsets } from './repack-subsets.js'

/** The subsets of the Endpoints of a service, in canonical form. Source: `syncService` of pkg/controller/endpoint. */
export function endpointSubsets(service: Service, pods: readonly Pod[]): EndpointSubset[] {
  const { publishNotReadyAddresses = false } = service.spec ?? {}
  const members = pods.filter((pod) => belongsToEndpoints(pod, publishNotReadyAddresses))
  return repackSubsets(members.flatMap((pod) => subsetsOfPod(service, pod)))
}

function subsetsOfPod(service: Service, pod: Pod): EndpointSubset[] {
  const { ports = [], clusterIP, publishNotReadyAddresses = false } = service.spec ?? {}
  const address = addressOf(service, pod)
  if (address === undefined) return []
  const field = publishNotReadyAddresses || isPodReady(pod) ? 'addresses' : 'notReadyAddresses'
  // A headless service may have no ports.
  if (ports.length === 0) return clusterIP === 'None' ? [{ [field]: [address] }] : []
  return ports.flatMap((port) => {
    const number = findPort(pod, port)
    return number === undefined ? [] : [{ [field]: [address], ports: [portOf(port, number)] }]
  })
}

function addressOf(service: Service, pod: Pod): EndpointAddress | undefined {
  const [ip] = podAddresses(pod, familyOf(service, pod))
  if (ip === undefined) return undefined
  const hostname = endpointHostname(pod, service)
  return {
    ip,
    nodeName: pod.spec?.nodeName ?? '',
    targetRef: podReference(pod),
    ...(hostname !== undefined && { hostname }),
  }
}

/** The first family of a service; for one without families, that of its address, or of its pods. */
function familyOf({ spec }: Service, { status }: Pod): AddressFamily {
  const [first] = spec?.ipFamilies ?? []
  if (first !== undefined) return first === 'IPv6' ? 'IPv6' : 'IPv4'
  const { clusterIP = '' } = spec ?? {}
  const address = clusterIP !== '' && clusterIP !== 'None' ? clusterIP : (status?.podIP ?? '')
  return readAddress(address)?.family ?? 'IPv4'
}

function portOf({ name, protocol, appProtocol }: ServicePort, port: number): EndpointPort {
  return { name, port, protocol, ...(appProtocol !== undefined && { appProtocol }) }
}
